internal import Automation
internal import Model
internal import Vault

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
