internal import Classification
internal import Model
internal import Vault

/// A pass over the transactions that changes can affect.
struct PartialPass {
    let pass: Pass
    /// Limited to those transactions.
    let conclusions: Conclusions
    let concluded: PassScope
    /// Whether each rule's opinion depended on its own transaction alone.
    private(set) var isRowLocal = true

    /// Beyond this a whole pass is faster.
    private static let mostChanges = 10_000

    /// - Parameters:
    ///   - frame: the accounts and decisions.
    ///   - changes: since the last pass.
    /// - Returns: nil if a whole pass is necessary or faster.
    init?(
        _ reader: PassReader, _ setup: PassSetup, _ frame: Snapshot,
        after changes: ChangedTransactions, asOf day: CalendarDay
    ) throws {
        guard changes.ids.count <= Self.mostChanges else { return nil }
        let open = try CompetingTransfers(
            reader, frame.decisions, days: setup.classifier.daysOfTransfers
        )
        .all(around: changes)
        _ = setup.userRules.takeOutput()
        var dependents = try RecurringDependents(of: open, reader, frame.decisions)
        func look(
            at all: Set<Int64>, matching open: Set<Int64>, recall: @escaping PaymentRecall
        ) throws -> Pass {
            let (snapshot, settled) = try Self.material(
                all, open: open, reader, setup.classifier, asOf: day)
            return try setup.classifier.conclude(snapshot, settled: settled, recall: recall)
        }
        var pass = try look(at: open, matching: open, recall: dependents.memory(of:))
        isRowLocal = pass.isRowLocal
        looking: while true {
            switch try dependents.extend(after: pass) {
            case nil: return nil
            case .nothing?: break looking
            case .members(let members)?:
                let (dependents, before) = (dependents, pass.conclusions)
                let later = try look(at: members, matching: []) { payees in
                    try dependents.memory(of: payees, after: before, lookingAt: members)
                }
                pass = pass.followed(by: later, over: members)
            case .all?:
                // Only the last output is reported.
                _ = setup.userRules.takeOutput()
                pass = try look(at: dependents.all, matching: open, recall: dependents.memory(of:))
            }
            isRowLocal = isRowLocal && pass.isRowLocal
        }
        self.pass = pass
        concluded = PassScope(
            transactions: dependents.all, payees: Set(pass.conclusions.histories.map(\.payee)))
        conclusions = pass.conclusions.only(about: concluded)
    }

    /// - Parameters:
    ///   - all: the transactions to classify.
    ///   - open: those of them to match as transfers.
    private static func material(
        _ all: Set<Int64>, open: Set<Int64>, _ reader: PassReader, _ classifier: Classifier,
        asOf day: CalendarDay
    ) throws -> (Snapshot, KnownTransfers) {
        var earlier = try reader.conclusions(about: all.subtracting(open))
        // The snapshot includes the other sides, but they are not classified.
        let others = classifier.knownTransfers(lookingOnlyAt: open, earlier: earlier)
            .partners.subtracting(all)
        earlier.merge(try reader.conclusions(about: others)) { one, _ in one }
        let settled = classifier.knownTransfers(
            lookingOnlyAt: open, earlier: earlier,
            candidates: try reader.candidates(of: all.subtracting(open)))
        return (try reader.snapshot(asOf: day, of: all.union(others)), settled)
    }
}

extension Conclusions {
    /// The conclusions about a part.
    func only(about part: PassScope) -> Conclusions {
        let ids = part.transactions
        return Conclusions(
            verdicts: verdicts, entries: entries.filter { ids.contains($0.transaction) },
            splits: splits.filter { ids.contains($0.key) }, series: series.filter(part.has),
            candidates: candidates.filter { ids.contains($0.key) }, histories: histories)
    }
}
