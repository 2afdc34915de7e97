internal import GRDB
public import Model

/// Reads the vault for a pass, all at one moment. Only for use in
/// ``Vault/readForPass(typedBy:_:)``.
public struct PassReader {
    /// The last stored pass.
    public let last: PassState

    private let database: Database
    private let changes: Int64
    private let accountsAndDecisions: SnapshotReader.Frame

    init(_ database: Database, typedBy guess: AccountTypeGuess?) throws {
        self.database = database
        accountsAndDecisions = try SnapshotReader(database: database).frame(typedBy: guess)
        guard
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT generation, rulebook, balances, last_transaction, covered_changes,
                        changes
                    FROM pass_state
                    """)
        else {
            throw VaultError.damagedRow(table: "pass_state", id: 1, reason: "it is missing")
        }
        last = try PassState(
            generation: row.value(0), rulebookDigest: row.value(1), balancesDigest: row.value(2),
            lastTransaction: row.value(3), coveredChanges: row.value(4))
        changes = try row.value(5)
    }

    /// The accounts and decisions, without transactions.
    public func frame(asOf day: CalendarDay) -> Snapshot {
        accountsAndDecisions.snapshot(asOf: day)
    }

    /// A snapshot of everything.
    public func snapshot(asOf day: CalendarDay) throws -> Snapshot {
        try SnapshotReader(database: database).snapshot(asOf: day, in: accountsAndDecisions)
    }

    /// The stamp to store with the conclusions about this data.
    public func stamp(rulebookDigest: String, balancesDigest: String?) throws -> PassStamp {
        PassStamp(
            rulebookDigest: rulebookDigest, balancesDigest: balancesDigest, basedOn: last,
            lastTransaction: try Int64.fetchOne(
                database, sql: "SELECT max(id) FROM transactions") ?? 0,
            changes: changes)
    }
}

extension Vault {
    /// Reads the vault for a pass, all at one moment.
    ///
    /// - Parameter guess: guesses account types; nil for the stored types.
    public func readForPass<Value>(
        typedBy guess: AccountTypeGuess? = nil, _ body: (PassReader) throws -> Value
    ) throws(VaultError) -> Value {
        try read { try body(PassReader($0, typedBy: guess)) }
    }
}
