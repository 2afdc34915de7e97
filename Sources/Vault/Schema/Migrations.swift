internal import GRDB

/// The steps that bring a vault's schema up to date, by number. A step that
/// has been released is never changed; a new one is added.
enum Migrations {
    /// - Throws: `VaultError.madeByNewerVersion` and
    ///   `VaultError.notADatabase`, with nothing changed.
    static func bringUpToDate(_ queue: DatabaseQueue, in folder: VaultFolder) throws {
        let state = try state(of: queue, in: folder)
        guard !state.isCurrent else { return }
        do {
            if let newest = state.applied.compactMap({ Int($0) }).max() {
                try SchemaBackup(folder: folder).make(of: queue.path, before: newest + 1)
            }
            try steps.migrate(queue)
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
        let migrator = steps
        return try queue.read { database in
            // From here on the schema is one, also while another command makes it:
            // a table may not be missing at one look and be there at the next.
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
            guard try !migrator.hasBeenSuperseded(database) else {
                throw VaultError.madeByNewerVersion(path: path)
            }
            return State(
                isCurrent: try migrator.hasCompletedMigrations(database),
                applied: try migrator.appliedIdentifiers(database))
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

    private static var steps: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: Schema1.facts)
            try database.execute(sql: Schema1.decisions)
            try database.execute(sql: Schema1.conclusions)
        }
        // Looking at every reference of a large vault would take long, and no
        // table is made anew.
        migrator.registerMigration("2", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema2.conclusions)
        }
        migrator.registerMigration("3") { database in
            try database.execute(sql: Schema3.pluginDecisions)
        }
        migrator.registerMigration("4", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema4.decisions)
            try database.execute(sql: Schema4.journal)
        }
        migrator.registerMigration("5", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema5.conclusions)
        }
        migrator.registerMigration("6", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema6.series)
        }
        migrator.registerMigration("7", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema7.passes)
        }
        migrator.registerMigration("8", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema8.ruleUses)
        }
        migrator.registerMigration("9", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema9.histories)
        }
        migrator.registerMigration("10", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema10.reminders)
        }
        migrator.registerMigration("11", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema11.identity)
        }
        migrator.registerMigration("12", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema12.accountsAndConnections)
        }
        migrator.registerMigration("13", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema13.events)
        }
        migrator.registerMigration("14", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema14.fingerprints)
        }
        migrator.registerMigration("15", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema15.receiversWord)
            try database.execute(sql: Schema15.handlersEntries)
        }
        migrator.registerMigration("16", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema16.requestsAhead)
        }
        migrator.registerMigration("17", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema17.looks)
            try database.execute(sql: Schema17.knownRules)
        }
        migrator.registerMigration("18") { database in
            try database.execute(sql: Schema18.sharedIDs)
        }
        migrator.registerMigration("19", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema19.progress)
        }
        migrator.registerMigration("20", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema20.handlerValues)
            try database.execute(sql: Schema20.outbox)
            try database.execute(sql: Schema20.runningCommands)
        }
        migrator.registerMigration("21", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema21.lastGoodFiles)
        }
        migrator.registerMigration("22", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: Schema22.keptAnswers)
        }
        return migrator
    }
}
