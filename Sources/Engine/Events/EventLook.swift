internal import Automation
internal import Insights
internal import Model
internal import Vault

/// The view of the vault in which events are searched. Data for single kinds of events is
/// read on demand.
struct EventLook {
    let vault: Vault
    /// POSIX seconds.
    let now: Int64
    let today: CalendarDay
    /// The time zone of the user's days.
    let zone: DayZone
    let settings: EventSettings
    let categories: CategoryTree
    let memory: EventMemory
    /// The accounts that are not hidden, by id.
    let accounts: [Int64: AccountRecord]
    /// When a response last contained each account, in POSIX seconds.
    let lastReceived: [Int64: Int64]

    /// The days that count as news.
    var newsDays: ClosedRange<CalendarDay> {
        let first = today.adding(days: -settings.newsDays)
        let earliest = today.adding(days: -settings.mostNewsDays)
        let since = max(settings.newsSince ?? first, earliest)
        return min(first, since)...today.adding(days: settings.newsDays)
    }

    /// The number of transactions since the last look that are too old to be news.
    func olderTransactions(for subscriptions: [EventSubscription]) throws -> Int {
        let sinces = subscriptions.filter(\.kind.isOfNewTransactions).compactMap {
            memory.subscriptions[$0.key]
        }.compactMap { known in known.lookedThrough.map { max($0, known.sinceTransaction) } }
        guard let since = sinces.min(), since < memory.newestTransaction else { return 0 }
        return try vault.accountsOfTransactions(
            numbered: since + 1...memory.newestTransaction, before: newsDays.lowerBound
        ).count { transaction, account in
            accounts[account] != nil
                && memory.accounts[account].map { transaction > $0.sinceTransaction } ?? false
        }
    }

    /// Whether a transaction came after the subscription began and after its account first
    /// appeared.
    func isNews(_ transaction: RecentTransaction, for subscription: EventSubscription) -> Bool {
        guard let subscription = memory.subscriptions[subscription.key],
            accounts[transaction.account] != nil,
            let account = memory.accounts[transaction.account]
        else { return false }
        return transaction.id > max(subscription.sinceTransaction, account.sinceTransaction)
            && newsDays.contains(transaction.day)
    }

    /// Whether an account's history before a day is complete. Its bank must have reported on
    /// that day or later; for imported accounts, some file must have.
    func isKnown(account: Int64, until day: CalendarDay) -> Bool {
        if let coverage = accounts[account]?.coverage { return coverage.upperBound > day }
        return lastReceived[account].map { $0 >= day.secondsSinceEpoch } ?? false
    }

    func money(_ transaction: RecentTransaction) -> Money? {
        accounts[transaction.account].map {
            Money(minorUnits: transaction.amount, currency: $0.currency)
        }
    }
}

extension EventLook {
    /// - Parameters:
    ///   - all: the vault's accounts.
    ///   - memory: nil for the vault's.
    init(
        _ vault: Vault, _ moment: Moment, settings: EventSettings, categories: CategoryTree,
        among all: [AccountRecord], memory: EventMemory? = nil
    ) throws {
        self.init(
            vault: vault, now: moment.now, today: moment.today, zone: moment.zone,
            settings: settings,
            categories: categories, memory: try memory ?? vault.eventMemory(),
            accounts: Dictionary(
                all.filter { $0.visibility != .hidden }.map { ($0.id, $0) },
                uniquingKeysWith: { first, _ in first }),
            lastReceived: try vault.accountTraces().mapValues(\.lastReceivedAt))
    }
}

extension AccountRecord {
    /// Whether a name refers to the account, ignoring case: its own or the bank's, with or
    /// without the number that banks write behind it, as in "Family Checking (4471)".
    func isNamed(_ text: String) -> Bool {
        let names = [name, bankName].map { $0.lowercased() }
        let plain = names.map { $0.replacing(#/ \([x*.]*[0-9]+\)$/#, with: "") }
        return (names + plain).contains(text.lowercased())
    }
}

extension EventKind {
    /// Whether it is about new transactions.
    fileprivate var isOfNewTransactions: Bool {
        switch self {
        case .newTransaction, .largeTransaction, .refund, .newPayee, .duplicateCharge: true
        case .classificationChanged, .syncFinished, .syncFailed, .fileImported, .backupFailed,
            .overBudget,
            .budgetReached, .lowBalance, .lowBalanceAhead, .billDue, .priceChanged,
            .newSubscription, .missedIncome, .missedPayment, .bankNeedsAttention, .balanceGap,
            .accountSilent, .weekClosed, .monthClosed, .every:
            false
        }
    }
}

extension EventLook {
    /// A category for events, even if it no longer exists.
    func category(_ id: String) -> EventCategory {
        EventCategory(id: id, name: categories[id]?.name ?? id)
    }

    /// Transactions for events, by id. Deleted and unclassified transactions are missing.
    func transactions(_ numbers: Set<Int64>) throws -> [Int64: EventTransaction] {
        try vault.transactions(numbered: numbers).compactMapValues {
            EventTransaction($0, account: accounts[$0.account]?.name ?? "", categories)
        }
    }

    /// A series for events.
    ///
    /// - Parameters:
    ///   - nextDay: the day on which the payment is or was due.
    ///   - prices: the old and the new price in minor units.
    func series(
        _ facts: SeriesFacts, nextDay: CalendarDay, prices: (from: Int64, to: Int64)? = nil
    ) -> EventContent {
        func money(_ minorUnits: Int64) -> Money {
            Money(minorUnits: minorUnits, currency: facts.currency)
        }
        return .series(
            EventSeries(
                name: facts.name, amount: facts.usualMoney, frequency: facts.frequency,
                nextDay: nextDay, from: (prices?.from).map(money), to: (prices?.to).map(money)))
    }
}

/// A detected event, which may have been reported before.
struct DetectedEvent {
    let subscription: EventSubscription
    let subject: String
    let happenedOn: CalendarDay
    /// The id of its transaction.
    var transaction: Int64?
    /// The content, given transactions by id; nil if a required one is gone.
    let content: ([Int64: EventTransaction]) -> EventContent?
    /// Whether it is older than the subscription, so that nobody is notified.
    var isKnown = false
    /// The handlers that received it before. If there are any, it is known to all.
    var toldBefore: [String] = []
}

extension DetectedEvent {
    /// - Parameter content: the content, given the transaction.
    init(
        of transaction: Int64, on day: CalendarDay, for subscription: EventSubscription,
        as subject: String? = nil,
        _ content: @escaping (EventTransaction) -> EventContent = EventContent.transaction
    ) {
        self.init(
            subscription: subscription, subject: subject ?? "transaction \(transaction)",
            happenedOn: day, transaction: transaction
        ) { $0[transaction].map(content) }
    }

    /// Makes an event that needs no transaction.
    init(
        _ subject: String, on day: CalendarDay, for subscription: EventSubscription,
        _ content: EventContent
    ) {
        self.init(subscription: subscription, subject: subject, happenedOn: day) { _ in content }
    }

    /// The subject of a condition's n-th occurrence.
    static func subject(ofCondition subject: String, time times: Int) -> String {
        "\(subject) time \(times)"
    }
}

/// A condition that currently holds for a subscription, such as a low balance.
struct HoldingCondition {
    let subject: String
    let content: EventContent
}
