public import Model

/// What an earlier pass remembers of payments, for a pass over a part of the
/// vault: series are found among all payments with a payee, and this stands in
/// for those that are not at hand.
public struct PaymentMemory {
    /// By payee. Series are looked for among the payments with these only; of a
    /// payee without payments here, all are in the snapshot.
    let histories: [String: PaymentHistory]
    /// By payee, what the search found of these.
    let series: [String: [SeriesFacts]]
    /// The transactions to conclude on: one that the snapshot lacks is gone, and of
    /// others that it has, what is remembered counts.
    let lookedAt: Set<Int64>
    /// Others that were concluded on already, with what is remembered here.
    let concluded: Set<Int64>
    /// Names that rules give to series of other transactions.
    let seriesOfRules: Set<String>
    let searches: SeriesSearches

    /// - Parameter series: what the earlier pass found of the payees, those aside
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

    /// The only series that was found of a payee.
    func onlySeries(of payee: String) -> SeriesFacts? {
        let known = series[payee] ?? []
        return known.count == 1 ? known.first : nil
    }

    /// The series that was found of a payee and that ended with a transaction.
    func series(of payee: String, endingWith transaction: Int64) -> SeriesFacts? {
        series[payee]?.first { $0.newestTransaction == transaction }
    }
}

/// Remembers payments with some payees: only a pass itself finds out who
/// transactions are with.
public typealias PaymentRecall = (_ payees: Set<String>) throws -> PaymentMemory

/// Remembers what was found among payments, since a pass over a part may have to
/// search among the same ones again.
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

/// Payments by which to look something up.
private struct Payments: Hashable {
    let occurrences: [Occurrence]

    /// Some hundred payments with two payees hardly ever come to the same sum, so
    /// that it need not be a good hash of each.
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

/// What a pass over a part turned out to need beside its part.
public struct MissingPayments: Hashable, Sendable {
    /// The vault's numbers of transactions that belong to a series now.
    public internal(set) var transactions: Set<Int64> = []
    /// Payees of which too few payments are remembered: all have to be looked at.
    public internal(set) var payees: Set<String> = []

    public var isEmpty: Bool { transactions.isEmpty && payees.isEmpty }
}

/// The payments that are only remembered and that a pass has to look at, since
/// something else is to be said of them than the last one said.
///
/// What is said of a payment in a series does not change while the series goes on
/// as it was, so that of a new payment's series mostly the new payment alone is
/// looked at.
struct MembersToLookAt {
    /// By the vault's numbers.
    private(set) var transactions: Set<Int64> = []

    /// - Parameters:
    ///   - found: the series of the payees that are remembered.
    ///   - givenBack: by payee, the payments that give something back, by the vault's
    ///     numbers, with the days since what they give back.
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
            // Of the newest it is told what it is for.
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

    /// Whether the same is said of the transactions of a series as before.
    private static func goesOn(_ before: SeriesFacts?, as now: SeriesFacts) -> Bool {
        guard let before, before.decision == now.decision else { return false }
        return RecurringOpinion(of: before, stage: 0, name: "").membership
            == RecurringOpinion(of: now, stage: 0, name: "").membership
    }
}

/// Gathers what is to be remembered of each payee, whose payments may be in
/// several groups.
struct PaymentHistories {
    private var payments: [String: [PaymentHistory.Payment]] = [:]
    private var cut: Set<String> = []

    /// - Parameter concerned: payees of which something is to be told, if only
    ///   that there is nothing more to remember; nil for those added.
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
