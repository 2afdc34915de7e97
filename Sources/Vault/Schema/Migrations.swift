internal import GRDB

/// The steps that bring a vault's schema up to date, by number.
///
/// A released step never changes. A later schema adds one.
enum Migrations {
    /// - Throws: `VaultError.madeByNewerVersion`, `VaultError.madeByDevelopmentVersion` and
    ///   `VaultError.notADatabase`, with nothing changed.
    static func bringUpToDate(_ queue: DatabaseQueue, in folder: VaultFolder) throws {
        let state = try state(of: queue, in: folder)
        guard !state.isCurrent else { return }
        do {
            if let newest = state.applied.compactMap({ Int($0) }).max() {
                try SchemaBackup(folder: folder).make(of: queue.path, before: newest + 1)
            }
            try steps(of: folder).migrate(queue)
        } catch {
            // Another command may have taken the same steps at the same moment.
            guard try self.state(of: queue, in: folder).applied != state.applied else {
                throw error
            }
            try bringUpToDate(queue, in: folder)
        }
    }

    /// Whether a vault has this version's schema.
    ///
    /// - Throws: as ``bringUpToDate(_:in:)``.
    static func isCurrent(_ queue: DatabaseQueue, in folder: VaultFolder) throws -> Bool {
        try state(of: queue, in: folder).isCurrent
    }

    private struct State {
        let isCurrent: Bool
        let applied: Set<String>
    }

    private static func state(of queue: DatabaseQueue, in folder: VaultFolder) throws -> State {
        let path = folder.databasePath
        try refuseStrangers(queue, path: path)
        let migrator = steps(of: folder)
        return try queue.read { database in
            // From here on the schema is one, also while another command makes it:
            // a table may not be missing at one look and be there at the next.
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
            let applied = try migrator.appliedIdentifiers(database)
            guard applied.isSubset(of: developmentSteps.union(migrator.migrations)) else {
                throw VaultError.madeByNewerVersion(path: path)
            }
            try refuseUnfinished(applied, path: path)
            return State(
                isCurrent: try migrator.hasCompletedMigrations(database), applied: applied)
        }
    }

    /// What SQLite's header says of a file that is a vault: "GhVt".
    private static let applicationID = 0x4768_5674

    /// Adding our tables to another program's database would do harm.
    private static func refuseStrangers(_ queue: DatabaseQueue, path: String) throws {
        let (id, tables) = try queue.read { database in
            (
                try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0,
                // GRDB makes its own table first, in a step of its own.
                try Int.fetchOne(
                    database,
                    sql: """
                        SELECT count(*) FROM sqlite_master
                        WHERE type = 'table' AND name <> 'grdb_migrations'
                        """) ?? 0
            )
        }
        guard id == applicationID || (id == 0 && tables == 0) else {
            throw VaultError.notADatabase(
                path: path, reason: "it is a database of another program")
        }
    }

    private static func steps(of folder: VaultFolder) -> DatabaseMigrator {
        let path = folder.databasePath
        var migrator = DatabaseMigrator()
        // References are checked at once: a vault of the development versions may be large, and
        // none of its rows change.
        migrator.registerMigration(
            "26", foreignKeyChecks: .immediate, merging: developmentSteps
        ) { database, applied in
            try refuseUnfinished(applied, path: path)
            guard applied.isEmpty else {
                if applied == firstDevelopmentSteps { try database.execute(sql: kindsOfReasons) }
                if applied.isDisjoint(with: ["24", "25"]) {
                    try database.execute(sql: statementsOf24)
                }
                if applied != ["25"] { try database.execute(sql: loans) }
                return try database.execute(sql: splits)
            }
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            for statements in Schema.statements { try database.execute(sql: statements) }
        }
        return migrator
    }

    /// The steps of the versions before the first release. The later ones each replaced those
    /// before.
    private static let developmentSteps = firstDevelopmentSteps.union(["23", "24", "25"])
    private static let firstDevelopmentSteps = Set((1...22).map { String($0) })

    private static func refuseUnfinished(_ applied: Set<String>, path: String) throws {
        let former = applied.intersection(developmentSteps)
        guard [[], firstDevelopmentSteps, ["23"], ["24"], ["25"]].contains(former) else {
            throw VaultError.madeByDevelopmentVersion(path: path)
        }
    }

    /// The first steps took the words of a reason for its kind.
    private static let kindsOfReasons = """
        ALTER TABLE reasons ADD COLUMN kind TEXT;
        UPDATE reasons SET kind = 'correction' WHERE text = 'Corrected by you';
        UPDATE reasons SET kind = 'loan payment'
        WHERE text LIKE 'Auto-detected: loan payment, by a text that names%';
        """

    private static let loans = """
        ALTER TABLE verdicts ADD COLUMN loan TEXT;
        ALTER TABLE verdicts ADD COLUMN loan_reason INTEGER REFERENCES reasons;
        ALTER TABLE transaction_corrections ADD COLUMN loan TEXT;
        """

    private static let splits = "ALTER TABLE transaction_corrections ADD COLUMN splits TEXT;"

    private static let statementsOf24 = """
        \(amountsOfBanks)
        ALTER TABLE reasons ADD COLUMN chance INTEGER;
        ALTER TABLE account_decisions
            ADD COLUMN minimum_payment INTEGER CHECK (minimum_payment >= 0);
        \(Schema.seriesNotes)
        \(Schema.confirmations)
        DROP TABLE known_rules;
        """

    /// All of them stored amounts and balances with the sign that the person decided.
    private static let amountsOfBanks = """
        ALTER TABLE transactions ADD COLUMN bank_amount INTEGER NOT NULL DEFAULT 0;
        UPDATE transactions SET bank_amount =
            \(Schema.countedAmount("amount", account: "transactions.account_id"));
        UPDATE accounts SET balance = -balance
        WHERE id IN (SELECT account_id FROM account_signs WHERE reverses_balance);
        UPDATE daily_balances SET balance = -balance
        WHERE account_id IN (SELECT account_id FROM account_signs WHERE reverses_balance);
        \(Schema.signs)
        \(Schema.categories)
        DROP INDEX transactions_by_size;
        """
}
