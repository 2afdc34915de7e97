import GRDBSQLite

/// An export of Actual Budget, made by SQL in the schema that its migrations leave.
public struct ActualBudget: Sendable {
    private let content: [String]

    /// One with some accounts, payees and categories, and with what was merged or deleted of them.
    ///
    /// - Parameter further: statements that add to it.
    public init(_ further: String...) {
        content = [Self.schema, Self.names] + further
    }

    /// The bytes of its database.
    public func database() throws -> [UInt8] {
        var handle: OpaquePointer?
        guard sqlite3_open(":memory:", &handle) == SQLITE_OK else { throw Failure(handle) }
        defer { sqlite3_close(handle) }
        for sql in content {
            guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
                throw Failure(handle)
            }
        }
        var size: Int64 = 0
        guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else { throw Failure(handle) }
        defer { sqlite3_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }

    /// The export: the database with a file beside it.
    public func export() throws -> [UInt8] {
        Self.archive([
            ("db.sqlite", try database()),
            ("metadata.json", Array(#"{"id":"My-Finances-1","resetClock":true}"#.utf8)),
        ])
    }

    struct Failure: Error {
        let words: String

        fileprivate init(_ handle: OpaquePointer?) {
            words = String(cString: sqlite3_errmsg(handle))
        }
    }

    /// A ZIP archive of files that are not packed. Nobody checks its sums.
    private static func archive(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        func number(_ number: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(number >> (8 * $0) & 0xFF) }
        }
        var (content, directory): ([UInt8], [UInt8]) = ([], [])
        for (name, bytes) in files {
            let sizes = number(0, 4) + number(bytes.count, 4) + number(bytes.count, 4)
            let common =
                number(20, 2) + number(0, 8) + sizes + number(name.utf8.count, 2) + number(0, 2)
            let start = content.count
            content += [0x50, 0x4B, 3, 4] + common + Array(name.utf8) + bytes
            directory += [0x50, 0x4B, 1, 2] + number(20, 2) + common + number(0, 10)
            directory += number(start, 4) + Array(name.utf8)
        }
        let ends = number(0, 4) + number(files.count, 2) + number(files.count, 2)
        return content + directory + [0x50, 0x4B, 5, 6] + ends
            + number(directory.count, 4) + number(content.count, 4) + number(0, 2)
    }

    private static let schema = """
        CREATE TABLE accounts (id TEXT PRIMARY KEY, account_id TEXT, name TEXT,
            balance_current INTEGER, balance_available INTEGER, balance_limit INTEGER, mask TEXT,
            official_name TEXT, subtype TEXT, bank TEXT, offbudget INTEGER DEFAULT 0,
            closed INTEGER DEFAULT 0, tombstone INTEGER DEFAULT 0, sort_order REAL, type TEXT,
            account_sync_source TEXT);
        CREATE TABLE transactions (id TEXT PRIMARY KEY, isParent INTEGER DEFAULT 0,
            isChild INTEGER DEFAULT 0, acct TEXT, category TEXT, amount INTEGER, description TEXT,
            notes TEXT, date INTEGER, financial_id TEXT, type TEXT, location TEXT, error TEXT,
            imported_description TEXT, starting_balance_flag INTEGER DEFAULT 0,
            transferred_id TEXT, sort_order REAL, tombstone INTEGER DEFAULT 0,
            cleared INTEGER DEFAULT 1, pending INTEGER DEFAULT 0, parent_id TEXT, schedule TEXT,
            reconciled INTEGER DEFAULT 0);
        CREATE INDEX trans_parent_id ON transactions(parent_id);
        CREATE TABLE categories (id TEXT PRIMARY KEY, name TEXT, is_income INTEGER DEFAULT 0,
            cat_group TEXT, sort_order REAL, tombstone INTEGER DEFAULT 0,
            hidden BOOLEAN NOT NULL DEFAULT 0, goal_def TEXT DEFAULT null);
        CREATE TABLE category_groups (id TEXT PRIMARY KEY, name TEXT, is_income INTEGER DEFAULT 0,
            sort_order REAL, tombstone INTEGER DEFAULT 0, hidden BOOLEAN NOT NULL DEFAULT 0);
        CREATE TABLE category_mapping (id TEXT PRIMARY KEY, transferId TEXT);
        CREATE TABLE payees (id TEXT PRIMARY KEY, name TEXT, category TEXT,
            tombstone INTEGER DEFAULT 0, transfer_acct TEXT, favorite INTEGER DEFAULT 0);
        CREATE TABLE payee_mapping (id TEXT PRIMARY KEY, targetId TEXT);
        CREATE TABLE rules (id TEXT PRIMARY KEY, stage TEXT, conditions TEXT, actions TEXT,
            tombstone INTEGER DEFAULT 0, conditions_op TEXT DEFAULT 'and');
        CREATE TABLE schedules (id TEXT PRIMARY KEY, rule TEXT, active INTEGER DEFAULT 0,
            completed INTEGER DEFAULT 0, posts_transaction INTEGER DEFAULT 0,
            tombstone INTEGER DEFAULT 0, name TEXT DEFAULT NULL);
        CREATE TABLE zero_budgets (id TEXT PRIMARY KEY, month INTEGER, category TEXT,
            amount INTEGER DEFAULT 0, carryover INTEGER DEFAULT 0);
        CREATE TABLE reflect_budgets (id TEXT PRIMARY KEY, month INTEGER, category TEXT,
            amount INTEGER DEFAULT 0, carryover INTEGER DEFAULT 0);
        CREATE TABLE preferences (id TEXT PRIMARY KEY, value TEXT);
        CREATE TABLE messages_crdt (id INTEGER PRIMARY KEY, timestamp TEXT NOT NULL UNIQUE,
            dataset TEXT NOT NULL, row TEXT NOT NULL, column TEXT NOT NULL, value BLOB NOT NULL);
        CREATE VIEW v_payees AS SELECT id, name FROM payees;

        """

    private static let names = """
        INSERT INTO accounts (id, name, offbudget, closed, tombstone) VALUES
            ('a1', 'Checking', 0, 0, 0), ('a2', 'Savings', 1, 0, 0), ('a3', 'Old Card', 0, 1, 0),
            ('a4', 'Deleted', 0, 0, 1);
        INSERT INTO category_groups (id, name, is_income) VALUES
            ('g1', 'Home', 0), ('g2', 'Einnahmen', 1), ('g3', 'Gifts', 0);
        INSERT INTO categories (id, name, cat_group, is_income, tombstone) VALUES
            ('c1', 'Food', 'g1', 0, 0), ('c2', 'Gehalt', 'g2', 1, 0), ('c3', 'Gifts', 'g3', 0, 0),
            ('c4', 'Old food', 'g1', 0, 1), ('c5', 'Gone', 'g1', 0, 1);
        INSERT INTO category_mapping VALUES
            ('c1', 'c1'), ('c2', 'c2'), ('c3', 'c3'), ('c4', 'c1'), ('c5', 'c5');
        INSERT INTO payees (id, name, transfer_acct, tombstone) VALUES
            ('p1', 'Fernway', NULL, 0), ('p2', 'Fernway Market', NULL, 1), ('p3', 'Kelp', NULL, 0),
            ('t1', '', 'a1', 0), ('t2', '', 'a2', 0), ('p9', 'Gone', NULL, 1);
        INSERT INTO payee_mapping VALUES
            ('p1', 'p1'), ('p2', 'p1'), ('p3', 'p3'), ('t1', 't1'), ('t2', 't2'), ('p9', 'p9');
        """
}
