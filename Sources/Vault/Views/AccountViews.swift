internal import Model

extension VaultView {
    static let accounts = VaultView(
        "v_accounts", "Each account with its newest balance.",
        [
            Column("id", .integer, "The account in this vault.", "accounts.id"),
            Column("bank_id", .text, "The bank's id of it.", "accounts.bank_id"),
            Column("name", .text, "Your name for it, else the bank's.", ShownAccountName.sql),
            Column("name_at_bank", .text, "The bank's name for it.", "accounts.name"),
            Column("institution", .text, "The bank.", "institutions.name"),
            Column("connection", .text, "The connection over which it came.", "connections.name"),
            Column(
                "type", .text,
                "`checking`, `savings`, `credit`, `investment`, `brokerage`, `loan`, `mortgage`, "
                    + "`cash`, `asset` or `other`.", accountType),
            Column(
                "is_liability", .truth, "Whether its balance is owed.",
                "\(accountType) IN (\(types { $0.isLiability }))"),
            Column("visibility", .text, "`counted`, `tracking-only` or `hidden`.", visibility),
            Column(
                "is_by_hand", .truth, "Whether you keep it yourself, without a bank.",
                "connections.kind = 'hand'"),
        ] + currencyColumns
            + amount(
                "balance", "The newest balance; money owed is negative.", of: "counted_balance",
                prefix: "balance_", isOptional: true)
            + amount(
                "available", "The available balance.", of: "available_balance",
                prefix: "available_", isOptional: true) + [
                Column(
                    "balance_at", .time, "When the bank had that balance.", isOptional: true,
                    time("balance_at"))
            ]
            + amount(
                "minimum_payment", "What a loan asks for in a month, if you set it.",
                of: "minimum_payment", prefix: "minimum_payment_", isOptional: true),
        source: """
            FROM (
                SELECT accounts.*, \(balance(of: "balance")) AS counted_balance FROM accounts
                LEFT JOIN account_signs ON account_signs.account_id = accounts.id) AS accounts
            JOIN institutions ON institutions.id = accounts.institution_id
            JOIN connections ON connections.id = accounts.connection_id
            \(joins)
            WHERE \(isUnmerged)
            """)

    static let balances = VaultView(
        "v_balances", "The balance of each account at the end of each day, without gaps.",
        [
            Column("day", .day, "From the first to the last day that is known.", day("day")),
            Column("account_id", .integer, "The account's `id`.", "accounts.id"),
            Column("account", .text, "The account's name.", ShownAccountName.sql),
            Column(
                "is_liability", .truth, "Whether the balance is owed.",
                "\(accountType) IN (\(types { $0.isLiability }))"),
            Column("visibility", .text, "`counted` accounts make up net worth.", visibility),
        ] + amount("balance", "The balance; money owed is negative.", of: "units")
            + currencyColumns + [
                Column(
                    "is_estimated", .truth,
                    "Whether it follows from transactions, as the bank gave none that stands on that day."
                )
            ],
        with: [
            (
                "told",
                """
                SELECT daily_balances.account_id, day, \(balance(of: "balance")) AS balance
                FROM daily_balances
                LEFT JOIN account_signs ON account_signs.account_id = daily_balances.account_id
                """
            ),
            (
                "flows",
                """
                SELECT transactions.account_id, day, sum(amount) AS amount FROM transactions
                \(TransactionReader.conclusions)
                LEFT JOIN account_decisions
                    ON account_decisions.account_id = transactions.account_id
                LEFT JOIN account_conclusions
                    ON account_conclusions.account_id = transactions.account_id
                -- Within an investment account money moves between cash and holdings.
                WHERE is_pending = 0 AND NOT (
                    \(accountType) IN (\(types { $0.netWorthGroup == .investments }))
                    AND partner_id IS NULL AND coalesce(class, '') = 'transfer'
                    AND loan IS NULL AND is_contribution = 0 AND transactions.id NOT IN
                        (SELECT transaction_id FROM transfer_candidates))
                GROUP BY transactions.account_id, day
                """
            ),
            (
                "known",
                """
                SELECT min(first) AS first, max(last) AS last FROM (
                    SELECT min(day) AS first, max(day) AS last FROM transactions
                    WHERE is_pending = 0
                    UNION ALL SELECT min(day), max(day) FROM daily_balances)
                """
            ),
            (
                "days",
                """
                SELECT first AS day FROM known WHERE first IS NOT NULL
                UNION ALL SELECT day + 1 FROM days WHERE day < (SELECT last FROM known)
                """
            ),
            (
                "moved",
                """
                SELECT days.day, owners.account_id, told.balance AS told,
                    sum(coalesce(flows.amount, 0)) OVER earlier AS posted,
                    max(1, count(told.balance) OVER earlier) AS anchor,
                    max(told.day) OVER (PARTITION BY owners.account_id) AS newest,
                    min(told.day) OVER (PARTITION BY owners.account_id) AS oldest
                FROM days CROSS JOIN (SELECT DISTINCT account_id FROM told) AS owners
                LEFT JOIN told ON told.account_id = owners.account_id AND told.day = days.day
                LEFT JOIN flows ON flows.account_id = owners.account_id AND flows.day = days.day
                WINDOW earlier AS (PARTITION BY owners.account_id ORDER BY days.day)
                """
            ),
            (
                "ends",
                """
                SELECT day, account_id, oldest,
                    -- The newest balance stands until something moves it, and each by hand.
                    told IS NULL AND NOT ((day > newest OR account_id IN (\(byHand)))
                        AND posted + max(told - posted) OVER since = max(told) OVER since)
                        AS is_estimated,
                    -- The bank's last balance less all that was posted until then.
                    posted + max(told - posted) OVER since AS total
                FROM moved WINDOW since AS (PARTITION BY account_id, anchor)
                """
            ),
        ],
        source: """
            FROM (SELECT ends.*, \(exact("total")) AS units FROM ends) AS ends
            JOIN accounts ON accounts.id = ends.account_id
            \(joins)
            WHERE \(isUnmerged)
                -- Nothing is known of what is kept by hand before its first value.
                AND (day >= oldest OR accounts.id NOT IN (\(byHand)))
            """)

