public import Model

/// The payments remembered from an earlier pass, for a partial pass.
///
/// Series are found among all payments with a payee. This stands in for those that
/// the snapshot lacks.
public struct PaymentMemory {
    /// By payee. Only payments with these are searched; a payee with an empty history
    /// has all payments in the snapshot.
    let histories: [String: PaymentHistory]
    /// By payee, the series found by the earlier pass.
    let series: [String: [SeriesFacts]]
    /// The transactions to classify. One that the snapshot lacks is gone. For all
    /// others the remembered payment counts.
    let lookedAt: Set<Int64>
    /// Transactions that an earlier run of this pass has classified; the histories
    /// include them.
    let concluded: Set<Int64>
    /// Names that rules give to series of other transactions.
    let seriesOfRules: Set<String>
    let searches: SeriesSearches

    /// - Parameter series: found by the earlier pass for the payees, without those
    ///   that rules make.
    public init(
        _ histories: [PaymentHistory], series: [SeriesFacts], lookedAt: Set<Int64>,
        concluded: Set<Int64> = [], seriesOfRules: Set<String>, searches: SeriesSearches
    ) {
        self.searches = searches
        self.lookedAt = lookedAt
        self.concluded = concluded
        self.histories = Dictionary(
            histories.map { ($0.payee, $0) }, uniquingKeysWith: { first, _ in first })
        self.series = Dictionary(grouping: series, by: \.payee)
        self.seriesOfRules = seriesOfRules
    }

    /// The single series of a payee; nil if it has none or several.
    func onlySeries(of payee: String) -> SeriesFacts? {
        let known = series[payee] ?? []
        return known.count == 1 ? known.first : nil
    }

    /// The series of a payee that ended with a transaction.
    func series(of payee: String, endingWith transaction: Int64) -> SeriesFacts? {
        series[payee]?.first { $0.newestTransaction == transaction }
    }
}

/// Reads the payments with some payees: only the pass itself finds out who
/// transactions are with.
public typealias PaymentRecall = (_ payees: Set<String>) throws -> PaymentMemory

/// A cache of search results, since a partial pass may search the same payments
/// again.
public final class SeriesSearches {
    private var found: [Payments: [DetectedSeries]] = [:]

    public init() {}

    func series(
        among payments: [Occurrence], search: ([Occurrence]) -> [DetectedSeries]
    ) -> [DetectedSeries] {
        let payments = Payments(occurrences: payments)
        if let known = found[payments] { return known }
        let series = search(payments.occurrences)
        found[payments] = series
        return series
    }
}

/// A cache key.
private struct Payments: Hashable {
    let occurrences: [Occurrence]

    /// A cheap sum: payments with two payees hardly ever have the same one.
    func hash(into hasher: inout Hasher) {
        var sum: UInt64 = 0
        for occurrence in occurrences {
            sum =
                sum &* 31 &+ UInt64(bitPattern: occurrence.amount)
                &+ UInt64(UInt32(bitPattern: occurrence.day.daysSinceEpoch)) << 32
        }
        hasher.combine(sum)
    }
}

/// The data that a partial pass turned out to lack.
public struct MissingPayments: Hashable, Sendable {
    /// The vault's numbers of transactions that now belong to a series.
    public internal(set) var transactions: Set<Int64> = []
    /// Payees with too few remembered payments, so that all have to be read.
    public internal(set) var payees: Set<String> = []

    public var isEmpty: Bool { transactions.isEmpty && payees.isEmpty }
}

/// Remembered payments whose conclusions may change, so that a pass has to read them.
///
/// The conclusion about a payment stays the same while its series continues. So a new
/// payment in a series mostly requires that payment alone.
struct MembersToLookAt {
    /// The vault's numbers.
    private(set) var transactions: Set<Int64> = []

    /// - Parameters:
    ///   - found: the series of the remembered payees.
    ///   - givenBack: by payee, the refunds by the vault's numbers, with the days
    ///     since the purchase.
    init(
        _ found: [RecurringStage.Found], givenBack: [String: [Int64: Int]], rows: RecurringRows,
        _ memory: PaymentMemory
    ) {
        let seriesOfPayee = Dictionary(grouping: found, by: \.facts.payee)
        for history in memory.histories.values {
            let series = seriesOfPayee[history.payee] ?? []
            let members = series.flatMap { $0.rows.compactMap(rows.remembered) }
            let goesOn =
                series.count == 1
                && Self.goesOn(memory.onlySeries(of: history.payee), as: series[0].facts)
            // The newest payment decides the class and category of the series.
            let newest = series.first?.facts.newestTransaction
            let isNewestKnown = memory.onlySeries(of: history.payee)?.newestTransaction == newest
            for member in members
            where !goesOn || !member.isInSeries || member.transaction == newest && !isNewestKnown {
                transactions.insert(member.transaction)
            }
            let givenBack = givenBack[history.payee] ?? [:]
            for payment in history.payments
            where payment.daysSincePurchase != givenBack[payment.transaction]
                && !memory.lookedAt.contains(payment.transaction)
            {
                transactions.insert(payment.transaction)
            }
            let kept = Set(members.map(\.transaction))
            for payment in history.payments
            where payment.isInSeries && !kept.contains(payment.transaction)
                && !memory.lookedAt.contains(payment.transaction)
            {
                transactions.insert(payment.transaction)
            }
        }
        transactions.subtract(memory.concluded)
    }

    /// Whether the conclusions about a series' transactions stay the same.
    private static func goesOn(_ before: SeriesFacts?, as now: SeriesFacts) -> Bool {
        guard let before, before.decision == now.decision else { return false }
        return RecurringOpinion(of: before, stage: 0, name: "").membership
            == RecurringOpinion(of: now, stage: 0, name: "").membership
    }
}

/// Collects the payments to remember for each payee, who may have several groups.
struct PaymentHistories {
    private var payments: [String: [PaymentHistory.Payment]] = [:]
    private var cut: Set<String> = []

    /// - Parameter concerned: payees that get a history even if it is empty; nil for
    ///   only those added.
    init(concerned: [String]?) {
        for payee in concerned ?? [] { payments[payee] = [] }
    }

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
/// With the extra ones, a pass after changes can search without the older ones.
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

    /// - Returns: nil if too few payments are remembered to know the newest.
    init?(_ group: RecurringGroups.Group, rows: RecurringRows) {
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
        // Remembered payments come after the rest.
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
        // Payments are only cut off beyond the number that is searched.
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
        return true
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
