internal import Model

/// An account of a journal, before it has a name.
enum JournalAccount: Hashable, Sendable {
    /// An account of the vault, by its row ID.
    case own(Int64)
    /// Pending transactions of an account of the vault, which its balance doesn't contain.
    case pending(Int64)
    case expense(category: String)
    case income(category: String)
    /// A person who borrowed or lent money.
    case person(Person)
    case equity(Equity)

    /// A name without regard to case.
    struct Person: Hashable, Sendable {
        let name: String

        static func == (one: Person, other: Person) -> Bool {
            one.name.lowercased() == other.name.lowercased()
        }

        func hash(into hasher: inout Hasher) { hasher.combine(name.lowercased()) }
    }

    /// The other side of what is neither income nor spending. The raw values are names.
    enum Equity: String, Sendable {
        case opening = "opening balances"
        /// Differences between a bank's balance and the transactions that are known.
        case adjustments
        /// Transfers whose other side is unknown, outside of the journal or on another day.
        case transfers
        /// Pending transactions.
        case pending
        /// Transactions that figures leave out: by a rule, or because the account doesn't count.
        case excluded
        /// Transactions of the class "ignore".
        case ignored
        case unclassified
    }
}

/// A change of one account within an entry.
struct JournalPosting: Hashable, Sendable {
    let account: JournalAccount
    var amount: Money
    /// The value of the whole amount in another currency.
    var worth: Money?
    /// The day of the posting, if it isn't the entry's.
    var day: CalendarDay?
    var details: [JournalDetail] = []
}

/// A named text of an entry or posting, such as the bank's id.
struct JournalDetail: Hashable, Sendable {
    /// The names, which are those of `transactions --json` where both have one.
    enum Name: String, CaseIterable, Sendable {
        case id
        case bankID = "bank-id"
        case text, memo
        case merchantCode = "merchant-code"
        case note, category, guess, lens, series, loan, partner
        case refundOf = "refund-of"
        case decidedBy = "decided-by"
    }

    let name: Name
    let text: String
}

/// A transaction with two or more postings that add up to zero in each currency.
struct DoubleEntry: Sendable {
    let day: CalendarDay
    var isPending = false
    /// The transaction's row ID; nil for an entry that no bank sent.
    var number: Int64?
    let payee: String
    /// The bank's text, if it differs from the payee.
    var text = ""
    var tags: [String] = []
    var details: [JournalDetail] = []
    var postings: [JournalPosting]
}

/// A part of a journal, in the order in which it is written.
enum JournalItem: Sendable {
    /// A line for people.
    case remark(String)
    case currency(Currency)
    /// An account of the vault, from its first day.
    case account(AccountLine)
    case rate(CurrencyRates.Rate, base: Currency, day: CalendarDay)
    case entry(DoubleEntry)
    /// What the bank reported for the end of a day.
    case balance(Int64, Money, day: CalendarDay)

    /// The declaration of an account.
    struct AccountLine: Sendable {
        let id: Int64
        let name: String
        let institution: String
        let bankID: String
        let currency: Currency
        let firstDay: CalendarDay
    }
}
