internal import Automation
internal import Model
internal import Vault

/// The events of new transactions: `new_transaction`, `large_transaction`, `refund`.
struct TransactionEvents {
    let look: EventLook
    let recent: [RecentTransaction]

    func sightings(for subscription: EventSubscription) -> [DetectedEvent] {
        recent.filter { look.isNews($0, for: subscription) && isMeant($0, by: subscription) }
            .map { DetectedEvent(of: $0.id, on: $0.day, for: subscription) }
    }

    private func isMeant(
        _ transaction: RecentTransaction, by subscription: EventSubscription
    ) -> Bool {
        switch transaction.transactionClass {
        case .income, .expense: break
        // Moving money between own accounts is neither spending nor income.
        case .transfer, .ignore: return false
        }
        if subscription.kind == .refund {
            guard transaction.transactionClass == .expense, transaction.amount > 0 else {
                return false
            }
        }
        let options = subscription.options
        if let account = options.account {
            guard look.accounts[transaction.account]?.isNamed(account) == true else { return false }
        }
        if let payee = options.payee {
            guard transaction.payee?.lowercased() == payee.lowercased() else { return false }
        }
        if let category = options.category {
            let categories = [transaction.category] + transaction.partCategories
            guard categories.contains(where: { look.categories.isCategory($0, within: category) })
            else { return false }
        }
        if let over = options.over {
            guard look.money(transaction)?.size.isMore(than: over) == true else { return false }
        }
        return true
    }
}

/// The events of changed classifications: `classification_changed`.
///
/// The vault keeps only the current conclusion, so the one at the last look is remembered.
/// Changes that were reverted between two looks are not reported.
struct ClassEvents {
    let look: EventLook
    let recent: [RecentTransaction]

    /// The events. Their subjects include the new classification, so two handlers that undo
    /// each other's changes come to an end.
    func sightings(for subscription: EventSubscription) -> [DetectedEvent] {
        guard look.memory.subscriptions[subscription.key] != nil else { return [] }
        return seen.compactMap { transaction in
            let now = KnownClass(transaction.transactionClass, category: transaction.category)
            guard let before = look.memory.classes[transaction.id], before != now,
                look.accounts[transaction.account] != nil
            else { return nil }
            let (from, to) = (classification(before), classification(now))
            return DetectedEvent(
                of: transaction.id, on: look.today, for: subscription,
                as: "transaction \(transaction.id) \(now.class.rawValue) \(now.category)"
            ) { .classification($0, from: from, to: to) }
        }
    }

    /// The classifications to remember for the next look.
    var changes: [Int64: KnownClass?] {
        var changes: [Int64: KnownClass?] = [:]
        for transaction in seen {
            let now = KnownClass(transaction.transactionClass, category: transaction.category)
            if look.memory.classes[transaction.id] != now { changes[transaction.id] = .some(now) }
        }
        let present = Set(seen.map(\.id))
        for id in look.memory.classes.keys where !present.contains(id) {
            changes[id] = .some(nil)
        }
        return changes
    }

    private func classification(_ known: KnownClass) -> EventClassification {
        EventClassification(class: known.class, category: look.category(known.category))
    }

    private var seen: [RecentTransaction] {
        recent.filter { look.newsDays.contains($0.day) }
    }
}

/// The events of new payees and repeated charges: `new_payee`, `duplicate_charge`.
struct PayeeEvents {
    let look: EventLook
    let recent: [RecentTransaction]

    /// The largest number of days between charges of the same amount that may be duplicates.
    static let duplicateDays = 5

    func sightings(for subscription: EventSubscription) throws -> [DetectedEvent] {
        subscription.kind == .newPayee
            ? try newPayees(for: subscription) : try duplicates(for: subscription)
    }

    private func newPayees(for subscription: EventSubscription) throws -> [DetectedEvent] {
        let news = recent.filter {
            $0.amount < 0 && $0.payee != nil && look.accounts[$0.account] != nil
                && look.isNews($0, for: subscription)
        }
        let known = try look.vault.firstTransactions(of: Set(news.compactMap(\.payee)))
        var firsts: [String: RecentTransaction] = [:]
        for transaction in news {
            guard let payee = transaction.payee, firsts[payee] == nil,
                known[payee].map({ $0 == transaction.id }) ?? true
            else { continue }
            firsts[payee] = transaction
        }
        let series = try look.vault.series()
        let found = firsts.compactMap { payee, transaction -> DetectedEvent? in
            switch transaction.transactionClass {
            case .income, .expense: break
            case .transfer, .ignore: return nil
            }
            if let over = subscription.options.over,
                look.money(transaction)?.size.isMore(than: over) != true
            {
                return nil
            }
            // A series may go on with another payee.
            guard
                series.first(where: { $0.name == transaction.series })
                    .map({ $0.firstDay >= transaction.day }) != false
            else { return nil }
            return DetectedEvent(
                of: transaction.id, on: transaction.day, for: subscription,
                as: "payee \(payee)", EventContent.payee)
        }
        return try withoutRenamed(found, for: subscription)
    }

    /// A payee that was renamed, or a payment moved to another payee, is not new.
    private func withoutRenamed(
        _ found: [DetectedEvent], for subscription: EventSubscription
    ) throws -> [DetectedEvent] {
        guard let known = look.memory.subscriptions[subscription.key] else { return [] }
        let transactions = found.compactMap(\.transaction)
        let told = try look.vault.knownTransactions(of: known.id, among: transactions)
        let corrections =
            transactions.isEmpty ? [:] : try look.vault.corrections(of: transactions)
        return found.filter { sighting in
            guard let transaction = sighting.transaction else { return true }
            return !told.contains(transaction) && corrections[transaction]?.payee == nil
        }
    }

    /// Finds duplicates among posted transactions only, as a pending charge can coexist with
    /// its posted form.
    private func duplicates(for subscription: EventSubscription) throws -> [DetectedEvent] {
        let charges = recent.filter {
            $0.transactionClass == .expense && $0.amount < 0 && !$0.isPending && $0.payee != nil
        }
        let alike = Dictionary(grouping: charges) {
            Charge(account: $0.account, amount: $0.amount, payee: $0.payee)
        }
        var found: [(earlier: RecentTransaction, later: RecentTransaction)] = []
        for group in alike.values {
            let inOrder = group.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
            for (earlier, later) in zip(inOrder, inOrder.dropFirst())
            where isClose(earlier.day, later.day) && look.isNews(later, for: subscription) {
                found.append((earlier, later))
            }
        }
        return try found.filter { try !isHabit($0.later) }
            .map { DetectedEvent(of: $0.later.id, on: $0.later.day, for: subscription) }
    }

    private struct Charge: Hashable {
        let account: Int64
        let amount: Int64
        let payee: String?
    }

    private func isClose(_ day: CalendarDay, _ other: CalendarDay) -> Bool {
        abs(day.days(until: other)) <= Self.duplicateDays
    }

    /// Whether the payee is often paid this amount, as for coffee or tickets.
    private func isHabit(_ charge: RecentTransaction) throws -> Bool {
        let days = try look.vault.days(
            ofTransactionsLike: charge, since: look.today.adding(days: -Self.daysOfHabit))
        return zip(days, days.dropFirst()).contains { isClose($0, $1) }
    }

    /// Two years.
    private static let daysOfHabit = 730
}
