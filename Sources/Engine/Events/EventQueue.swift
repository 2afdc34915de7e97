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
        for listener in listeners { try add(listener, after: 0) }
    }

    /// The earliest event of all; of several handlers the one that stands first.
    var first: (listener: EventListener, delivery: WaitingDelivery)? {
        heads.min { $0.delivery.event.id < $1.delivery.event.id }
    }

    /// Goes on to the handler's next event.
    ///
    /// - Parameter event: the last one that it was told of, where that is not kept yet;
    ///   0 for none.
    mutating func advance(_ listener: EventListener, after event: Int64 = 0) throws {
        heads.removeAll { $0.listener == listener }
        try add(listener, after: event)
    }

    private mutating func add(_ listener: EventListener, after event: Int64) throws {
        let next = try vault.nextDelivery(
            to: listener.handler, of: listener.subscription.key, after: event, at: now)
        if let next { heads.append((listener, next)) }
    }
}
