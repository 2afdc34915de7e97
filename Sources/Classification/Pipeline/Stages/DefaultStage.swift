import Model
import Rules

extension PipelineRun {
    mutating func runDefault(stage: Int) {
        let name = pipeline.stages[stage].name
        func contribution(_ text: String, _ transactionClass: TransactionClass) -> Contribution {
            Contribution(
                stage: stage, reason: Reason(by: name, rule: nil, text: text),
                effect: Effect(class: transactionClass, category: Self.lastCategory))
        }
        let income = number(
            of: contribution("Default: nothing else matched, and money came in", .income))
        let expense = number(
            of: contribution("Default: nothing else matched, and money went out", .expense))
        let nothing = number(
            of: contribution("Default: nothing else matched, and no money moved", .expense))
        for row in snapshot.transactions.indices {
            let amount = snapshot.transactions[row].amount
            add(amount > 0 ? income : amount < 0 ? expense : nothing, to: row)
        }
    }
}
