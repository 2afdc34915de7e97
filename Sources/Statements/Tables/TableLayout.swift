/// How the columns of a table are to be read, as one of the files in `config/imports` says it.
public struct TableLayout: Hashable, Sendable {
    /// The headings that a file must have, in their order; empty for a table without any.
    public var headings: [String]
    /// The columns, by what they hold. Positions count from 0.
    public var columns: [Column: [Int]]
    /// "," ";" a tab or "|".
    public var separator: Character
    public var answers: StatementAnswers

    /// What a column holds.
    public enum Column: String, CaseIterable, Hashable, Sendable {
        case day, valueDay, amount, spent, received, sign, balance, currency, payee,
            description, memo, category, tags, notes, account, accountID, otherAccount, id,
            state, fee
    }

    public init(
        headings: [String], columns: [Column: [Int]], separator: Character,
        answers: StatementAnswers
    ) {
        self.headings = headings
        self.columns = columns
        self.separator = separator
        self.answers = answers
    }
}
