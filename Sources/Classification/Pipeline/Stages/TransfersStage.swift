internal import Model
internal import Rules

extension PipelineRun {
    mutating func runTransfers(_ settings: TransferSettings, stage: Int) throws {
        let names = try accountNames.names(
            of: snapshot.accounts, settings, stage: pipeline.stages[stage].name)
        let matcher = TransferMatcher(settings: settings, names: names, snapshot: snapshot)
        let transactions = snapshot.transactions
        let isDecided = tracedRow.map { _ in
            stateOfRow.map { (states.transactionClass(of: $0) ?? .transfer) != .transfer }
        }
        let result = try matcher.result(
            // Called for every row: a method would copy the whole run each time.
            isMarkHeeded: {
                (states.transactionClass(of: stateOfRow[$0]) ?? .transfer) == .transfer
            },
            isCandidate: { row in
                partnerOfRow[row] < 0
                    && (states.transactionClass(of: stateOfRow[row]) ?? .transfer) == .transfer
            })
        for pair in result.pairs {
            let evidence = TransferWords.evidence(for: pair, in: snapshot)
            let contribution = number(of: transfer(stage, evidence, isPaired: true))
            partnerOfRow[pair.sender] = Int32(pair.receiver)
            partnerOfRow[pair.receiver] = Int32(pair.sender)
            add(contribution, to: pair.sender)
            add(contribution, to: pair.receiver)
            if let fee = fee(of: pair, stage: stage) { add(fee, to: pair.sender) }
        }
        for found in result.returned { addReturn(found, stage: stage) }
        takingBack = result.takingBack.filter { !unlinked.contains($0.row) }
        for row in result.surelyPaired.sorted() {
            let others = result.candidates[row] ?? []
            var contribution = transfer(
                stage, Evidence(.transferOpen, "\(others.count)"), isPaired: false)
            contribution.effect.lens = commonLens(of: row, with: others)
            add(contribution, to: row)
        }
        for found in result.oneSided
        where !unlinked.contains(found.row) && !result.surelyPaired.contains(found.row) {
            let evidence = TransferWords.evidence(for: found, in: snapshot)
            let kind =
                TransferWords.isLoanPayment(found, in: snapshot) ? Reason.Kind.loanPayment : nil
            add(transfer(stage, evidence, kind: kind, isPaired: false), to: found.row)
        }
        addAlone(result.walletFundings, Evidence(.walletFunding), stage: stage)
        addAlone(result.ownMovementsOfLoans, Evidence(.loanMovement), stage: stage)
        if !result.receivedPayments.isEmpty {
            let contribution = number(
                of: transfer(stage, Evidence(.cardPayment), isPaired: false))
            for row in result.receivedPayments
            where !unlinked.contains(row) && !result.surelyPaired.contains(row) {
                add(contribution, to: row)
            }
        }
        for pair in result.overruled { link(pair, stage: stage) }
        for (row, others) in result.candidates {
            candidates[transactions[row].id] = others.map { transactions[$0].id }.sorted()
        }
        if let row = tracedRow, partnerOfRow[row] < 0, !transactions[row].isPending,
            let isDecided, !isDecided[row], !result.surelyPaired.contains(row)
        {
            let refusals = matcher.refusals(
                of: row, partner: partner(of:), isCandidate: { !isDecided[$0] })
            trace.steps[stage].passedOver = RefusalWords(
                snapshot: snapshot, settings: settings, row: row
            ).text(refusals)
        }
        transferProblems += result.currenciesWithoutRate.map { currency in
            RuleFileProblem(
                file: "config/rates.toml", line: nil,
                message: TransferWords.missingRate(of: currency, base: settings.rates.base))
        }
    }

    private mutating func addAlone(_ rows: [Int], _ evidence: Evidence, stage: Int) {
        guard !rows.isEmpty else { return }
        let contribution = number(of: transfer(stage, evidence, isPaired: false))
        for row in rows where !unlinked.contains(row) { add(contribution, to: row) }
    }

