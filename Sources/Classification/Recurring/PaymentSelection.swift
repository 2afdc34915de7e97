import Model

/// The newest payments of a group, which are searched.
struct PaymentSelection {
    /// Rows for the detector, sorted by transaction number.
    private(set) var searched: [Int32] = []

    init(_ group: RecurringGroups.Group, rows: RecurringRows) {
        var (received, paid): ([Member], [Member]) = ([], [])
        // Most groups have only one direction.
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
        searched.reserveCapacity(group.rows.count)
        take(received)
        take(paid)
        if !received.isEmpty, !paid.isEmpty {
            searched.sort { rows.id($0) < rows.id($1) }
        }
    }

    private mutating func take(_ side: [Member]) {
        let most = RecurringDetector.mostTransactions
        guard side.count > most else {
            searched += side.lazy.map(\.row)
            return
        }
        let days = DayCounts(side)
        // The day on which the limit is reached is left out, so that the choice
        // depends on nothing else.
        let lastSearched = days.day(behindNewest: most)
        for member in side where member.day > lastSearched { searched.append(member.row) }
    }
}

/// A row with its sort keys.
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

/// The number of payments on each day. It finds the newest without sorting all
/// payments.
private struct DayCounts {
    /// Newest first; a day may occur more than once.
    private var counts: [(day: CalendarDay, count: Int)] = []

    init(_ payments: [Member]) {
        // Payments of one day are mostly adjacent.
        for payment in payments {
            if counts.last?.day == payment.day {
                counts[counts.count - 1].count += 1
            } else {
                counts.append((payment.day, 1))
            }
        }
        counts.sort { $0.day > $1.day }
    }

    /// The day of the payment with this many newer ones.
    func day(behindNewest count: Int) -> CalendarDay {
        var left = count
        for (day, count) in counts {
            left -= count
            if left < 0 { return day }
        }
        return counts.last?.day ?? CalendarDay(daysSinceEpoch: 0)
    }
}
