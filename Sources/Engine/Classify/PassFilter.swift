public import Model

/// Which transactions a person wants a pass to bring up to date. What is set
/// must all hold; with nothing set it is every transaction.
public struct PassFilter: Hashable, Sendable {
    /// Those of this day and later ones.
    public var since: CalendarDay?
    /// The vault's number of the account that they are in.
    public var account: Int64?
    /// Those alone of which no stage but the last has decided class or
    /// category, and those that no pass has seen.
    public var isOnlyUnclassified = false

    public init() {}

    /// Whether it leaves anything out.
    var isNarrow: Bool { self != PassFilter() }
}

/// The transactions of which a filtered pass is stored: those that the filter
/// is for, and those that can't be understood without them. So both sides of
/// a transfer always go together, and all of a series that one joins or leaves.
struct PassSelection {
    private(set) var transactions: Set<Int64>

    /// - Parameters:
    ///   - before: what is stored.
    ///   - after: what a pass over the whole snapshot concludes.
    ///   - lastStage: the stage that decides what no other does.
    init(
        _ filter: PassFilter, of snapshot: Snapshot, before: Conclusions, after: Conclusions,
        lastStage: String?
    ) {
        let old = StandingConclusions(before)
        let new = StandingConclusions(after)
        transactions = Set(
            snapshot.transactions.filter { transaction in
                (filter.since.map { transaction.day >= $0 } ?? true)
                    && (filter.account.map { snapshot.account(of: transaction).id == $0 } ?? true)
                    && (!filter.isOnlyUnclassified
                        || old.isUnclassified(transaction.id, lastStage: lastStage))
            }.map(\.id))
        var membersOfSeries: [String: [Int64]]?
        var open = Array(transactions)
        while let transaction = open.popLast() {
            var companions = [old.partner(of: transaction), new.partner(of: transaction)]
                .compactMap { $0 }
            let series = [old.series(of: transaction), new.series(of: transaction)]
            if series[0] != series[1] {
                let members = membersOfSeries ?? old.membersOfSeries(with: new)
                membersOfSeries = members
                companions += series.compactMap { $0 }.flatMap { members[$0] ?? [] }
            }
            for companion in companions where transactions.insert(companion).inserted {
                open.append(companion)
            }
        }
    }
}

/// Conclusions to be looked up by transaction.
private struct StandingConclusions {
    private let conclusions: Conclusions
    private let entries: [Int64: Conclusions.Entry]

    init(_ conclusions: Conclusions) {
        self.conclusions = conclusions
        entries = Dictionary(
            conclusions.entries.map { ($0.transaction, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    func partner(of transaction: Int64) -> Int64? { entries[transaction]?.partner }

    func series(of transaction: Int64) -> String? {
        entries[transaction].flatMap { conclusions.verdict(of: $0).series?.value }
    }

    func isUnclassified(_ transaction: Int64, lastStage: String?) -> Bool {
        guard let entry = entries[transaction] else { return true }
        let verdict = conclusions.verdict(of: entry)
        return verdict.transactionClass.reason.by == lastStage
            && verdict.category.reason.by == lastStage && verdict.splits == nil
    }

    /// The transactions of each series by either side.
    func membersOfSeries(with other: StandingConclusions) -> [String: [Int64]] {
        var members: [String: [Int64]] = [:]
        for side in [conclusions, other.conclusions] {
            let names = side.verdicts.map(\.series?.value)
            for entry in side.entries {
                guard let name = names[Int(entry.verdict)] else { continue }
                members[name, default: []].append(entry.transaction)
            }
        }
        return members
    }
}
