/// The name of an account that a person can read and type, in SQL.
enum ShownAccountName {
    /// The person's nickname, else the bank's name. If that has nothing to read, the bank and
    /// the account's number: "First Bank 3".
    ///
    /// For a query of `accounts` with `account_decisions`. The schema's views have the bank's
    /// own name instead.
    static let sql = """
        coalesce(account_decisions.nickname, iif(\(readable("accounts.name")) != '',
            accounts.name, coalesce(nullif((SELECT \(readable("institutions.name"))
                FROM institutions WHERE institutions.id = accounts.institution_id), ''),
                'Account') || ' ' || accounts.id))
        """

    /// A column without what can't be read at its ends: empty if nothing else is there.
    private static func readable(_ column: String) -> String { "trim(\(column), \(unreadable))" }

    /// Spaces, controls, marks without width, and what stands for a character that was lost.
    private static let unreadable: String = {
        let ranges: [ClosedRange<Int>] = [
            0x01...0x20, 0x7F...0xA0, 0xAD...0xAD, 0x2000...0x200F, 0x2028...0x202F,
            0x205F...0x206F, 0x2400...0x2426, 0x3000...0x3000, 0xFEFF...0xFEFF, 0xFFFC...0xFFFD,
        ]
        return ranges.map { "char(\($0.map(String.init).joined(separator: ",")))" }
            .joined(separator: " || ")
    }()
}
