/// Who set the values of corrections, commands that are running, and indices over what
/// waits in the outbox.
enum Schema20 {
    static let handlerValues = """
        -- Values that handlers set. A value of a correction is a handler's if it stands
        -- here, and the person's if it does not.
        CREATE TABLE handler_values (
            transaction_id INTEGER NOT NULL REFERENCES transactions,
            -- The attribute's name; of tags there is a row each.
            attribute TEXT NOT NULL,
            value TEXT NOT NULL,
            handler TEXT NOT NULL,
            PRIMARY KEY (transaction_id, attribute, value)
        ) STRICT, WITHOUT ROWID;

        CREATE TEMP TABLE said AS
            SELECT action_id, handler, transaction_id, part.key AS attribute, part.value,
                part.type AS kind
            FROM (
                SELECT id AS action_id, handler, body,
                    json_extract(body, '$.correct.transaction') AS transaction_id
                FROM (
                    SELECT id, handler, iif(json_valid(action), action, '{}') AS body
                    FROM outbox WHERE state = 'done' AND target = 'corrections'))
            JOIN json_each(body, '$.correct.correction') AS part
            WHERE transaction_id IN (SELECT id FROM transactions)
                AND part.key IN (
                    'class', 'category', 'lens', 'payee', 'note', 'excluded', 'tags');
        INSERT OR REPLACE INTO handler_values (transaction_id, attribute, value, handler)
            SELECT transaction_id, 'tags', CAST(tag.value AS TEXT), handler
            FROM said JOIN json_each(said.value) AS tag
            WHERE attribute = 'tags' AND kind = 'array' ORDER BY action_id;
        -- Of other attributes the last one counts: SQLite takes the columns of the row
        -- that has the maximum.
        INSERT INTO handler_values (transaction_id, attribute, value, handler)
            SELECT transaction_id, attribute, value, handler FROM (
                SELECT transaction_id, iif(attribute = 'note', 'notes', attribute) AS attribute,
                    CASE WHEN attribute <> 'excluded' THEN CAST(value AS TEXT)
                        WHEN value THEN 'true' ELSE 'false' END AS value,
                    handler, max(action_id)
                FROM said WHERE attribute <> 'tags' AND value IS NOT NULL
                GROUP BY transaction_id, attribute);
        DROP TABLE said;
        """

    static let outbox = """
        CREATE INDEX outbox_waiting ON outbox (target, id, attempts, next_try_at)
            WHERE state = 'waiting';
        CREATE INDEX outbox_failing ON outbox (target, id)
            WHERE state = 'waiting' AND attempts > 0;
        """

    static let runningCommands = """
        -- Commands that were started and not seen to end, by their message.
        CREATE TABLE running_commands (
            message_id TEXT PRIMARY KEY,
            process_group INTEGER NOT NULL,
            -- By which a process is told from a later one of the same number.
            started TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
