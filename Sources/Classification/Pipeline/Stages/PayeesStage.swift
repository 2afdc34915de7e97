package import Model
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
                            text: isAlias ? "Your name for this payee" : Reason.payeeOfText),
                        effect: Effect(payee: payee))))
        }
        for row in snapshot.transactions.indices {
            let payee = Int(payees.payeeOfRow[row])
            if !payees.names[payee].isEmpty { add(contributions[payee], to: row) }
        }
    }
}

extension Reason {
    /// The reason for a payee without a name chosen by the person.
    package static let payeeOfText = "Auto-detected: read from its text"
}
