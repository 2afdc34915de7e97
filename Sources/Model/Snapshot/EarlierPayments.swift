internal import Synchronization

/// Earlier payments of the same payee and direction, for each transaction of a snapshot.
///
/// Earlier means on an earlier day, in the same currency and direction. So the result does not
/// depend on the order in which a bank's rows arrive.
public struct EarlierPayments: Hashable, Sendable {
    /// How many there are.
    public var count: Int32 = 0
    /// The amount of the one before, in minor units; nil without one.
    public var last: Int64?
    /// The median of the last ``usualCount``, in minor units: the smaller of the two in the middle.
    public var usual: Int64?
    /// The day of the one before; nil without one.
    public var lastDay: CalendarDay?

    /// How many payments tell what is usual. Few, so that it follows a change of price.
    public static let usualCount = 24

    public init(
        count: Int32 = 0, last: Int64? = nil, usual: Int64? = nil, lastDay: CalendarDay? = nil
    ) {
        self.count = count
        self.last = last
        self.usual = usual
        self.lastDay = lastDay
    }
}

/// The earlier payments of a snapshot's transactions, computed when first asked for.
public final class EarlierPaymentsColumn: Sendable {
    private let known = Mutex<[EarlierPayments]?>(nil)

    init() {}

    /// By row.
    ///
    /// - Complexity: the first time that of sorting, some 0.2 µs a row.
    func values(of snapshot: Snapshot) -> [EarlierPayments] {
        known.withLock { known in
            if let known { return known }
            let values = Self.computed(snapshot)
            known = values
            return values
        }
    }

    private struct Place {
        let group: Int64
        let day: CalendarDay
        let row: Int32
    }

    private static func computed(_ snapshot: Snapshot) -> [EarlierPayments] {
        var values = [EarlierPayments](
            repeating: EarlierPayments(), count: snapshot.transactions.count)
        var currencies: [String: Int64] = [:]
        for account in snapshot.accounts where currencies[account.currency.code] == nil {
            currencies[account.currency.code] = Int64(currencies.count)
        }
        let currencyOfAccount = snapshot.accounts.map { currencies[$0.currency.code] ?? 0 }
        var places: [Place] = []
        places.reserveCapacity(values.count)
        for (row, transaction) in snapshot.transactions.enumerated() where transaction.amount != 0 {
            let kind =
                currencyOfAccount[Int(transaction.account)] * 2 + (transaction.amount > 0 ? 1 : 0)
            places.append(
                Place(
                    group: Int64(transaction.payee.number) << 16 | kind, day: transaction.day,
                    row: Int32(row)))
        }
        places.sort { ($0.group, $0.day, $0.row) < ($1.group, $1.day, $1.row) }
        var start = places.startIndex
        while start < places.endIndex {
            let end = places[start...].firstIndex { $0.group != places[start].group }
            fill(&values, of: places[start..<(end ?? places.endIndex)], snapshot)
            start = end ?? places.endIndex
        }
        return values
    }

    /// - Parameter places: the payments of one payee, by day.
    private static func fill(
        _ values: inout [EarlierPayments], of places: ArraySlice<Place>, _ snapshot: Snapshot
    ) {
        var earlier = EarlierPayments()
        var recent: [Int64] = []
        var day = places.startIndex
        for position in places.indices {
            if places[position].day != places[day].day {
                for place in places[day..<position] {
                    recent.append(snapshot.transactions[Int(place.row)].amount)
                }
                recent.removeFirst(max(0, recent.count - EarlierPayments.usualCount))
                earlier = EarlierPayments(
                    count: earlier.count + Int32(position - day), last: recent.last,
                    usual: median(of: recent), lastDay: places[day].day)
                day = position
            }
            values[Int(places[position].row)] = earlier
        }
    }

    private static func median(of amounts: [Int64]) -> Int64? {
        guard !amounts.isEmpty else { return nil }
        return amounts.sorted { $0.magnitude < $1.magnitude }[(amounts.count - 1) / 2]
    }
}
