internal import Automation
internal import Model
internal import Vault

/// Recent transactions that became something else: `classification_changed`.
///
/// The vault keeps one conclusion for each transaction. So what it was when it
/// was last looked at is remembered; changes that were taken back between two
/// looks are nobody's news.
struct ClassEvents {
    let look: EventLook
    let recent: [RecentTransaction]

    /// A subject names what it is now, so that a handler that sets back and
    /// forth what another sets comes to an end.
    func sightings(for subscription: EventSubscription) -> [Sighting] {
        guard look.memory.subscriptions[subscription.key] != nil else { return [] }
        return seen.compactMap { transaction in
            let now = KnownClass(transaction.transactionClass, category: transaction.category)
            guard let before = look.memory.classes[transaction.id], before != now,
                look.accounts[transaction.account] != nil
            else { return nil }
            let (from, to) = (classification(before), classification(now))
            return Sighting(
                of: transaction.id, on: look.today, for: subscription,
                as: "transaction \(transaction.id) \(now.class.rawValue) \(now.category)"
            ) { .classification($0, from: from, to: to) }
        }
    }

    /// What is to be remembered for the next look.
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
