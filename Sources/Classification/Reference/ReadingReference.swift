/// Documentation of plugins that read files of their own formats.
enum ReadingReference {
    static let sign = ReferenceSection(
        "What a plugin reads", type: "ghostvault.Reads", isAllOptional: true,
        "What marks the files that a plugin's `read` is for. A file has all that is named.",
        [
            .field(
                "headings", "string|string[]",
                "Headings that one of the first 100 rows of a table has, among others."),
            .field("text", "string|string[]", "Texts within the first 4,000 bytes."),
        ])

    static let words = ReferenceSection(
        "Words of `read`", "Each works while a plugin's `read` runs.",
        [
            .function(
                "account", [.init("account", "ghostvault.ReadAccount")],
                "Begins an account; the transactions after it are its own. A file needs none."),
            .function(
                "transaction", [.init("transaction", "ghostvault.ReadTransaction")],
                "Adds a transaction. Without a day or an amount it is left out, and named."),
            .function(
                "unreadable", [.init("row", "ghostvault.UnreadableRow")],
                "Names a row that holds a transaction and can't be read."),
        ])

    static let file = ReferenceSection(
        "A file", type: "ghostvault.File", "What a plugin's `read` is given, read-only.",
        [
            .field("name", "string", "The file's name."),
            .field("lines", "string[]", "Its lines, up to 50,000."),
            .field(
                "rows", "ghostvault.FileRow[]",
                "The rows below the headings of `reads`; none without headings."),
        ])

    static let row = ReferenceSection(
        "A row of a file", type: "ghostvault.FileRow",
        """
        A row of a table: `row[1]` is its first cell, `row.Amount` or `row["Amount"]` the one below \
        that heading.
        """,
        [.field("line", "integer", "The line on which it begins.")])

    static let account = ReferenceSection(
        "An account of a file", type: "ghostvault.ReadAccount", isAllOptional: true,
        "What `account { … }` is given.",
        [
            .field("id", "string", "Its number."),
            .field("name", "string", "Its name."),
            .field("bank", "string", "The bank's name."),
            .field("currency", "string", "Such as `\"EUR\"`."),
            .field(
                "kind",
                "\"checking\"|\"savings\"|\"credit\"|\"loan\"|\"investment\"|\"cash\"",
                "What kind of account it is."),
            .field("balance", "number|string", "Its balance at the end of `balance_day`."),
            .field("balance_day", "string", "Such as `\"2025-03-09\"`."),
        ])

    static let transaction = ReferenceSection(
        "A transaction of a file", type: "ghostvault.ReadTransaction", isAllOptional: true,
        "What `transaction { … }` is given. The tests' `reads` have the same fields, and `account`.",
        [
            .field("day", "string", "The day on which it was booked: `\"2025-03-09\"`."),
            .field(
                "amount", "number|string",
                "Negative when money went out. A text such as `\"-12.50\"` is taken exactly."),
            .field("description", "string", "The bank's text; the payee if missing."),
            .field("payee", "string", "The other side, if the file has it alone."),
            .field("memo", "string", "A second text."),
            .field("id", "string", "The bank's id."),
            .field("currency", "string", "Where it isn't the account's."),
            .field("value_day", "string", "The day from which it counts for interest."),
            .field("balance", "number|string", "The account's balance after it."),
            .field("pending", "boolean", "Whether it isn't booked yet; such rows are left out."),
            .field("line", "integer", "The file's line, which messages name."),
        ])

    static let unreadable = ReferenceSection(
        "A row that can't be read", type: "ghostvault.UnreadableRow", isAllOptional: true,
        "What `unreadable { … }` is given.",
        [
            .field("line", "integer", "The file's line."),
            .field("why", "string", "The reason; the line itself if missing."),
        ])
}
