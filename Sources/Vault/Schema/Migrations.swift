internal import GRDB

/// The steps that bring a vault's schema up to date, by number. A step that
/// has been released is never changed; a new one is added.
enum Migrations {
    static func bringUpToDate(_ queue: DatabaseQueue, path: String) throws {
        let migrator = steps
        let state = try queue.read { database in
            (
                isCurrent: try migrator.hasCompletedMigrations(database),
                isNewer: try migrator.hasBeenSuperseded(database)
            )
        }
        guard !state.isNewer else { throw VaultError.madeByNewerVersion(path: path) }
        guard !state.isCurrent else { return }
        try migrator.migrate(queue)
    }

    private static var steps: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: Schema1.facts)
            try database.execute(sql: Schema1.decisions)
            try database.execute(sql: Schema1.conclusions)
        }
        return migrator
    }
}
