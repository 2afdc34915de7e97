internal import Automation
internal import Insights
internal import Model
internal import Vault

/// What a look for events sees of the vault; what only some kinds of events need
/// is read when it is asked for.
struct EventLook {
    let vault: Vault
    let today: CalendarDay
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
        return min(first, settings.newsSince ?? first)...today.adding(days: settings.newsDays)
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

    /// Whether the category is one, or is below it.
    func isCategory(_ category: String, within other: String) -> Bool {
        var current: String? = category
        while let id = current {
            if id == other { return true }
            current = categories[id]?.parent
        }
        return false
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

extension Money {
    /// Whether the amount without its sign is more than a number.
    func exceeds(_ limit: DecimalAmount) -> Bool {
        // Towards minus infinity, where the lowest amount has its like.
        let size = DecimalAmount(
            coefficient: minorUnits < 0 ? minorUnits : -minorUnits, decimals: currency.exponent)
        return size < DecimalAmount(coefficient: -limit.coefficient, decimals: limit.decimals)
    }
}