    /// The fee that was taken from a transfer in one currency, as the first part of what was
    /// sent; nil if nothing is missing.
    private func fee(of pair: TransferMatcher.Pair, stage: Int) -> Contribution? {
        let (out, into) = (
            snapshot.transactions[pair.sender], snapshot.transactions[pair.receiver]
        )
        let currency = snapshot.account(of: out).currency
        guard currency == snapshot.account(of: into).currency,
            out.amount.magnitude > into.amount.magnitude
        else { return nil }
        let minorUnits = out.amount.magnitude - into.amount.magnitude
        let fee = DecimalAmount(
            coefficient: Int64(clamping: minorUnits), decimals: currency.exponent)
        let category =
            pipeline.categories[Self.categoryOfFees] == nil
            ? Self.lastCategory : Self.categoryOfFees
        let plan = SplitPlan(
            fee: fee, category: category, lens: pipeline.categories[category]?.lensInUse,
            rest: Self.lastCategory)
        return Contribution(
            stage: stage,
            reason: Reason(
                by: pipeline.stages[stage].name, rule: nil, Evidence(.transferFee), kind: .fee),
            effect: Effect(splits: plan))
    }

    private static let categoryOfFees = "fees"

    /// Keeps a pair that the person made although one side has another class. So it
    /// can be shown and made again.
    private mutating func link(_ pair: TransferMatcher.Pair, stage: Int) {
        let rows = [pair.sender, pair.receiver]
        guard rows.allSatisfy({ partnerOfRow[$0] < 0 }) else { return }
        var contribution = transfer(
            stage, TransferWords.evidence(for: pair, in: snapshot), isPaired: true)
        contribution.effect.class = nil
        partnerOfRow[pair.sender] = Int32(pair.receiver)
        partnerOfRow[pair.receiver] = Int32(pair.sender)
        for row in rows { add(contribution, to: row) }
    }

    /// Records a returned transfer: both have one class and one lens, so that they
    /// cancel out.
    private mutating func addReturn(_ found: TransferMatcher.Return, stage: Int) {
        guard !unlinked.contains(found.row) else { return }
        var contribution = transfer(
            stage, Evidence(.takesBack, "\(found.daysLater)"), isPaired: false)
        let known = states.transactionClass(of: stateOfRow[found.original])
        contribution.effect.class = known ?? .transfer
        contribution.effect.lens = lensOfTransfer(found.original)
        add(contribution, to: found.row)
        guard known == nil, !unlinked.contains(found.original) else { return }
        add(
            transfer(stage, Evidence(.takenBack, "\(found.daysLater)"), isPaired: false),
            to: found.original)
    }

    /// The lens of one side of a transfer by the account of the other.
    func lensOfTransfer(_ row: Int) -> Lens? {
        partner(of: row).flatMap { other in
            let transaction = snapshot.transactions[row]
            return TransferLens(
                amount: transaction.amount, in: snapshot.account(of: transaction).type,
                with: snapshot.account(of: snapshot.transactions[other]).type)?.lens
        }
    }

    /// The lens of a transfer if it is the same with each of several rows.
    private func commonLens(of row: Int, with others: [Int]) -> Lens? {
        let transaction = snapshot.transactions[row]
        let lenses = Set(
            others.map { other in
                TransferLens(
                    amount: transaction.amount, in: snapshot.account(of: transaction).type,
                    with: snapshot.account(of: snapshot.transactions[other]).type)?.lens
            })
        return lenses.count == 1 ? lenses.first ?? nil : nil
    }

    private func transfer(
        _ stage: Int, _ evidence: Evidence, kind: Reason.Kind? = nil, isPaired: Bool
    ) -> Contribution {
        Contribution(
            stage: stage,
            reason: Reason(
                by: pipeline.stages[stage].name, rule: nil, evidence, kind: kind),
            effect: Effect(class: .transfer), linksPartner: isPaired)
    }
}

/// Bank account transactions of transfers that the person unlinked.
///
/// There only a text could still make them transfers. In investment accounts, loans
/// and cards the account itself does.
struct UnlinkedTransactions {
    private let rows: Set<Int>

    init(_ snapshot: Snapshot) {
        var rows: Set<Int> = []
        for (pair, decision) in snapshot.decisions.pairs where decision == .unlinked {
            for row in [pair.first, pair.second].compactMap(snapshot.row(of:)) {
                switch snapshot.account(of: snapshot.transactions[row]).type {
                case .checking, .savings, .other, .cash, .asset: rows.insert(row)
                case .credit, .investment, .brokerage, .loan, .mortgage: continue
                }
            }
        }
        self.rows = rows
    }

    func contains(_ row: Int) -> Bool { !rows.isEmpty && rows.contains(row) }
}
