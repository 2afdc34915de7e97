import Model
import Rules

extension PipelineRun {
    mutating func run(_ settings: TransferSettings, stage: Int) throws {
        sayWhatIsSettled(stage: stage)
        candidates.merge(settled.candidates) { found, _ in found }
        guard settled.open?.isEmpty != true else { return }
        let names = try accountNames.names(
            of: snapshot.accounts, settings, stage: pipeline.stages[stage].name)
        let matcher = TransferMatcher(settings: settings, names: names, snapshot: snapshot)
        let (transactions, settled) = (snapshot.transactions, settled)
        let result = matcher.result(
            isCandidate: { row in
                partnerOfRow[row] < 0
                    && (states.transactionClass(of: stateOfRow[row]) ?? .transfer) == .transfer
            }, isOpen: settled.open == nil ? nil : { settled.isOpen(transactions[$0].id) })
        for pair in result.pairs {
            let said = number(
                of: transfer(stage, TransferWords.reason(for: pair, in: snapshot), isPaired: true))
            partnerOfRow[pair.sender] = Int32(pair.receiver)
            partnerOfRow[pair.receiver] = Int32(pair.sender)
            say(said, of: pair.sender)
            say(said, of: pair.receiver)
        }
        for (row, other) in result.oneSided where !takenApart.contains(row) {
            let words = TransferWords.reason(forOneSided: row, other: other, in: snapshot)
            say(transfer(stage, words, isPaired: false), of: row)
        }
        for (row, others) in result.candidates {
            candidates[transactions[row].id] = others.map { transactions[$0].id }.sorted()
            if row == tracedRow {
                trace.steps[stage].passedOver = TransferWords.tie(others.count)
            }
        }
        transferProblems += result.currenciesWithoutRate.map { currency in
            RuleFileProblem(
                file: "config/rates.toml", line: nil,
                message: TransferWords.missingRate(of: currency, base: settings.rates.base))
        }
    }

    private mutating func sayWhatIsSettled(stage: Int) {
        guard !settled.findings.isEmpty else { return }
        let name = pipeline.stages[stage].name
        for (row, transaction) in snapshot.transactions.enumerated() {
            guard let finding = settled.findings[transaction.id], finding.reason.by == name
            else { continue }
            partnerOfRow[row] = Int32(finding.partner.flatMap(snapshot.row(of:)) ?? -1)
            say(
                Contribution(
                    stage: stage, reason: finding.reason, effect: Effect(class: .transfer),
                    linksPartner: finding.partner != nil),
                of: row)
        }
    }

    private func transfer(_ stage: Int, _ words: String, isPaired: Bool) -> Contribution {
        Contribution(
            stage: stage,
            reason: Reason(by: pipeline.stages[stage].name, rule: nil, text: words),
            effect: Effect(class: .transfer), linksPartner: isPaired)
    }
}
