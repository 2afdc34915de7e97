public import Model

/// The content of a file from a bank or another program, before anything is decided about it.
public struct Statement: Hashable, Sendable {
    public let format: StatementFormat
    /// The encoding of the file's text, by its usual name: "utf-8", "windows-1252".
    public let encoding: String
    /// In the file's order. One without an id and a name is the account that the file doesn't
    /// name.
    public var accounts: [StatementAccount]
    public var rejected: [RejectedRow]
    /// What the file alone can't tell, and what decides whether its rows are right. Rows
    /// are as the first choice of each would have them.
    public var questions: [StatementQuestion]
    /// How the columns of a table were understood; nil for other formats.
    public var layout: TableLayout?
    /// The program that wrote the file; nil for a bank.
    public var program: StatementProgram?
    /// The rules of the program, in the order in which it applies them.
    public var rules: [ProgramRule]
    /// The budgets of the program, by category and month.
    public var budgets: [ProgramBudget]
    /// The name of the person's plugin that read the file; empty if none did.
    public var plugin: String
    /// The names of others that would read it, too.
    public var otherPlugins: [String] = []

    public init(
        format: StatementFormat, encoding: String, accounts: [StatementAccount],
        rejected: [RejectedRow] = [], questions: [StatementQuestion] = [],
        layout: TableLayout? = nil, program: StatementProgram? = nil,
        rules: [ProgramRule] = [], budgets: [ProgramBudget] = [], plugin: String = ""
    ) {
        self.format = format
        self.rules = rules
        self.budgets = budgets
        self.program = program
        self.plugin = plugin
        self.encoding = encoding
        self.accounts = accounts
        self.rejected = rejected
        self.questions = questions
        self.layout = layout
    }
}

extension Statement {
    /// The statement with the rows in one of its currencies as its account's, so that the others
    /// are those in another currency. Itself if it has several accounts, or no such rows.
    public func inCurrency(_ code: String) -> Statement {
        guard accounts.count == 1, let own = accounts[0].currency, own != code,
            accounts[0].currencies.contains(code)
        else { return self }
        var account = accounts[0]
        for index in account.rows.indices {
            let currency = account.rows[index].currency ?? own
            account.rows[index].currency = currency == code ? nil : currency
        }
        account.currency = code
        account.balances = account.runningBalance.map { [$0] } ?? []
        var statement = self
        statement.accounts = [account]
        return statement
    }
}

public enum StatementFormat: String, CaseIterable, Hashable, Sendable {
    case csv, ofx, qif, camt, mt940
    /// The database of Actual Budget.
    case actual
    /// One that a person's own plugin reads.
    case own
}

/// An account of a file, with its rows.
public struct StatementAccount: Hashable, Sendable {
    /// The IBAN or number; empty if the file names none.
    public var id: String
    /// The bank's name or code; empty if unknown.
    public var bank: String
    /// The name that a person knows; empty if unknown.
    public var name: String
    public var kind: Kind?
    /// A code such as "EUR"; nil if the file doesn't say.
    public var currency: String?
    /// In the file's order.
    public var rows: [StatementRow]
    public var balances: [StatementBalance]

    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case checking, savings, credit, loan, investment, cash
    }

    public init(
        id: String = "", bank: String = "", name: String = "", kind: Kind? = nil,
        currency: String? = nil, rows: [StatementRow] = [], balances: [StatementBalance] = []
    ) {
        self.id = id
        self.bank = bank
        self.name = name
        self.kind = kind
        self.currency = currency
        self.rows = rows
        self.balances = balances
    }
}

extension StatementAccount {
    /// The currencies of its rows, its own first.
    public var currencies: [String] {
        var found = currency.map { [$0] } ?? []
        for row in rows {
            if let code = row.currency, !found.contains(code) { found.append(code) }
        }
        return found
    }

    /// Whether a row is posted and in the account's currency, so that it moves its balance.
    public func movesBalance(_ row: StatementRow) -> Bool {
        !row.isPending && (row.currency == nil || row.currency == currency)
    }
}

