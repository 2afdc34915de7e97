internal import Automation
internal import Vault

/// For each handler the event that it is to be told of next.
struct EventQueue {
    private let vault: Vault
    private let now: Int64
    private var heads: [(listener: EventListener, delivery: WaitingDelivery)] = []

    /// - Parameter now: POSIX seconds.
    init(vault: Vault, listeners: [EventListener], now: Int64) throws {
        self.vault = vault
        self.now = now
        for listener in listeners { try add(listener) }
    }

    /// The earliest event of all; of several handlers the one that stands first.
    var first: (listener: EventListener, delivery: WaitingDelivery)? {
        heads.min { $0.delivery.event.id < $1.delivery.event.id }
    }

    /// Goes on to the handler's next event.
    mutating func advance(_ listener: EventListener) throws {
        heads.removeAll { $0.listener == listener }
        try add(listener)
    }

    private mutating func add(_ listener: EventListener) throws {
        let next = try vault.nextDelivery(
            to: listener.handler, of: listener.subscription.key, at: now)
        if let next { heads.append((listener, next)) }
    }
}
