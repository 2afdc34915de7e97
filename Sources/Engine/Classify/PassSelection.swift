public import Model
internal import Vault

/// The transactions for a pass to bring up to date. All conditions must hold; without
/// any it is every transaction.
public struct PassFilter: Hashable, Sendable {
    /// The first day.
    public var since: CalendarDay?
    /// The vault's number of their account.
    public var account: Int64?
    /// Only transactions whose class and category come from the last stage, and new
    /// ones.
    public var isOnlyUnclassified = false

    public init() {}

    var isNarrow: Bool { self != PassFilter() }
}

/// The transactions that a filtered pass stores: those that match the filter, and
/// those that belong to them.
///
/// Both sides of a transfer always go together, and all of a series that one joins or
/// leaves.
struct PassSelection {
    private(set) var transactions: Set<Int64>

    /// - Parameters:
    ///   - before: the stored conclusions.
    ///   - after: the conclusions of a whole pass.
    ///   - lastStage: the stage that decides what no other does.
    init(
        _ filter: PassFilter, of snapshot: Snapshot, before: Conclusions, after: Conclusions,
        lastStage: String?
    ) {
        let old = ConclusionIndex(before)
        let new = ConclusionIndex(after)
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

/// Conclusions indexed by transaction.
private struct ConclusionIndex {
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

    /// The transactions of each series in either set of conclusions.
    func membersOfSeries(with other: ConclusionIndex) -> [String: [Int64]] {
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

extension Conclusions {
    /// The conclusions about a part.
    func only(about part: PassScope) -> Conclusions {
        let ids = part.transactions
        return Conclusions(
            verdicts: verdicts, entries: entries.filter { ids.contains($0.transaction) },
            splits: splits.filter { ids.contains($0.key) }, series: series.filter(part.has),
            candidates: candidates.filter { ids.contains($0.key) })
    }
}
