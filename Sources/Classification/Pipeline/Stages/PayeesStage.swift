import Model
import Rules

extension PipelineRun {
    /// Records the payees that were read before all stages.
    mutating func runPayees(stage: Int) {
        guard let payees else { return }
        let name = pipeline.stages[stage].name
        var contributions: [Int32] = []
        for (payee, isAlias) in zip(payees.names, payees.isAlias) {
            contributions.append(
                number(
                    of: Contribution(
                        stage: stage,
                        reason: Reason(
                            by: name, rule: nil,
                            Evidence(isAlias ? .payeeNamed : .payeeRead)),
                        effect: Effect(payee: payee))))
        }
        for row in snapshot.transactions.indices {
            let payee = Int(payees.payeeOfRow[row])
            if !payees.names[payee].isEmpty { add(contributions[payee], to: row) }
        }
    }
}
