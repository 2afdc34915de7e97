internal import Classification
internal import Model
internal import Vault

/// A pass over the transactions that changes can have an effect on.
struct PartialPass {
    let pass: Pass
    /// About those only.
    let conclusions: Conclusions
    let concluded: ConcludedPart
    /// Whether every opinion of the person's rules came of its own transaction
    /// alone.
    private(set) var isRowLocal = true

    /// Beyond so many changes it is quicker to look at everything.
    private static let mostChanges = 10_000

    /// - Parameters:
    ///   - frame: the accounts and decisions.
    ///   - changes: since the last pass.
    /// - Returns: nil where everything has to be looked at, or where that is
    ///   quicker.
    init?(
        _ reader: PassReader, _ setup: PassSetup, _ frame: Snapshot,
        after changes: ChangedTransactions, asOf day: CalendarDay
    ) throws {
        guard changes.ids.count <= Self.mostChanges else { return nil }
        let open = try PassCompetitors(
            reader, frame.decisions, days: setup.classifier.daysOfTransfers
        )
        .all(around: changes)
        _ = setup.userRules.takeOutput()
        var companions = try PassCompanions(of: open, reader, frame.decisions)
        func look(
            at all: Set<Int64>, matching open: Set<Int64>, recall: @escaping PaymentRecall
        ) throws -> Pass {
            let (snapshot, settled) = try Self.material(
                all, open: open, reader, setup.classifier, asOf: day)
            return try setup.classifier.conclude(snapshot, settled: settled, recall: recall)
        }
        var pass = try look(at: open, matching: open, recall: companions.memory(of:))
        isRowLocal = pass.isRowLocal
        looking: while true {
            switch try companions.extend(after: pass) {
            case nil: return nil
            case .nothing?: break looking
            case .members(let members)?:
                let (companions, before) = (companions, pass.conclusions)
                let later = try look(at: members, matching: []) { payees in
                    try companions.memory(of: payees, after: before, lookingAt: members)
                }
                pass = pass.followed(by: later, over: members)
            case .all?:
                // Only the last is told of.
                _ = setup.userRules.takeOutput()
                pass = try look(at: companions.all, matching: open, recall: companions.memory(of:))
            }
            isRowLocal = isRowLocal && pass.isRowLocal
        }
        self.pass = pass
        concluded = ConcludedPart(
            transactions: companions.all, payees: Set(pass.conclusions.histories.map(\.payee)))
        conclusions = pass.conclusions.only(about: concluded)
    }

    /// - Parameters:
    ///   - all: the transactions to conclude on.
    ///   - open: of these, the ones to look for transfers of.
    private static func material(
        _ all: Set<Int64>, open: Set<Int64>, _ reader: PassReader, _ classifier: Classifier,
        asOf day: CalendarDay
    ) throws -> (Snapshot, SettledTransfers) {
        var earlier = try reader.conclusions(about: all.subtracting(open))
        // The other sides are looked at too, and nothing is concluded on them.
        let others = classifier.settledTransfers(lookingOnlyAt: open, earlier: earlier)
            .partners.subtracting(all)
        earlier.merge(try reader.conclusions(about: others)) { one, _ in one }
        let settled = classifier.settledTransfers(
            lookingOnlyAt: open, earlier: earlier,
            candidates: try reader.candidates(of: all.subtracting(open)))
        return (try reader.snapshot(asOf: day, of: all.union(others)), settled)
    }
}

extension Conclusions {
    /// What is concluded about a part only.
    func only(about part: ConcludedPart) -> Conclusions {
        let ids = part.transactions
        return Conclusions(
            verdicts: verdicts, entries: entries.filter { ids.contains($0.transaction) },
            splits: splits.filter { ids.contains($0.key) }, series: series.filter(part.has),
            candidates: candidates.filter { ids.contains($0.key) }, histories: histories)
    }
}
