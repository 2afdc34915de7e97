public import Model

/// The rows of an imported file that went into one account.
public struct EventFile: EventPart {
    public var fileName: String
    public var account: String
    public var newTransactions: Int

    public init(fileName: String, account: String, newTransactions: Int) {
        self.fileName = fileName
        self.account = account
        self.newTransactions = newTransactions
    }

    static let name = "file"

    static var fields: [EventPartField<EventFile>] {
        [
            .text("name", "The file's name.") { $0.fileName },
            .text("account", "The account's name.") { $0.account },
            .wholeNumber("new_transactions", "The number of new transactions.") {
                Int64($0.newTransactions)
            },
        ]
    }
}

/// A balance that is expected to be low.
public struct EventFall: EventPart {
    public var account: String
    public var institution: String
    /// The first day on which it is.
    public var day: CalendarDay
    /// The expected balance at the end of that day.
    public var balance: Money

    public init(account: String, institution: String, day: CalendarDay, balance: Money) {
        self.account = account
        self.institution = institution
        self.day = day
        self.balance = balance
    }

    static let name = "fall"

    static var fields: [EventPartField<EventFall>] {
        [
            .text("account", "The account's name.") { $0.account },
            .text("institution", "The bank's name.") { $0.institution },
            .text("currency", "The currency's code, `\"USD\"`.") { $0.balance.currency.code },
            .day("day", "The first day with a balance below the limit.") { $0.day },
            .money("balance", "The balance that is expected then.") { $0.balance },
            .moneyText(of: "balance") { $0.balance },
        ]
    }
}

/// Money that moved a balance without a transaction.
public struct EventGap: EventPart {
    public var account: String
    public var institution: String
    /// Negative for money out.
    public var amount: Money
    public var days: ClosedRange<CalendarDay>

    public init(
        account: String, institution: String, amount: Money, days: ClosedRange<CalendarDay>
    ) {
        self.account = account
        self.institution = institution
        self.amount = amount
        self.days = days
    }

    static let name = "gap"

    static var fields: [EventPartField<EventGap>] {
        [
            .text("account", "The account's name.") { $0.account },
            .text("institution", "The bank's name.") { $0.institution },
            .text("currency", "The currency's code, `\"USD\"`.") { $0.amount.currency.code },
            .money("amount", "What the transactions lack, negative for money out.") { $0.amount },
            .moneyText(of: "amount") { $0.amount },
            .day("from", "The first day on which it may be.") { $0.days.lowerBound },
            .day("to", "The last day.") { $0.days.upperBound },
        ]
    }
}

/// An account without news.
public struct EventSilence: EventPart {
    public var account: String
    public var institution: String
    /// The last day with news.
    public var since: CalendarDay
    /// The median of days between its news.
    public var usualDays: Int

    public init(account: String, institution: String, since: CalendarDay, usualDays: Int) {
        self.account = account
        self.institution = institution
        self.since = since
        self.usualDays = usualDays
    }

    static let name = "silence"

    static var fields: [EventPartField<EventSilence>] {
        [
            .text("account", "The account's name.") { $0.account },
            .text("institution", "The bank's name.") { $0.institution },
            .day("since", "The last day with a transaction or a balance.") { $0.since },
            .wholeNumber("usual_days", "The usual number of days between them.") {
                Int64($0.usualDays)
            },
        ]
    }
}
