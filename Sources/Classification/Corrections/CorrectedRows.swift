import Model

/// What the person set for single transactions, by the rows of a snapshot, with
/// what can't be heeded left out.
struct CorrectedRows {
    private var corrections: [Int: Correction] = [:]
    /// In the order of transactions.
    private(set) var problems: [DecisionProblem] = []

    /// - Parameter isPart: whether there are transactions that the snapshot
    ///   does not have.
    init(_ snapshot: Snapshot, pipeline: Pipeline, isPart: Bool) {
        let decided = snapshot.decisions.corrections
        guard !decided.isEmpty else { return }
        guard pipeline.hasCorrections else {
            problems = [.noStageForCorrections(count: decided.count)]
            return
        }
        for (transaction, correction) in decided.sorted(by: { $0.key < $1.key }) {
            guard let row = snapshot.row(of: transaction) else {
                if !isPart { problems.append(.transactionWithdrawn(transaction)) }
                continue
            }
            var correction = correction
            if let category = correction.category, pipeline.categories[category] == nil {
                problems.append(.noSuchCategory(category, transaction: transaction))
                correction.category = nil
            }
            corrections[row] = correction
        }
    }

    subscript(row: Int) -> Correction? { corrections[row] }

    var inRowOrder: [(row: Int, correction: Correction)] {
        corrections.sorted { $0.key < $1.key }.map { (row: $0.key, correction: $0.value) }
    }
}

extension Pipeline {
    fileprivate var hasCorrections: Bool {
        stages.contains { if case .corrections = $0.kind { true } else { false } }
    }
}
