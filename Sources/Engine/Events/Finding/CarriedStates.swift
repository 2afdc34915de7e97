internal import Automation
internal import Vault

/// The states that handlers were told of before their options changed: a handler
/// with a name stays its own, and what lasts is no news to it.
///
/// A subscription that its handlers left is looked at no more, so what held in it
/// last counts when they come to another, and then has ceased.
struct CarriedStates {
    let look: EventLook
    let listeners: [EventListener]

    /// The handlers of a subscription where all of them were told of a condition that
    /// begins to hold for it; otherwise none.
    func handlersTold(
        ofCondition subject: String, for subscription: EventSubscription
    ) throws -> [String] {
        let isNew = look.memory.subscriptions[subscription.key] == nil
        let others = look.memory.subscriptions.filter { key, other in
            key != subscription.key && key.isOf(subscription.kind)
                && other.conditions[subject]?.holds == true && (isNew || !isListenedTo(key))
        }
        guard !others.isEmpty else { return [] }
        return try handlers(of: subscription) { told in
            others[told.subscription]?.conditions[subject].map {
                told.subject == Sighting.subject(ofCondition: subject, time: $0.times)
            } ?? false
        }
    }

    /// The same for a sighting of a state that has no condition: a budget, a bill.
    func handlersTold(of sighting: Sighting) throws -> [String] {
        let subscription = sighting.subscription
        guard subscription.kind.isState, look.memory.subscriptions[subscription.key] == nil
        else { return [] }
        return try handlers(of: subscription) { told in
            told.subject == sighting.subject
                && told.subscription.category == subscription.key.category
        }
    }

    /// Conditions that held for subscriptions which their handlers left.
    func left(_ kind: EventKind) throws -> [(subscription: String, subject: String, times: Int)] {
        let held = look.memory.subscriptions.filter { key, known in
            key.isOf(kind) && !isListenedTo(key) && known.conditions.values.contains(where: \.holds)
        }
        guard !held.isEmpty else { return [] }
        let told = try look.vault.toldSubjects(
            to: Set(listeners.map(\.handler)), ofKind: kind.rawValue)
        return held.flatMap { key, known in
            known.conditions.filter { subject, condition in
                condition.holds
                    && told.contains {
                        $0.subscription == key
                            && $0.subject
                                == Sighting.subject(ofCondition: subject, time: condition.times)
                    }
            }.map { (key, $0.key, $0.value.times) }
        }
    }

    private func handlers(
        of subscription: EventSubscription, whereTold isTheSame: (ToldSubject) -> Bool
    ) throws -> [String] {
        let handlers = listeners.filter { $0.subscription == subscription }.map(\.handler)
        guard look.memory.handlers.isSuperset(of: handlers) else { return [] }
        let told = try look.vault.toldSubjects(
            to: Set(handlers), ofKind: subscription.kind.rawValue
        ).filter(isTheSame)
        return Set(told.map(\.handler)).isSuperset(of: handlers) ? handlers : []
    }

    private func isListenedTo(_ key: String) -> Bool {
        listeners.contains { $0.subscription.key == key }
    }
}

extension EventKind {
    /// Whether it lasts, and is found by its subject alone.
    fileprivate var isState: Bool { self == .overBudget || self == .billDue }
}

extension String {
    /// Whether a subscription's key is one of a kind.
    fileprivate func isOf(_ kind: EventKind) -> Bool {
        self == kind.rawValue || hasPrefix(kind.rawValue + " ")
    }

    /// What a key says of the category, which comes behind all amounts.
    fileprivate var category: Substring? {
        firstRange(of: " category=").map { self[$0.lowerBound...] }
    }
}
