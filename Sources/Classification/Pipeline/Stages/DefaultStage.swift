import Model
import Rules

extension PipelineRun {
    mutating func runDefault(stage: Int) {
        let name = pipeline.stages[stage].name
        func contribution(
            _ code: Evidence.Code, _ transactionClass: TransactionClass
        ) -> Contribution {
            Contribution(
                stage: stage, reason: Reason(by: name, rule: nil, Evidence(code)),
                effect: Effect(class: transactionClass, category: Self.lastCategory))
        }
        let income = number(of: contribution(.noMatchIn, .income))
        let expense = number(of: contribution(.noMatchOut, .expense))
        let nothing = number(of: contribution(.noMatch, .expense))
        for row in snapshot.transactions.indices {
            let amount = snapshot.transactions[row].amount
            add(amount > 0 ? income : amount < 0 ? expense : nothing, to: row)
        }
    }
}
