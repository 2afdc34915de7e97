extension VaultView {
    static let holdings = VaultView(
        "v_holdings", "What investment accounts held, a row a day; balances include it.",
        [
            Column("day", .day, "The end of this day.", day("holding_days.day")),
            Column("account_id", .integer, "The account's `id`.", "accounts.id"),
            Column("account", .text, "The account's name.", accountName),
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