    static let netWorth = VaultView(
        "v_net_worth", "Assets less liabilities at the end of each day, for each currency.",
        [
            Column("day", .day, "From the first to the last day that is known.")
        ]
            + amount("assets", "What is owned.", of: assets, prefix: "assets_", digits: "digits")
            + amount(
                "liabilities", "What is owed, as a positive amount.", of: liabilities,
                prefix: "liabilities_", digits: "digits")
            + amount(
                "net", "Assets less liabilities.", of: "sum(minor_units)", prefix: "net_",
                digits: "digits") + [
                Column("currency", .text, "The currency's code."),
                Column("digits", .integer, "The decimals of the currency."),
                Column(
                    "is_estimated", .truth, "Whether a balance follows from transactions.",
                    "max(is_estimated)"),
            ],
        source: "FROM v_balances WHERE visibility = 'counted' GROUP BY day, currency, digits")

    private static let assets = "sum(iif(is_liability, 0, minor_units))"
    private static let liabilities = "sum(iif(is_liability, -minor_units, 0))"

    private static let joins = """
        JOIN currencies ON currencies.id = accounts.currency_id
        LEFT JOIN account_decisions ON account_decisions.account_id = accounts.id
        LEFT JOIN account_conclusions ON account_conclusions.account_id = accounts.id
        """

    private static let byHand = """
        SELECT accounts.id FROM accounts JOIN connections ON connections.id = connection_id
        WHERE kind = 'hand'
        """

    private static let isUnmerged = """
        accounts.id NOT IN (SELECT from_account FROM account_merges)
        AND \(ImportedTransactions.isShown)
        """

    private static func balance(of column: String) -> String {
        exact("iif(coalesce(reverses_balance, 0), -\(column), \(column))")
    }

    private static func types(_ isMeant: (AccountType) -> Bool) -> String {
        AccountType.allCases.filter(isMeant).map { "'\($0.rawValue)'" }.joined(separator: ", ")
    }
}

extension VaultView {
    static let holdings = VaultView(
        "v_holdings", "What investment accounts held, a row a day; balances include it.",
        [
            Column("day", .day, "The end of this day.", day("holding_days.day")),
            Column("account_id", .integer, "The account's `id`.", "accounts.id"),
            Column("account", .text, "The account's name.", ShownAccountName.sql),
            Column("visibility", .text, "`counted`, `tracking-only` or `hidden`.", visibility),
            Column("symbol", .text, "The symbol; may be empty.", "holdings.symbol"),
            Column("name", .text, "The security's name; may be empty.", "holdings.name"),
            Column(
                "shares", .decimal, "The number of shares, of any length.", isOptional: true,
                "holdings.shares"),
        ]
            + amount("value", "The market value.", of: "holdings.value", isOptional: true)
            + amount(
                "cost", "What all shares cost.", of: "holdings.cost", prefix: "cost_",
                isOptional: true)
            + currencyColumns + [
                Column(
                    "is_newest", .truth, "Whether it is the account's newest day.",
                    """
                    holding_days.day = (SELECT max(newest.day) FROM holding_days AS newest
                        WHERE newest.account_id = holding_days.account_id)
                    """)
            ],
        source: """
            FROM holding_days
            JOIN holdings ON holding_day_id = holding_days.id
            JOIN accounts ON accounts.id = holding_days.account_id
            JOIN currencies ON currencies.id = holdings.currency_id
            LEFT JOIN account_decisions ON account_decisions.account_id = accounts.id
            WHERE \(isUnmerged)
            """)
}
