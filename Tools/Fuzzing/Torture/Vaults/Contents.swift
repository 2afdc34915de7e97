import GRDB

/// All that a vault holds, a line for each row, without the numbers of rows and
/// without the clock: so that vaults which came about in other ways can be
/// compared.
struct Contents {
    let facts: Set<String>
    let decisions: Set<String>
    let conclusions: Set<String>
    /// What handlers were told and asked for.
    let records: Set<String>
    /// The days that are covered for each account.
    let coverage: Set<String>
    /// The transactions that are not void, as ``Bank/truth`` has them.
    let visible: Set<String>

    /// Also sees to it that the file is sound.
    ///
    /// - Throws: ``BrokenPromise`` where SQLite finds damage.
    init(vault: String) throws {
        let queue = try DatabaseQueue(path: vault + "/vault.sqlite")
        self = try queue.read { database in
            let found = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            try promise(found == ["ok"], "integrity_check: \(found.prefix(3))")
            let strays = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
            try promise(strays.isEmpty, "foreign_key_check: \(strays.count) rows")
            return try Contents(database)
        }
        try queue.close()
    }

    private init(_ database: Database) throws {
        var rows = NamedRows(database)
        facts = try rows.lines(of: [
            "connections", "institutions", "currencies", "accounts", "transactions",
            "daily_balances", "holding_days", "holdings", "imports", "imported_rows",
        ])
        decisions = try rows.lines(of: [
            "account_decisions", "plugin_decisions", "plugin_settings", "plugin_approvals",
            "transaction_corrections", "pair_decisions", "series_decisions",
            "series_reminders", "series_notes", "payee_aliases", "stored_rules", "disabled_rules",
            "journal",
            "settlement_decisions", "account_merges", "account_signs", "category_decisions",
            "confirmations", "import_decisions", "budget_decisions", "plan_decisions",
        ])
        conclusions = try rows.lines(of: [
            "account_conclusions", "category_conclusions", "conclusions", "split_parts",
            "transfer_candidates", "series",
        ])
        records = try rows.lines(of: [
            "event_subscriptions", "event_accounts", "events", "event_conditions",
            "event_classes", "event_handlers", "event_deliveries", "outbox",
        ])
        coverage = try Self.set(
            database,
            """
            SELECT bank_id || '|' || coalesce(covered_from, '') || '|' ||
                coalesce(covered_to, '') || '|' || has_whole_history FROM accounts
            """)
        visible = try Self.set(
            database,
            """
            SELECT accounts.bank_id || '|' || transactions.bank_id || '|' || amount || '|' ||
                is_pending
            FROM transactions JOIN accounts ON accounts.id = account_id
            WHERE voided_at IS NULL
            """)
    }

    private static func set(_ database: Database, _ sql: String) throws -> Set<String> {
        Set(try String.fetchAll(database, sql: sql))
    }
}

/// A few lines that stand in one set and not in the other.
func difference(_ found: Set<String>, _ expected: Set<String>) -> String {
    let further = found.subtracting(expected).sorted()
    let missing = expected.subtracting(found).sorted()
    return
        (["\(further.count) too many:"] + further.prefix(3)
        + ["\(missing.count) missing:"] + missing.prefix(3))
        .joined(separator: "\n    ")
}
