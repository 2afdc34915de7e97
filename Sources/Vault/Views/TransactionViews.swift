extension VaultView {
    static let transactions = VaultView(
        "v_transactions", "Each transaction with its conclusions, and who decided them.",
        [
            Column("id", .integer, "The transaction, as `explain` takes it.", "transactions.id"),
            Column("bank_id", .text, "The bank's id of it.", "transactions.bank_id"),
            Column(
                "day", .day, "The posting day; of a pending one, the day it was made.", day("day")),
        ] + place
            + amount("amount", "The amount; negative for money that went out.", of: "amount")
            + currencyColumns + [
                Column(
                    "payee", .text, "The payee, from your corrections, rules or the bank's text.",
                    TransactionReader.displayedPayee),
                Column("description", .text, "The bank's text.", text("description_id")),
                Column("memo", .text, "A further text of the bank's.", text("memo_id")),
                Column(
                    "merchant_code", .text, "The merchant category code (ISO 18245).",
                    text("merchant_code_id")),
                Column("pending", .truth, "Whether it is not posted yet.", "is_pending"),
                Column(
                    "class", .text,
                    "`income`, `expense`, `transfer` or `ignore`; NULL until classified.",
                    isOptional: true),
                Column(
                    "category", .text, "The category's id; of a split one, see `v_parts`.",
                    isOptional: true, "verdicts.category"),
                Column(
                    "guess", .integer, "Of a guessed category, the chance in percent.",
                    isOptional: true, chance),
                Column(
                    "lens", .text, "`need`, `want` or `saving`.", isOptional: true, "verdicts.lens"),
                Column(
                    "partner", .integer, "The `id` of a transfer's other side.", isOptional: true,
                    "iif(\(isRefund), NULL, partner_id)"),
                Column(
                    "purchase", .integer, "For a refund, the `id` of its purchase.",
                    isOptional: true, "iif(\(isRefund), partner_id, NULL)"),
                Column("series", .text, "The recurring series.", isOptional: true),
                Column("loan", .text, "The borrower or lender.", isOptional: true),
                Column("tags", .list, "The tags, for `json_each`.", list("tags")),
                Column("notes", .text, "The note.", isOptional: true),
                Column(
                    "excluded", .truth, "Whether it is left out of all figures.",
                    "coalesce(is_excluded, 0)"),
                Column(
                    "is_split", .truth, "Whether its parts count instead of it.",
                    "EXISTS (SELECT 1 FROM split_parts WHERE transaction_id = transactions.id)"),
                Column(
                    "counted", .truth, "Whether `income` and `spending` count it.",
                    "(\(leftOut)) IS NULL"),
                Column(
                    "left_out", .text,
                    "Why not: `unclassified`, `transfer`, `ignore`, `pending`, `excluded` or "
                        + "`account`.", isOptional: true, leftOut),
            ] + decider(of: "class") + decider(of: "category") + decider(of: "payee"),
        source: """
            FROM transactions
            \(accountJoins)
            \(TransactionReader.conclusions)
            WHERE voided_at IS NULL
            """)

    static let parts = VaultView(
        "v_parts", "The amounts that figures add up: parts of split transactions, else the whole.",
        [
            Column("transaction_id", .integer, "The transaction.", "transactions.id"),
            Column(
                "part", .integer, "The number of the part from 1; 0 for a whole transaction.",
                "coalesce(split_parts.position + 1, 0)"),
            Column("day", .day, "The transaction's day.", day("day")),
        ] + place
            + amount(
                "amount", "The part's amount; negative for money that went out.",
                of: PartColumns.amount) + currencyColumns + [
                Column(
                    "payee", .text, "The transaction's payee.", TransactionReader.displayedPayee),
                Column(
                    "class", .text, "What it counts as.", isOptional: true, PartColumns.class),
                Column(
                    "category", .text, "The part's category.", isOptional: true,
                    PartColumns.category),
                Column(
                    "guess", .integer, "Of a guessed category, the chance in percent.",
                    isOptional: true, chance),
                Column(
                    "lens", .text, "The part's lens.", isOptional: true,
                    PartColumns.lens),
                Column(
                    "loan", .text, "The borrower or lender.", isOptional: true, PartColumns.loan),
                Column("note", .text, "The part's note.", isOptional: true, "split_parts.note"),
                Column(
                    "counted", .truth, "Whether `income` and `spending` count it.",
                    """
                    is_pending = 0 AND NOT \(PartColumns.isExcluded) AND \(visibility) = 'counted'
                        AND coalesce(\(PartColumns.class), '') IN ('income', 'expense')
                    """),
            ],
        source: """
            FROM transactions
            \(accountJoins)
            \(TransactionReader.conclusions)
            \(PartColumns.join)
            WHERE voided_at IS NULL
            """)

    static let reasons = VaultView(
        "v_reasons", "The reason for each decided attribute of each transaction.",
        [
            Column("transaction_id", .integer, "The transaction."),
            Column(
                "attribute", .text,
                "`class`, `category`, `lens`, `partner`, `payee`, `notes`, `tags`, `excluded`, "
                    + "`series`, `splits` or `loan`."),
            Column("decided_by", .text, "The stage that decided."),
            Column("rule", .text, "The rule that matched.", isOptional: true),
            Column(
                "evidence", .text, "What led to it, as codes with values.", evidence("evidence")),
        ],
        source: "FROM ("
            + reasonColumns.map { attribute, column in
                """
                SELECT transaction_id, '\(attribute)' AS attribute, \(column) AS reason
                FROM conclusions JOIN verdicts ON verdicts.id = verdict_id
                """
            }.joined(separator: "\nUNION ALL ") + """
                ) AS decided
                JOIN reasons ON reasons.id = decided.reason
                WHERE transaction_id NOT IN
                    (SELECT id FROM transactions WHERE voided_at IS NOT NULL)
                """)

    private static let reasonColumns = [
        ("class", "class_reason"), ("category", "category_reason"), ("lens", "lens_reason"),
        ("partner", "partner_reason"), ("payee", "payee_reason"), ("notes", "notes_reason"),
        ("tags", "tags_reason"), ("excluded", "excluded_reason"), ("series", "series_reason"),
        ("splits", "splits_reason"), ("loan", "loan_reason"),
    ]

    private static let place = [
        Column("account_id", .integer, "The account's `id`.", "transactions.account_id"),
        Column("account", .text, "The account's name.", ShownAccountName.sql),
    ]

    private static let accountJoins = """
        JOIN accounts ON accounts.id = transactions.account_id
        JOIN currencies ON currencies.id = accounts.currency_id
        LEFT JOIN account_decisions ON account_decisions.account_id = accounts.id
        """

    /// As ``Insights`` leaves transactions out of sums, where no part of them counts.
    private static let leftOut = """
        CASE WHEN verdicts.class IS NULL THEN 'unclassified'
            WHEN verdicts.class = 'ignore' THEN verdicts.class
            WHEN verdicts.class = 'transfer' AND (verdicts.splits IS NULL OR NOT \(hasCountedPart))
                THEN verdicts.class
            WHEN is_pending THEN 'pending'
            WHEN is_excluded OR verdicts.splits IS NOT NULL AND NOT \(hasCountedPart)
                AND EXISTS (SELECT 1 FROM split_parts WHERE transaction_id = transactions.id)
                THEN 'excluded'
            WHEN \(visibility) <> 'counted' THEN 'account' END
        """

    private static let hasCountedPart = """
        EXISTS (SELECT 1 FROM split_parts WHERE split_parts.transaction_id = transactions.id
            AND coalesce(split_parts.class, verdicts.class) IN ('income', 'expense')
            AND NOT split_parts.is_excluded)
        """

    private static let isRefund =
        "coalesce((SELECT kind FROM reasons WHERE reasons.id = partner_reason), '') = 'refund'"

    private static let chance =
        "(SELECT chance FROM reasons WHERE reasons.id = category_reason AND kind = 'guess')"

    private static func decider(of attribute: String) -> [Column] {
        func value(_ sql: String) -> String {
            "(SELECT \(sql) FROM reasons WHERE reasons.id = \(attribute)_reason)"
        }
        return [
            Column(
                "\(attribute)_by", .text, "The stage that decided the \(attribute).",
                isOptional: true, value("decided_by")),
            Column(
                "\(attribute)_rule", .text, "The rule that decided it.", isOptional: true,
                value("rule")),
            Column(
                "\(attribute)_evidence", .text, "What led to it, as codes with values.",
                isOptional: true, value(evidence("evidence"))),
        ]
    }
}
