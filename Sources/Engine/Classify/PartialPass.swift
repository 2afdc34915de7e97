internal import Classification
internal import Model
internal import Vault

/// A pass over the transactions that changes can have an effect on.
struct PartialPass {
    /// With what is concluded about those only.
    let pass: Pass
    let conclusions: Conclusions
    let concluded: Set<Int64>
    /// Whether every opinion of the person's rules came of its own transaction
    /// alone.
    private(set) var isRowLocal = true

    /// Beyond so many changes it is quicker to look at everything.
    private static let mostChanges = 10_000

    /// - Parameter frame: the accounts and decisions.
    /// - Returns: nil where everything has to be looked at, or where that is
    ///   quicker.
    init?(
        _ reader: PassReader, _ setup: PassSetup, _ frame: Snapshot, asOf day: CalendarDay
    ) throws {
        let changes = try reader.changes()
        guard changes.ids.count <= Self.mostChanges else { return nil }
        let open = try PassCompetitors(
            reader, frame.decisions, days: setup.classifier.daysOfTransfers
        )
        .all(around: changes)
        // Only who they are with is to be known, so nothing is searched.
        var pass = try setup.conclude(
            try reader.snapshot(asOf: day, of: open),
            settled: setup.classifier.settledTransfers(lookingOnlyAt: [], earlier: [:]),
            memory: PaymentMemory(lookedAt: open))
        isRowLocal = pass.isRowLocal
        guard !open.isEmpty else {
            concluded = open
            conclusions = pass.conclusions
            self.pass = pass
            return
        }
        var companions = try PassCompanions(of: open, pass.conclusions, reader, frame.decisions)
        while true {
            guard let all = try companions.all(reader) else { return nil }
            let (snapshot, settled) = try Self.material(
                all, open: open, reader, setup.classifier, asOf: day)
            pass = try setup.conclude(snapshot, settled: settled, memory: companions.memory)
            isRowLocal = isRowLocal && pass.isRowLocal
            guard !pass.missing.isEmpty else {
                concluded = all
                break
            }
            companions.add(pass.missing)
        }
        self.pass = pass
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

extension PassSetup {
    /// A pass over a part, of which only the last is told of.
    fileprivate func conclude(
        _ snapshot: Snapshot, settled: SettledTransfers = .none, memory: PaymentMemory? = nil
    ) throws -> Pass {
        _ = userRules.takeOutput()
        return try classifier.conclude(snapshot, settled: settled, memory: memory)
    }
}

extension Conclusions {
    /// What is concluded about some transactions only.
    func only(about ids: Set<Int64>) -> Conclusions {
        Conclusions(
            verdicts: verdicts, entries: entries.filter { ids.contains($0.transaction) },
            splits: splits.filter { ids.contains($0.key) },
            series: series.filter { ids.contains($0.newestTransaction) },
            candidates: candidates.filter { ids.contains($0.key) }, histories: histories)
    }
}