/// One transaction of a file.
public struct StatementRow: Hashable, Sendable {
    /// The line of the file on which it begins, from 1.
    public var line: Int
    /// The bank's id; empty if there is none.
    public var id: String
    /// The booking day.
    public var day: CalendarDay
    public var valueDay: CalendarDay?
    /// With the account's sign: negative when money went out.
    public var amount: DecimalAmount
    /// Where it differs from the account's.
    public var currency: String?
    public var payee: String
    public var description: String
    public var memo: String
    /// The category, in the words of the program that wrote the file; empty if there is none.
    public var category: String
    public var tags: [String]
    /// A note by the person.
    public var notes: String
    /// The account on the other side, if the file calls the row a transfer.
    public var otherAccount: String
    public var isPending: Bool
    /// The account's balance after the row.
    public var balance: DecimalAmount?
    /// The parts of a split; they add up to the amount.
    public var parts: [Part]

    public struct Part: Hashable, Sendable {
        public var amount: DecimalAmount
        public var category: String
        public var memo: String

        public init(amount: DecimalAmount, category: String = "", memo: String = "") {
            self.amount = amount
            self.category = category
            self.memo = memo
        }
    }

    public init(
        line: Int, id: String = "", day: CalendarDay, valueDay: CalendarDay? = nil,
        amount: DecimalAmount, currency: String? = nil, payee: String = "",
        description: String = "", memo: String = "", category: String = "", tags: [String] = [],
        notes: String = "", otherAccount: String = "", isPending: Bool = false,
        balance: DecimalAmount? = nil, parts: [Part] = []
    ) {
        self.line = line
        self.id = id
        self.day = day
        self.valueDay = valueDay
        self.amount = amount
        self.currency = currency
        self.payee = payee
        self.description = description
        self.memo = memo
        self.category = category
        self.tags = tags
        self.notes = notes
        self.otherAccount = otherAccount
        self.isPending = isPending
        self.balance = balance
        self.parts = parts
    }
}

/// A balance that a file states for a day.
public struct StatementBalance: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case opening, closing, available
    }

    public var day: CalendarDay
    public var amount: DecimalAmount
    public var kind: Kind

    public init(day: CalendarDay, amount: DecimalAmount, kind: Kind) {
        self.day = day
        self.amount = amount
        self.kind = kind
    }
}

/// A row that can't be read. The others count.
public struct RejectedRow: Hashable, Sendable {
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        case noDay, badDay, noAmount, badAmount, amountTooLarge, partsDiffer, signUnknown
        /// In another currency than its account.
        case otherCurrency
        /// A trade of shares, or another row that moves no money of its own.
        case notMoney
        /// A payment that did not take place.
        case cancelled
        /// Still pending, without a day. It comes as a posted one in a later file.
        case pending
        case incomplete
        /// A budget of days that are no month, quarter or year.
        case otherPeriod
        /// A person's own plugin says so.
        case plugin

        /// Whether such a row is left out of every file, and nothing is missing.
        public var isExpected: Bool { self == .cancelled || self == .pending }
    }

    public var line: Int
    public var reason: Reason
    /// The row as the file has it, at most 500 bytes.
    public var text: String

    public init(line: Int, reason: Reason, text: String) {
        self.line = line
        self.reason = reason
        self.text = text
    }
}

/// What one file can't tell.
public enum StatementQuestion: String, CaseIterable, Hashable, Sendable {
    /// Whether days or months come first: no number is above 12, and nothing else decides.
    case dayOrder
    /// Whether the last mark in "1.234" separates thousands or decimals.
    case decimalMark
    /// Whether its amounts, all without a sign, were spent or received.
    case sign
    /// Which columns hold what.
    case columns
}

/// Why a file is refused, with no row of it taken.
public enum StatementError: Error, Hashable, Sendable {
    /// No format that can be read.
    case notAStatement
    /// Empty, or without any statement in it.
    case empty
    /// Valid, but about trades of shares alone, or budgets, or another thing without
    /// transactions of money.
    case otherContent(String)
    /// The bank's own error, saved as a file: its code and words.
    case bankError(code: String, words: String)
    /// Cut off or malformed at a line.
    case malformed(line: Int)
    /// Bytes that are no text in any known encoding.
    case notText
    case tooLarge
    /// A table that a file in `config/imports` was written for, which has a mistake. Its name.
    case brokenLayout(String)
}
