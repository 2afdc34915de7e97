internal import GRDB
internal import Model

/// What a journal's summary quotes, as it would be typed.
public enum JournalWords {
    /// A text, shortened where it is long and in quotes where it has blanks.
    public static func quoted(_ text: String) -> String {
        let short = text.count > mostLetters ? text.prefix(mostLetters) + "…" : text[...]
        let isWord = !short.isEmpty && !short.contains { $0 == " " || $0 == "\"" }
        return isWord ? "\(short)" : "\"\(short)\""
    }

    private static let mostLetters = 40

    /// The greatest number of accounts, parts or tags to name.
    public static let mostNamed = 5

    /// The first few words of a list, and how many more there are.
    public static func listed(_ words: [String]) -> String {
        words.prefix(mostNamed).joined(separator: ", ")
            + (words.count > mostNamed ? " and \(words.count - mostNamed) more" : "")
    }
}

/// An account as a summary names it.
struct JournalAccount {
    let name: String
    let currency: Currency

    init(_ id: Int64, in database: Database) throws {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT \(ShownAccountName.sql), code, exponent FROM accounts
                JOIN currencies ON currencies.id = currency_id
                LEFT JOIN account_decisions ON account_id = accounts.id WHERE accounts.id = ?
                """,
            arguments: [id])
        // A decision about no account is refused where it is stored.
        name = try row?.value(0) ?? "\(id)"
        currency =
            try row.map { try Currency(code: $0.value(1), exponent: $0.value(2)) }
            ?? Currency(code: "")
    }

    var quoted: String { JournalWords.quoted(name) }

    /// An amount in its currency, "-1,234.50 USD".
    func text(_ minorUnits: Int64) -> String {
        Money(minorUnits: minorUnits, currency: currency).text
    }
}

extension Vault {
    /// Runs a use case that changes decisions about an account.
    ///
    /// - Parameter summary: a short description for `history`.
    func decide(
        about account: Int64, _ summary: (JournalAccount) -> String,
        _ body: (Database) throws -> Void
    ) throws(VaultError) {
        let words = try read { try summary(JournalAccount(account, in: $0)) }
        try decide(words, body)
    }
}
