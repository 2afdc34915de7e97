import Model

/// The newest payments of a group: those to search for series, and some more to
/// remember, so that a pass after changes can search without the older ones.
struct PaymentSelection {
    /// Those that the detector may look at, in the order of their numbers.
    private(set) var searched: [Int32] = []
    /// Those to remember, in the order of their numbers.
    private(set) var remembered: [Int32] = []
    /// Whether there are older ones.
    private(set) var isCut = false

    /// So many are remembered of each direction, beside those of the oldest day:
    /// some may be taken back before the search has too few.
    private static let mostRemembered = RecurringDetector.mostTransactions * 5 / 4

    /// - Returns: nil where too few payments are remembered to know the newest.
    init?(_ group: RecurringGroups.Group, rows: RecurringRows) {
        var (received, paid): ([Member], [Member]) = ([], [])
        // Mostly all are in one direction.
        let isReceived = group.rows.first.map { rows.amount($0) > 0 } ?? false
        if isReceived {
            received.reserveCapacity(group.rows.count)
        } else {
            paid.reserveCapacity(group.rows.count)
        }
        for row in group.rows {
            let amount = rows.amount(row)
            if amount > 0 {
                received.append(Member(row, rows))
            } else if amount < 0 {
                paid.append(Member(row, rows))
            }
        }
        // What is remembered stands behind the rest.
        if let last = group.rows.last, rows.isRemembered(last) {
            received.sort { $0.id < $1.id }
            paid.sort { $0.id < $1.id }
        }
        searched.reserveCapacity(group.rows.count)
        remembered.reserveCapacity(group.rows.count)
        guard take(received, group.remembered?.received),
            take(paid, group.remembered?.paid)
        else { return nil }
        if !received.isEmpty, !paid.isEmpty {
            searched.sort { rows.id($0) < rows.id($1) }
            remembered.sort { rows.id($0) < rows.id($1) }
        }
    }

    /// - Returns: whether the newest are known.
    private mutating func take(
        _ side: [Member], _ before: RecurringGroups.Remembered?
    ) -> Bool {
        let most = RecurringDetector.mostTransactions
        var side = side
        // There are older ones only behind more than are searched.
        if let before, before.count > most {
            side.removeAll { $0.day < before.oldest }
            guard side.count > most else { return false }
            isCut = true
        }
        guard side.count > most else {
            searched += side.lazy.map(\.row)
            remembered += side.lazy.map(\.row)
            return true
        }
        let days = DayCounts(side)
        // Of the day on which the limit is reached none is searched, so that the
        // choice depends on nothing else.
        let lastSearched = days.day(behindNewest: most)
        for member in side where member.day > lastSearched { searched.append(member.row) }
        if side.count > Self.mostRemembered {
            isCut = true
            let lastRemembered = days.day(behindNewest: Self.mostRemembered)
            for member in side where member.day >= lastRemembered {
                remembered.append(member.row)
            }
        } else {
            remembered += side.lazy.map(\.row)
        }
        return true
    }
}

/// A row with what the selection goes by.
private struct Member {
    let row: Int32
    let day: CalendarDay
    let id: Int64

    init(_ row: Int32, _ rows: RecurringRows) {
        self.row = row
        day = rows.day(row)
        id = rows.id(row)
    }
}

/// How many payments there are on each day: the newest are found without sorting
/// all of a payee's.
private struct DayCounts {
    /// From the newest on; a day may be there more than once.
    private var counts: [(day: CalendarDay, count: Int)] = []

    init(_ payments: [Member]) {
        // Payments of a day mostly come together.
        for payment in payments {
            if counts.last?.day == payment.day {
                counts[counts.count - 1].count += 1
            } else {
                counts.append((payment.day, 1))
            }
        }
        counts.sort { $0.day > $1.day }
    }

    /// The day of the payment that has so many newer ones before it.
    func day(behindNewest count: Int) -> CalendarDay {
        var left = count
        for (day, count) in counts {
            left -= count
            if left < 0 { return day }
        }
        return counts.last?.day ?? CalendarDay(daysSinceEpoch: 0)
    }
}
