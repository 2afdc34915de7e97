public import Model

/// A file's content in the vault's terms.
public struct ImportedFile: Sendable {
    /// The file's name, for the person.
    public let name: String
    public let accounts: [ImportedAccount]
    /// Whether another program wrote it, which has words of its own for payees.
    public let isOfProgram: Bool
    /// Categories of the person's own that come with it, behind those added before.
    public let categories: [CategoryChange]
    /// Rows that are the sides of one transfer.
    public let pairs: [(Row, Row)]
    /// Lines of budgets. One for what has a line of the person's own is left out.
    public let budgets: [BudgetEntry]

    /// Whether it brings no decision and no balance.
    var hasRowsAlone: Bool {
        categories.isEmpty && pairs.isEmpty && budgets.isEmpty
            && accounts.allSatisfy { $0.decisions.isEmpty && $0.closing == nil }
    }

    /// One row, by positions.
    public struct Row: Hashable, Sendable {
        public let account: Int
        public let row: Int

        public init(account: Int, row: Int) {
            self.account = account
            self.row = row
        }
    }

    public init(
        name: String, accounts: [ImportedAccount], isOfProgram: Bool = false,
        categories: [CategoryChange] = [], pairs: [(Row, Row)] = [], budgets: [BudgetEntry] = []
    ) {
        self.name = name
        self.isOfProgram = isOfProgram
        self.accounts = accounts
        self.categories = categories
        self.pairs = pairs
        self.budgets = budgets
    }
}

/// The rows of one account of a file.
public struct ImportedAccount: Sendable {
    /// The account that the rows belong to.
    public enum Place: Hashable, Sendable {
        /// By row ID.
        case known(Int64)
        case new(name: String, bank: String, currency: Currency)
    }

    public let place: Place
    /// The account in the file's words, which recognise it in the next file; empty if
    /// the file doesn't name it.
    public let source: String
    /// Posted rows, in the file's order. An id is unique at most within an account;
    /// empty for none.
    public let rows: [ReceivedTransaction]
    public let closing: Closing?
    /// What a new account is, if the file tells.
    public let type: AccountType?
    /// What the person decided elsewhere, by the position of the row. What they decided here goes
    /// first.
    public let decisions: [Int: Correction]

    /// A balance after a day's last row.
    public struct Closing: Hashable, Sendable {
        public let day: CalendarDay
        public let minorUnits: Int64

        public init(day: CalendarDay, minorUnits: Int64) {
            self.day = day
            self.minorUnits = minorUnits
        }
    }

    public init(
        place: Place, source: String, rows: [ReceivedTransaction], closing: Closing?,
        type: AccountType? = nil, decisions: [Int: Correction] = [:]
    ) {
        self.type = type
        self.decisions = decisions
        self.place = place
        self.source = source
        self.rows = rows
        self.closing = closing
    }
}

/// What an import did to one account.
public struct ImportOutcome: Hashable, Sendable {
    /// By row ID. One of a dry run is gone.
    public let account: Int64
    public let isNewAccount: Bool
    /// The row ID of each row's transaction.
    public let transactions: [Int64]
    /// The number of rows with a decision of the file's that already had one of the person's.
    public internal(set) var decidedBefore = 0
    /// The positions of rows that are new.
    public let new: [Int]
    /// The positions of rows that a connection had brought. An earlier file had the others.
    public let fromConnection: [Int]
    /// Rows that count as new, and may be a transaction on a day nearby: the row's
    /// position and the transaction's row ID.
    public let doubtful: [Doubt]

    /// The number of rows that a connection had brought.
    public var knownFromConnection: Int { fromConnection.count }
    /// The number of rows that an earlier file had brought.
    public var knownFromFiles: Int { transactions.count - new.count - fromConnection.count }

    public struct Doubt: Hashable, Sendable {
        public let row: Int
        public let transaction: Int64
    }
}

/// An import of rows into one account.
public struct FileImport: Hashable, Sendable {
    public let id: Int64
    /// The file's name.
    public let file: String
    /// By row ID.
    public let account: Int64
    /// POSIX seconds.
    public let importedAt: Int64
    public let newTransactions: Int
}
