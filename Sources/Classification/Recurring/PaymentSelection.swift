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
        var members = group.rows
        if members.contains(where: rows.isRemembered) {
            members.sort { rows.id($0) < rows.id($1) }
        }
        var (received, paid): ([Int32], [Int32]) = ([], [])
        for row in members {
            let amount = rows.amount(row)
            if amount > 0 { received.append(row) } else if amount < 0 { paid.append(row) }
        }
        guard take(received, group.remembered?.received, rows),
            take(paid, group.remembered?.paid, rows)
        else { return nil }
        if !received.isEmpty, !paid.isEmpty {
            searched.sort { rows.id($0) < rows.id($1) }
            remembered.sort { rows.id($0) < rows.id($1) }
        }
    }

    /// - Returns: whether the newest are known.
    private mutating func take(
        _ side: [Int32], _ before: RecurringGroups.Remembered?, _ rows: RecurringRows
    ) -> Bool {
        let most = RecurringDetector.mostTransactions
        var side = side
        // There are older ones only behind more than are searched.
        if let before, before.count > most {
            side = side.filter { rows.day($0) >= before.oldest }
            guard side.count > most else { return false }
            isCut = true
        }
        guard side.count > most else {
            searched += side
            remembered += side
            return true
        }
        let days = DayCounts(side.map(rows.day))
        // Of the day on which the limit is reached none is searched, so that the
        // choice depends on nothing else.
        let lastSearched = days.day(behindNewest: most)
        searched += side.filter { rows.day($0) > lastSearched }
        if side.count > Self.mostRemembered {
            isCut = true
            let lastRemembered = days.day(behindNewest: Self.mostRemembered)
            remembered += side.filter { rows.day($0) >= lastRemembered }
        } else {
            remembered += side
        }
        return true
    }
}

/// How many payments there are on each day: the newest are found without sorting
/// all of a payee's.
private struct DayCounts {
    private let days: [CalendarDay]
    private let counts: [CalendarDay: Int]

    init(_ payments: [CalendarDay]) {
        var counts: [CalendarDay: Int] = [:]
        // Payments of a day mostly come together.
        var (day, count) = (payments.first, 0)
        for payment in payments {
            if payment == day {
                count += 1
            } else {
                if let day { counts[day, default: 0] += count }
                (day, count) = (payment, 1)
            }
        }
        if let day { counts[day, default: 0] += count }
        self.counts = counts
        days = counts.keys.sorted(by: >)
    }

    /// The day of the payment that has so many newer ones before it.
    func day(behindNewest count: Int) -> CalendarDay {
        var left = count
        for day in days {
            left -= counts[day] ?? 0
            if left < 0 { return day }
        }
        return days.last ?? CalendarDay(daysSinceEpoch: 0)
    }
}
