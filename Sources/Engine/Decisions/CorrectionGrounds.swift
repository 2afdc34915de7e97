internal import Classification
internal import Model
internal import Rules
internal import Vault

/// What has to be known of transactions before the person's word on them can be
/// kept.
struct CorrectionGrounds {
    /// With payees as rules see them.
    let snapshot: Snapshot
    /// Of the transactions, those that are in the vault.
    let rows: [TransactionFacts]
    /// What was set for them before.
    let earlier: [Int64: Correction]
    private let opinions: [Int64: [RuleOpinion]]
    private let waiting: [Rule]
    private let identities: RuleIdentities
    /// Those of the configuration.
    let categories: CategoryTree

    /// - Parameters:
    ///   - changes: what the person says of transactions; rules are asked what
    ///     they set where it has been said.
    ///   - keeper: as of a pass.
    init(
        _ engine: Engine, of transactions: [Int64], changes: [Int64: [CorrectionChange]] = [:],
        keeper: PassKeeper? = nil
    ) throws {
        let numbers = Set(transactions)
        let setup = try engine.passSetup(keeper: keeper)
        let snapshot = setup.pipeline.namingPayees(in: try engine.snapshot(for: setup))
        categories = setup.pipeline.categories
        let rows = snapshot.transactions.filter { numbers.contains($0.id) }
        self.snapshot = snapshot
        self.rows = rows
        earlier = snapshot.decisions.corrections.filter { numbers.contains($0.key) }
        identities = setup.userRules.identities
        waiting = setup.userRules.rulesAskingForDecisions
        var said = snapshot.decisions
        for (transaction, changes) in changes {
            said.corrections[transaction] = changes.reduce(
                earlier[transaction] ?? Correction()
            ) { $1.given(after: $0) }
        }
        opinions = Dictionary(
            grouping: try setup.userRules.opinions(
                on: Snapshot(
                    asOf: snapshot.asOf, accounts: snapshot.accounts, transactions: rows,
                    texts: snapshot.texts, decisions: said)),
            by: \.transaction)
        // The pass behind it finds functions as they were read, and tells what
        // they print.
        if !setup.userRules.wasRowLocal { keeper?.forget() }
        _ = setup.userRules.takeOutput()
    }

    func holds(_ transaction: Int64) -> Bool { rows.contains { $0.id == transaction } }

    /// What is to be kept. Rules of the person's that say something else are
    /// overruled.
    ///
    /// - Parameter start: what else is to be kept already; nil for what was set
    ///   before.
    func correction(
        of transaction: Int64, by change: CorrectionChange, after start: Correction? = nil
    ) -> Correction {
        let start = change.rest(of: start ?? earlier[transaction] ?? Correction())
        return start.changed(
            by: change.correction, opinions: opinions[transaction] ?? [], waiting: waiting,
            of: identities)
    }

    /// What is to be kept where a transaction is said to be a side of a transfer;
    /// nil where neither a correction nor a rule of the person's makes it anything
    /// else.
    func correctionToTransfer(of transaction: Int64) -> Correction? {
        let classes =
            [earlier[transaction]?.class] + (opinions[transaction] ?? []).map(\.effect.class)
        guard classes.contains(where: { $0 != nil && $0 != .transfer }) else { return nil }
        return correction(
            of: transaction, by: CorrectionChange(Correction(class: .transfer)))
    }
}
