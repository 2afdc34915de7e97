import Model

/// Collects the payments to remember for each payee, who may have several groups.
struct PaymentHistories {
    private var payments: [String: [PaymentHistory.Payment]] = [:]
    private var cut: Set<String> = []

    mutating func add(
        _ some: [PaymentHistory.Payment], of payee: String, isCut: Bool
    ) {
        if payments[payee, default: []].isEmpty {
            payments[payee] = some
        } else {
            payments[payee, default: []] += some
        }
        if isCut { cut.insert(payee) }
    }

    var all: [PaymentHistory] {
        payments.map { payee, payments in
            PaymentHistory(
                payee: payee, payments: payments.sorted { $0.transaction < $1.transaction },
                isCut: cut.contains(payee))
        }
    }
}

/// The newest payments of a group: those to search, and some more to remember.
///
/// Events and reports look at those without reading the others.
struct PaymentSelection {
    /// Rows for the detector, sorted by transaction number.
    private(set) var searched: [Int32] = []
    /// Rows to remember, sorted by transaction number.
    private(set) var remembered: [Int32] = []
    /// Whether there are older ones.
    private(set) var isCut = false

    /// The number of payments to remember in each direction, plus those of the oldest
    /// day. Some may be withdrawn before the search has too few.
    private static let mostRemembered = RecurringDetector.mostTransactions * 5 / 4

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
        remembered.reserveCapacity(group.rows.count)
        take(received)
        take(paid)
        if !received.isEmpty, !paid.isEmpty {
            searched.sort { rows.id($0) < rows.id($1) }
            remembered.sort { rows.id($0) < rows.id($1) }
        }
    }

    private mutating func take(_ side: [Member]) {
        let most = RecurringDetector.mostTransactions
        guard side.count > most else {
            searched += side.lazy.map(\.row)
            remembered += side.lazy.map(\.row)
            return
        }
        let days = DayCounts(side)
        // The day on which the limit is reached is left out, so that the choice
        // depends on nothing else.
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
