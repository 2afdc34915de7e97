import Model

/// The kind of account that a table is of, where its headings and rows tell.
enum TableKind {
    /// Nil where nothing tells: most tables are of a bank account, and don't say so.
    static func kind(
        of account: StatementAccount, layout: TableLayout
    ) -> StatementAccount.Kind? {
        let keys = Set(layout.headings.map { ColumnWords.key($0) })
        if !keys.isDisjoint(with: shares), !keys.isDisjoint(with: counts) { return .investment }
        return layout.columns[.balance] == nil && isCard(account, keys) ? .credit : nil
    }

    /// The kind of account that rows without any headings tell.
    static func kind(of account: StatementAccount) -> StatementAccount.Kind? {
        isCard(account, []) ? .credit : nil
    }

    /// A card's rows are purchases, and most money that comes in is thanked for. A bank account
    /// has a balance beside its rows, or pay.
    private static func isCard(_ account: StatementAccount, _ keys: Set<String>) -> Bool {
        var (spent, received, thanked): (Int128, Int128, Int128) = (0, 0, 0)
        for row in account.rows {
            // Of one scale, so that they compare.
            let amount =
                Int128(row.amount.coefficient) * powerOfTen(max(0, 10 - row.amount.decimals))
            guard amount > 0 else {
                spent -= amount
                continue
            }
            let words = PlainLetters.typed("\(row.payee) \(row.description) \(row.memo)")
            if pay.contains(where: words.contains) { return false }
            received += amount
            if thanks.contains(where: words.contains) { thanked += amount }
        }
        guard received < 2 * spent else { return false }
        return thanked > 0 ? thanked >= received / 2 : !keys.isDisjoint(with: cards)
    }

    private static let shares: Set = [
        "symbol", "ticker", "isin", "wkn", "cusip", "securityid", "instrument",
    ]

    private static let counts: Set = [
        "quantity", "shares", "units", "stuck", "anzahl", "antal", "aantal", "quantite",
    ]

    private static let cards: Set = [
        "cardmember", "cardno", "cardnumber", "card", "kartennummer", "karte", "kortnummer",
        "numerodecarte", "creditcard",
    ]

    private static let thanks = [
        "thank you", "autopay pymt", "autopay payment", "payment received", "merci de votre",
        "vielen dank",
    ]

    private static let pay = [
        "payroll", "salary", "direct dep", "wages", "gehalt", "lohn", "salaire",
    ]
}
