internal import Model

/// What an earlier pass found about the transfers of transactions that this
/// pass can't look for again, since not all possible partners are at hand.
public struct SettledTransfers: Sendable {
    /// What was found of one transaction.
    struct Finding: Hashable, Sendable {
        /// The other side, where it is known.
        let partner: Int64?
        /// Nil where the other side counts as something else.
        let transactionClass: TransactionClass?
        let reason: Reason
        /// What was said of such a one without regard to the other side.
        var classBesidePartner: Decided<TransactionClass>?
        /// What the transfer counts as, where that was said with it.
        var lens: Lens?
    }

    /// The vault's numbers of the transactions to look for partners of; nil for
    /// all.
    let open: Set<Int64>?
    /// Of the others, by the vault's numbers.
    let findings: [Int64: Finding]
    /// Of the others, those that could be a side of several transfers, with
    /// their candidates.
    let candidates: [Int64: [Int64]]

    /// Nothing is settled.
    public static let none = SettledTransfers(open: nil, findings: [:], candidates: [:])

    /// - Parameters:
    ///   - open: the transactions to look for partners of, with all their
    ///     possible partners and all of those' possible partners.
    ///   - earlier: what was concluded about the others.
    ///   - candidates: those of the others that are left for the person to
    ///     choose.
    ///   - pipeline: of which some stages look for transfers.
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

    /// The other sides that are known.
    public var partners: Set<Int64> { Set(findings.values.compactMap(\.partner)) }

    func isOpen(_ transaction: Int64) -> Bool { open?.contains(transaction) ?? true }
}
