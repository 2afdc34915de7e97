import Model
import Rules

extension PipelineRun {
    mutating func run(_ normaliser: PayeeNormaliser, stage: Int) {
        var payees = SnapshotPayees(normaliser, snapshot: snapshot)
        var said: [Numbered] = []
        for row in snapshot.transactions.indices {
            let payee = payees.payee(ofRow: row)
            while said.count < payees.keys.count {
                let next = said.count
                said.append(
                    numbered(
                        Contribution(
                            stage: stage,
                            reason: Reason(
                                by: pipeline.stages[stage].name, rule: nil,
                                text: payees.isAlias[next]
                                    ? "Your name for this payee"
                                    : "Auto-detected: read from its text"),
                            effect: Effect(payee: payees.names[next]))))
            }
            if said[payee].contribution.effect.payee?.isEmpty == false { say(said[payee], of: row) }
        }
    }
}
