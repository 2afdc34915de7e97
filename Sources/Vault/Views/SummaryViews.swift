extension VaultView {
    static let months = VaultView(
        "v_months", "Counted income and spending of each month, by category and currency.",
        [
            Column("month", .text, "The month, such as `2026-03`.", "substr(day, 1, 7)"),
            Column("class", .text, "`income` or `expense`.", "class"),
            Column("category", .text, "The category's id."),
            Column(
                "category_name", .text, "The category's name.",
                """
                coalesce((SELECT name FROM category_conclusions
                    WHERE category_conclusions.category = v_parts.category), category)
                """),
        ]
            + amount(
                "amount", "The sum; of spending negative, less money back.",
                of: "sum(minor_units)", digits: "digits") + [
                Column("currency", .text, "The currency's code."),
                Column("digits", .integer, "The decimals of the currency."),
                Column("parts", .integer, "How many rows of `v_parts` are in it.", "count(*)"),
            ],
        source: """
            FROM v_parts WHERE counted
            GROUP BY substr(day, 1, 7), class, category, currency, digits
            """)

    static let series = VaultView(
        "v_series", "Each recurring series of the last pass, ended and dismissed ones too.",
        [
            Column("name", .text, "The series; unique in this vault."),
            Column("payee", .text, "The other side."),
        ]
            + amount(
                "amount", "The current payment; negative if outgoing.", of: "usual_amount",
                digits: "exponent") + [
                Column("currency", .text, "The currency's code."),
                Column("digits", .integer, "The decimals of the currency.", "exponent"),
                Column("is_fixed", .truth, "Whether the amount hardly ever varies."),
                Column(
                    "frequency", .text, "`weekly`, `monthly`, `yearly` and the like."),
                Column("confidence", .integer, "How sure the figures are, from 0 to 100."),
                Column("transactions", .integer, "How many payments it has.", "transaction_count"),
                Column("first_day", .day, "The day of its first payment.", day("first_day")),
                Column("last_day", .day, "The day of its newest payment.", day("last_day")),
                Column("newest", .integer, "The transaction of its newest payment.", "newest_id"),
                Column("class", .text, "`income`, `expense` or `transfer`."),
                Column("category", .text, "The category's id."),
                Column(
                    "decision", .text, "Your decision: `confirmed`, `dismissed` or `cancelled`.",
                    isOptional: true),
            ],
        source: "FROM series")

    static let categories = VaultView(
        "v_categories", "The tree of categories of the last pass.",
        [
            Column("id", .text, "The id for rules and JSON.", "category"),
            Column("name", .text, "The displayed name."),
            Column("type", .text, "`expense`, `income` or `transfer`."),
            Column(
                "parent", .text, "The id of the category that it is a part of.", isOptional: true),
            Column(
                "lens", .text,
                "`need`, `want` or `saving`, also if it is that of a parent; `want` for an expense "
                    + "without one.",
                isOptional: true),
            Column("position", .integer, "The order of the tree, from 0."),
        ],
        source: "FROM category_conclusions")

    static let decisions = VaultView(
        "v_decisions", "What you and your handlers decided, one row for each value.",
        [
            Column("kind", .text, "What was decided, such as `category` or `account name`."),
            Column("transaction_id", .integer, "The transaction.", isOptional: true),
            Column("account_id", .integer, "The account's `id`.", isOptional: true),
            Column(
                "subject", .text, "The payee, rule, plugin or category.", isOptional: true),
            Column("value", .text, "The decision; NULL for none.", isOptional: true),
            Column(
                "handler", .text, "The handler in `automation/` that decided; NULL if you did.",
                isOptional: true),
        ],
        source: """
            FROM (
            \(decisionQueries.joined(separator: "\nUNION ALL "))) AS decided
            """)

    private static let decisionQueries =
        [
            """
            SELECT kind, transaction_id, NULL AS account_id, NULL AS subject, value,
                (SELECT handler FROM handler_values
                    WHERE handler_values.transaction_id = corrected.transaction_id
                        AND attribute = kind AND handler_values.value = corrected.value) AS handler
            FROM (\(corrections)) AS corrected
            """,
            onTransaction("'confirmed'", "coalesce(category, class)", of: "confirmations"),
            onTransaction("decision", "second_id", of: "pair_decisions", id: "first_id"),
            onTransaction("'settled'", "posted_id", of: "settlement_decisions", id: "hold_id"),
            onTransaction("'series'", "decision", of: "series_decisions"),
            onTransaction("'series reminder'", "days_before", of: "series_reminders"),
            onTransaction("'series note'", "note", of: "series_notes"),
            onAccount("account type", "type", of: "account_decisions"),
            onAccount("account name", "nickname", of: "account_decisions"),
            onAccount("visibility", "visibility", of: "account_decisions"),
            onAccount("minimum payment", "minimum_payment", of: "account_decisions"),
            """
            SELECT 'follows', NULL, account_id, NULL, json_each.value, NULL
                FROM account_decisions, json_each(\(list("follows")))
            """,
            onAccount("reversed balance", "nullif(reverses_balance, 0)", of: "account_signs"),
            onAccount(
                "reversed transactions", "nullif(reverses_transactions, 0)", of: "account_signs"),
            """
            SELECT 'merged into', NULL, from_account, NULL, CAST(into_account AS TEXT), NULL
                FROM account_merges
            """,
            """
            SELECT iif(file = '', 'by hand', 'import'), NULL, account_id, NULL,
                iif(file = '', \(day("closing_day")), file), NULL
                FROM imports JOIN import_decisions ON import_id = imports.id
            """,
            other(
                "budget", "kind || ' ' || name || rtrim(' ' || since)", "line",
                of: "budget_decisions"),
            other("plan", "kind || ' ' || name", "entry", of: "plan_decisions"),
            other("payee name", "payee", "name", of: "payee_aliases"),
            other("rule", "id", "definition", of: "stored_rules"),
            other("disabled rule", "rule", "NULL", of: "disabled_rules"),
            other(
                "plugin", "name", "iif(is_enabled, 'enabled', 'disabled')", of: "plugin_decisions"),
            other("plugin setting", "name || '.' || setting", "value", of: "plugin_settings"),
            other("approved plugin", "name", "NULL", of: "plugin_approvals"),
        ]
        + ["name", "parent", "lens", "icon", "colour", "merged_into"].map { column in
            other(
                "category \(column.replacing("_", with: " "))", "category", column,
                of: "category_decisions") + " WHERE \(column) IS NOT NULL"
        }

    /// The values of corrections, named as handlers name them; each tag is one.
    private static let corrections =
        ([
            ("class", "class"), ("category", "category"), ("lens", "lens"), ("payee", "payee"),
            ("notes", "note"),
            ("excluded", "CASE is_excluded WHEN 1 THEN 'true' WHEN 0 THEN 'false' END"),
            ("loan", "loan"), ("splits", "splits"),
        ].map { kind, column in
            """
            SELECT transaction_id, '\(kind)' AS kind, CAST(\(column) AS TEXT) AS value
                FROM transaction_corrections WHERE value IS NOT NULL
            """
        } + [
            """
            SELECT transaction_id, 'tags', json_each.value
                FROM transaction_corrections, json_each(\(list("tags")))
            """
        ]).joined(separator: "\nUNION ALL ")

    private static func onTransaction(
        _ kind: String, _ value: String, of table: String, id: String = "transaction_id"
    ) -> String {
        "SELECT \(kind), \(id), NULL, NULL, CAST(\(value) AS TEXT), NULL FROM \(table)"
    }

    private static func onAccount(_ kind: String, _ value: String, of table: String) -> String {
        """
        SELECT '\(kind)', NULL, account_id, NULL, CAST(\(value) AS TEXT), NULL
            FROM \(table) WHERE \(value) IS NOT NULL
        """
    }

    private static func other(
        _ kind: String, _ subject: String, _ value: String, of table: String
    ) -> String {
        """
        SELECT '\(kind)', NULL, NULL, CAST(\(subject) AS TEXT), CAST(\(value) AS TEXT), NULL
            FROM \(table)
        """
    }
}
