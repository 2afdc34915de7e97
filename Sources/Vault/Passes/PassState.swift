internal import GRDB

/// The vault's record of the last stored pass.
public struct PassState: Hashable, Sendable {
    /// The number of stored passes.
    let generation: Int64
    /// A digest of everything that affects the pass except transactions and the
    /// decisions about them. Empty if the next pass must not be skipped.
    public let rulebookDigest: String
    /// A digest of the balances if a rule has read one.
    public let balancesDigest: String?
    /// The highest transaction number that it covered.
    public let lastTransaction: Int64
    /// The changes of decisions and of stored transactions that it covered.
    let coveredChanges: Int64

    /// Counts a change of decisions or of stored transactions, so that the next pass is not
    /// skipped. New transactions show by their numbers.
    static func noteChange(in database: Database) throws {
        try database.cachedStatement(sql: "UPDATE pass_state SET changes = changes + 1").execute()
    }
}

/// The basis of a pass, stored with its conclusions.
public struct PassStamp: Sendable {
    /// As in ``PassState``; empty if the next pass must not be skipped.
    public var rulebookDigest: String
    public var balancesDigest: String?
    let basedOn: PassState
    let lastTransaction: Int64
    /// As in ``PassState/coveredChanges``.
    let changes: Int64
}

extension PassStamp {
    /// Whether there are transactions that the last pass did not cover, or that changed
    /// since.
    public var coversNewOrChanged: Bool {
        lastTransaction != basedOn.lastTransaction || changes != basedOn.coveredChanges
    }

    /// The number of the pass that is stored with it.
    var number: Int64 { basedOn.generation + 1 }

    /// Whether it differs from the stored state.
    var isNews: Bool {
        rulebookDigest != basedOn.rulebookDigest || balancesDigest != basedOn.balancesDigest
            || coversNewOrChanged
    }

    /// Stores it.
    ///
    /// - Throws: ``VaultError/overtaken`` if another pass was stored meanwhile.
    func write(to database: Database) throws {
        try database.execute(
            sql: """
                UPDATE pass_state SET generation = generation + 1, rulebook = ?, balances = ?,
                    last_transaction = ?, covered_changes = ?
                WHERE generation = ?
                """,
            arguments: [
                rulebookDigest, balancesDigest, lastTransaction, changes, basedOn.generation,
            ])
        guard database.changesCount == 1 else { throw VaultError.overtaken }
    }
}

extension Vault {
    /// The last stored pass's digest; see ``PassState/rulebookDigest``.
    public func rulebookDigest() throws(VaultError) -> String {
        try read { try String.fetchOne($0, sql: "SELECT rulebook FROM pass_state") ?? "" }
    }

    /// Whether transactions have arrived since the last stored pass, which figures lack.
    public func hasUnclassified() throws(VaultError) -> Bool {
        try read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM transactions WHERE voided_at IS NULL
                        AND id > (SELECT last_transaction FROM pass_state))
                    """) ?? false
        }
    }

    /// Whether the vault was classified or is empty, and every account that counts in
    /// totals has a type.
    public func wasClassified() throws(VaultError) -> Bool {
        try read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT (generation > 0 OR EXISTS (SELECT 1 FROM conclusions)
                            OR NOT EXISTS (SELECT 1 FROM transactions))
                        AND NOT EXISTS (
                            SELECT 1 FROM accounts
                            LEFT JOIN account_decisions ON account_decisions.account_id = accounts.id
                            LEFT JOIN account_conclusions
                                ON account_conclusions.account_id = accounts.id
                            WHERE visibility IS NULL
                                AND account_decisions.type IS NULL
                                AND account_conclusions.type IS NULL
                                AND accounts.id NOT IN (SELECT from_account FROM account_merges)
                                AND \(ImportedTransactions.isShown))
                    FROM pass_state
                    """) ?? false
        }
    }
}
