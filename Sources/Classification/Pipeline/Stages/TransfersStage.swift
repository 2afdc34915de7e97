internal import Model
internal import Rules

extension PipelineRun {
    mutating func runTransfers(_ settings: TransferSettings, stage: Int) throws {
        addKnownTransfers(stage: stage)
        candidates.merge(settled.candidates) { found, _ in found }
        guard settled.open?.isEmpty != true else { return }
        let names = try accountNames.names(
            of: snapshot.accounts, settings, stage: pipeline.stages[stage].name)
        let matcher = TransferMatcher(settings: settings, names: names, snapshot: snapshot)
        let (transactions, settled) = (snapshot.transactions, settled)
        let isDecided = tracedRow.map { _ in
            stateOfRow.map { (states.transactionClass(of: $0) ?? .transfer) != .transfer }
        }
        let result = matcher.result(
            // Called for every row: a method would copy the whole run each time.
            isMarkHeeded: {
                (states.transactionClass(of: stateOfRow[$0]) ?? .transfer) == .transfer
            },
            isCandidate: { row in
                partnerOfRow[row] < 0
                    && (states.transactionClass(of: stateOfRow[row]) ?? .transfer) == .transfer
            },
            isOpen: settled.open == nil ? nil : { settled.isOpen(transactions[$0].id) })
        for pair in result.pairs {
            let contribution = number(
                of: transfer(stage, TransferWords.reason(for: pair, in: snapshot), isPaired: true))
            partnerOfRow[pair.sender] = Int32(pair.receiver)
            partnerOfRow[pair.receiver] = Int32(pair.sender)
            add(contribution, to: pair.sender)
            add(contribution, to: pair.receiver)
        }
        for found in result.returned { addReturn(found, stage: stage) }
        for row in result.surelyPaired.sorted() {
            let others = result.candidates[row] ?? []
            let words = TransferWords.reason(forOneOf: others.count)
            var contribution = transfer(stage, words, isPaired: false)
            contribution.effect.lens = commonLens(of: row, with: others)
            add(contribution, to: row)
        }
        for found in result.oneSided
        where !unlinked.contains(found.row) && !result.surelyPaired.contains(found.row) {
            let words = TransferWords.reason(for: found, in: snapshot)
            let kind =
                TransferWords.isLoanPayment(found, in: snapshot) ? Reason.Kind.loanPayment : nil
            add(transfer(stage, words, kind: kind, isPaired: false), to: found.row)
        }
        if !result.receivedPayments.isEmpty {
            let contribution = number(
                of: transfer(stage, TransferWords.receivedPayment, isPaired: false))
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

    /// Keeps a pair that the person made although one side has another class. So it
    /// can be shown and made again.
    private mutating func link(_ pair: TransferMatcher.Pair, stage: Int) {
        let rows = [pair.sender, pair.receiver]
        guard rows.allSatisfy({ partnerOfRow[$0] < 0 }) else { return }
        var contribution = transfer(
            stage, TransferWords.reason(for: pair, in: snapshot), isPaired: true)
        contribution.effect.class = nil
        partnerOfRow[pair.sender] = Int32(pair.receiver)
        partnerOfRow[pair.receiver] = Int32(pair.sender)
        for row in rows { add(contribution, to: row) }
    }

    /// Records a returned transfer: both have one class and one lens, so that they
    /// cancel out.
    private mutating func addReturn(_ found: TransferMatcher.Return, stage: Int) {
        guard !unlinked.contains(found.row) else { return }
        let transactions = snapshot.transactions
        var contribution = transfer(stage, TransferWords.reason(for: found), isPaired: false)
        let known = states.transactionClass(of: stateOfRow[found.original])
        contribution.effect.class = known ?? .transfer
        contribution.effect.lens = partner(of: found.original).flatMap { other in
            let original = transactions[found.original]
            return TransferLens(
                amount: original.amount, in: snapshot.account(of: original).type,
                with: snapshot.account(of: transactions[other]).type)?.lens
        }
        add(contribution, to: found.row)
        guard known == nil, !unlinked.contains(found.original) else { return }
        add(
            transfer(stage, TransferWords.reason(forReturned: found), isPaired: false),
            to: found.original)
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

    private mutating func addKnownTransfers(stage: Int) {
        guard !settled.findings.isEmpty else { return }
        let name = pipeline.stages[stage].name
        for (row, transaction) in snapshot.transactions.enumerated() {
            guard let finding = settled.findings[transaction.id], finding.reason.by == name
            else { continue }
            partnerOfRow[row] = Int32(finding.partner.flatMap(snapshot.row(of:)) ?? -1)
            if let alone = finding.classBesidePartner {
                add(
                    Contribution(
                        stage: stage, reason: alone.reason,
                        effect: Effect(class: alone.value, lens: finding.lens)),
                    to: row)
            }
            let isAlone = finding.classBesidePartner != nil
            add(
                Contribution(
                    stage: stage, reason: finding.reason,
                    effect: Effect(
                        class: finding.transactionClass, lens: isAlone ? nil : finding.lens),
                    linksPartner: finding.partner != nil),
                to: row)
        }
    }

    private func transfer(
        _ stage: Int, _ words: String, kind: Reason.Kind? = nil, isPaired: Bool
    ) -> Contribution {
        Contribution(
            stage: stage,
            reason: Reason(
                by: pipeline.stages[stage].name, rule: nil, text: words, kind: kind),
            effect: Effect(class: .transfer), linksPartner: isPaired)
    }
}

/// Transfers found by an earlier pass that this pass can't search again, since it
/// lacks some possible partners.
public struct KnownTransfers: Sendable {
    /// The earlier result for one transaction.
    struct Finding: Hashable, Sendable {
        /// The other side, if known.
        let partner: Int64?
        /// Nil if the other side has another class.
        let transactionClass: TransactionClass?
        let reason: Reason
        /// The class decided without regard to the other side.
        var classBesidePartner: Decided<TransactionClass>?
        /// The lens of the transfer, if it was decided with it.
        var lens: Lens?
    }

    /// The vault's numbers of the transactions to match; nil for all.
    let open: Set<Int64>?
    /// The results for the others, by the vault's numbers.
    let findings: [Int64: Finding]
    /// The candidates of those others that could be a side of several transfers.
    let candidates: [Int64: [Int64]]

    public static let none = KnownTransfers(open: nil, findings: [:], candidates: [:])

    /// - Parameters:
    ///   - open: the transactions to match, with all their possible partners and the
    ///     possible partners of those.
    ///   - earlier: the stored conclusions about the others.
    ///   - candidates: those of the others that wait for the person's choice.
    ///   - pipeline: tells which stages look for transfers.
    init(
        lookingOnlyAt open: Set<Int64>,
        earlier: [Int64: (verdict: Verdict, partner: Int64?)],
        candidates: [Int64: [Int64]], pipeline: Pipeline
    ) {
        let stages = Set(
            pipeline.stages.filter { if case .transfers = $0.kind { true } else { false } }
                .map(\.name))
        self.init(
            open: open,
            findings: earlier.compactMapValues { verdict, partner in
                let lens = verdict.lens.flatMap { stages.contains($0.reason.by) ? $0.value : nil }
                if let partner, let reason = verdict.partner {
                    let decided = verdict.transactionClass
                    let isOfPair = decided.reason == reason
                    let isBeside = !isOfPair && stages.contains(decided.reason.by)
                    return Finding(
                        partner: partner, transactionClass: isOfPair ? .transfer : nil,
                        reason: reason, classBesidePartner: isBeside ? decided : nil, lens: lens)
                }
                let reason = verdict.transactionClass.reason
                guard stages.contains(reason.by) else { return nil }
                return Finding(
                    partner: nil, transactionClass: verdict.transactionClass.value,
                    reason: reason, lens: lens)
            }, candidates: candidates)
    }

    private init(
        open: Set<Int64>?, findings: [Int64: Finding], candidates: [Int64: [Int64]]
    ) {
        self.open = open
        self.findings = findings
        self.candidates = candidates
    }

    /// The known other sides.
    public var partners: Set<Int64> { Set(findings.values.compactMap(\.partner)) }

    func isOpen(_ transaction: Int64) -> Bool { open?.contains(transaction) ?? true }
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
                case .checking, .savings, .other: rows.insert(row)
                case .credit, .investment, .brokerage, .loan, .mortgage: continue
                }
            }
        }
        self.rows = rows
    }

    func contains(_ row: Int) -> Bool { !rows.isEmpty && rows.contains(row) }
}
