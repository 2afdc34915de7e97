import GRDB

/// A vault in which handlers were told of events, as a watcher leaves it.
enum AutomationRows {
    /// - Parameter vault: the folder of a vault.
    static func add(to vault: String) throws {
        let database = try DatabaseQueue(path: vault + "/vault.sqlite")
        try database.write { try $0.execute(sql: rows) }
        try database.close()
    }

    /// Adds an event of the same subscription.
    static func add(event content: String, to vault: String) throws {
        let database = try DatabaseQueue(path: vault + "/vault.sqlite")
        try database.write {
            try $0.execute(
                sql: """
                    INSERT INTO events
                    VALUES (4, 1, 'file 4', 20527, 20527, 4, 1773532800, ?)
                    """, arguments: [content])
        }
        try database.close()
    }

    static let handler = "alerts.lua large_transaction over=500 1"

    /// Keeps that ``handler`` set a value of a correction.
    static func addValue(
        _ value: String, of attribute: String, on transaction: Int64, to vault: String
    ) throws {
        let database = try DatabaseQueue(path: vault + "/vault.sqlite")
        try database.write {
            try $0.execute(
                sql: """
                    INSERT INTO handler_values (transaction_id, attribute, value, handler)
                    VALUES (?, ?, ?, ?)
                    """,
                arguments: [transaction, attribute, value, handler])
        }
        try database.close()
    }

    /// Three charges: one that everything came of, one whose message was set
    /// aside, one at which the handler fails.
    private static let rows = """
        INSERT INTO event_subscriptions
            VALUES (1, 'large_transaction over=500', 1773532800, 0, 0, 0, 20500, NULL);
        INSERT INTO event_handlers VALUES
            ('alerts.lua large_transaction over=500 1', 2, '{"told":"Grand\\u001b[31m Hotel"}');
        INSERT INTO events VALUES
            (1, 1, 'transaction 1', 20526, 20526, 1, 1773532800,
                '{"transaction":{"payee":"Acme","amount_text":"-812.50 USD"}}'),
            (2, 1, 'transaction 2', 20526, 20526, 2, 1773532800,
                '{"transaction":{"payee":"Grand\\u001b[31m Hotel","amount_text":"-700.00 USD"}}'),
            (3, 1, 'transaction 3', 20527, 20527, 3, 1773532800,
                '{"transaction":{"payee":"Acme","amount_text":"-900.00 USD"}}');
        INSERT INTO event_deliveries VALUES
            (1, 1, 'alerts.lua large_transaction over=500 1', 'done', 1, 0, NULL),
            (2, 2, 'alerts.lua large_transaction over=500 1', 'done', 1, 0, NULL),
            (3, 3, 'alerts.lua large_transaction over=500 1', 'waiting', 1, 1773532860,
                'the handler went wrong at automation/alerts.lua:3');
        INSERT INTO outbox VALUES
            (1, 'msg_1', 1, 'alerts.lua large_transaction over=500 1', 0, 'notify', '{}',
                'done', 1, 0, NULL, 0),
            (2, 'msg_2', 2, 'alerts.lua large_transaction over=500 1', 0, 'webhook phone', '{}',
                'set-aside', 3, 0, 'phone.example answered 503', 0),
            (3, 'msg_3', 2, 'alerts.lua large_transaction over=500 1', 1, 'webhook phone', '{}',
                'waiting', 1, 1773532860, 'phone.example answered 503', 0);
        """
}
