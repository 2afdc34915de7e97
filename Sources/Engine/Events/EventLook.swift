internal import Automation
internal import Insights
internal import Model
internal import Vault

/// What a look for events sees of the vault; what only some kinds of events need
/// is read when it is asked for.
struct EventLook {
    let vault: Vault
    let today: CalendarDay
    /// Where the person's days begin.
    let zone: DayZone
    let settings: EventSettings
    let categories: CategoryTree
    let memory: EventMemory
    /// Those that are not hidden, by the vault's numbers.
    let accounts: [Int64: AccountRecord]
    /// When an answer named each account last, in POSIX seconds.
    let lastReceived: [Int64: Int64]

    /// The days in which something has to have happened to be news.
    var newsDays: ClosedRange<CalendarDay> {
        let first = today.adding(days: -settings.newsDays)
        let earliest = today.adding(days: -settings.mostNewsDays)
        let since = max(settings.newsSince ?? first, earliest)
        return min(first, since)...today.adding(days: settings.newsDays)
    }

    /// How many transactions came since the last look that are too old to be news to a
    /// subscription.
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

    /// Whether a transaction came after somebody wanted to know, and after its
    /// account was first seen.
    func isNews(_ transaction: RecentTransaction, for subscription: EventSubscription) -> Bool {
        guard let subscription = memory.subscriptions[subscription.key],
            accounts[transaction.account] != nil,
            let account = memory.accounts[transaction.account]
        else { return false }
        return transaction.id > max(subscription.sinceTransaction, account.sinceTransaction)
            && newsDays.contains(transaction.day)
    }

    /// Whether it is known what an account had until a day began: its bank told
    /// all of it on that day or later, or, where nobody can be asked, a file did
    /// of some of it.
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

extension AccountRecord {
    /// Whether a person means the account by a name, in whatever case.
    func isNamed(_ text: String) -> Bool {
        [name, bankName].contains { $0.lowercased() == text.lowercased() }
    }
}

extension EventKind {
    /// Whether it tells of transactions that came.
    fileprivate var isOfNewTransactions: Bool {
        switch self {
        case .newTransaction, .largeTransaction, .refund, .newPayee, .duplicateCharge: true
        case .classificationChanged, .syncFinished, .syncFailed, .overBudget, .lowBalance,
            .billDue, .priceChanged, .newSubscription, .missedIncome, .missedPayment,
            .bankNeedsAttention, .weekClosed, .monthClosed:
            false
        }
    }
}

extension EventLook {
    /// A category as events tell of it, also where it is not there any more.
    func category(_ id: String) -> EventCategory {
        EventCategory(id: id, name: categories[id]?.name ?? id)
    }

    /// Transactions as events tell of them, by their numbers. Those that are
    /// gone, and those that no pass has seen, are missing.
    func transactions(_ numbers: Set<Int64>) throws -> [Int64: EventTransaction] {
        try vault.transactions(numbered: numbers).compactMapValues { record in
            guard let verdict = record.verdict else { return nil }
            return EventTransaction(
                id: record.id, day: record.day, amount: record.amount, payee: record.payee,
                description: record.description, class: verdict.transactionClass.value,
                category: category(verdict.category.value),
                account: accounts[record.account]?.name ?? "", tags: verdict.tags?.value ?? [],
                note: verdict.notes?.value ?? "", isPending: record.isPending)
        }
    }

    /// A series as events tell of it.
    ///
    /// - Parameters:
    ///   - nextDay: when the payment is expected, or was.
    ///   - prices: what a payment was before and what it is now, in minor units.
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

/// Something that happened, before it is known whether it was told already.
struct Sighting {
    let subscription: EventSubscription
    let subject: String
    let happenedOn: CalendarDay
    /// The vault's number of the transaction that it is about.
    var transaction: Int64?
    /// What is told, given transactions by their numbers; nil where one that is
    /// needed is gone.
    let content: ([Int64: EventTransaction]) -> EventContent?
    /// Whether it was there before anybody wanted to know, so that nobody is
    /// told.
    var isKnown = false
    /// The handlers that were told of it before, so that it is known to all.
    var toldBefore: [String] = []
}

extension Sighting {
    /// - Parameter content: what is told, given the transaction.
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

    /// Something that is told without transactions.
    init(
        _ subject: String, on day: CalendarDay, for subscription: EventSubscription,
        _ content: EventContent
    ) {
        self.init(subscription: subscription, subject: subject, happenedOn: day) { _ in content }
    }
}

extension Sighting {
    /// The subject of a condition that began to hold for so many times.
    static func subject(ofCondition subject: String, time times: Int) -> String {
        "\(subject) time \(times)"
    }
}

/// Something that holds now for one subscription, such as a low balance.
struct HoldingCondition {
    let subject: String
    let content: EventContent
}
