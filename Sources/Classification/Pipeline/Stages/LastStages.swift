import Model
import Rules

extension PipelineRun {
    mutating func runCategoryLens(stage: Int) {
        var saidOfCategory: [String: Int32] = [:]
        for category in pipeline.categories.categories {
            guard let lens = category.lens else { continue }
            saidOfCategory[category.id] = number(
                of: Contribution(
                    stage: stage,
                    reason: Reason(
                        by: pipeline.stages[stage].name, rule: nil,
                        text: "Auto-detected: \(category.name) counts as a \(lens.rawValue)"),
                    effect: Effect(lens: lens)))
        }
        let said = (0..<states.count).map { state in
            saidOfCategory[states.category(of: Int32(state)) ?? Self.lastCategory]
        }
        for row in snapshot.transactions.indices {
            if expectedClass(of: row) == .expense {
                if let said = said[Int(stateOfRow[row])] { say(said, of: row) }
            } else if let lens = lens(ofTransfer: row) {
                let reason = Reason(
                    by: pipeline.stages[stage].name, rule: nil,
                    text: "Auto-detected: \(lens.sentence)")
                say(
                    Contribution(stage: stage, reason: reason, effect: Effect(lens: lens.lens)),
                    of: row)
            } else {
                passOver(row, stage: stage)
            }
        }
    }

    /// The lens of one side of a transfer, where the other is known.
    private func lens(ofTransfer row: Int) -> TransferLens? {
        guard let partner = partner(of: row), expectedClass(of: row) == .transfer else {
            return nil
        }
        let transaction = snapshot.transactions[row]
        return TransferLens(
            amount: transaction.amount, in: snapshot.account(of: transaction).type,
            with: snapshot.account(of: snapshot.transactions[partner]).type)
    }

    mutating func runDefault(stage: Int) {
        let name = pipeline.stages[stage].name
        func contribution(_ text: String, _ transactionClass: TransactionClass) -> Contribution {
            Contribution(
                stage: stage, reason: Reason(by: name, rule: nil, text: text),
                effect: Effect(class: transactionClass, category: Self.lastCategory))
        }
        let income = number(
            of: contribution("Default: no stage decided, and money came in", .income))
        let expense = number(
            of: contribution("Default: no stage decided, and money went out", .expense))
        let nothing = number(
            of: contribution("Default: no stage decided, and no money moved", .expense))
        for row in snapshot.transactions.indices {
            let amount = snapshot.transactions[row].amount
            say(amount > 0 ? income : amount < 0 ? expense : nothing, of: row)
        }
    }
}
