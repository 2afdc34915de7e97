package import Model
import Rules

extension PipelineRun {
    /// Says what was read before all stages.
    mutating func runPayees(stage: Int) {
        guard let payees else { return }
        let name = pipeline.stages[stage].name
        var said: [Int32] = []
        for (payee, isAlias) in zip(payees.names, payees.isAlias) {
            said.append(
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
            if !payees.names[payee].isEmpty { say(said[payee], of: row) }
        }
    }
}

extension Reason {
    /// The reason's text for a payee without a name of the person's.
    package static let payeeOfText = "Auto-detected: read from its text"
}
