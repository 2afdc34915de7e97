internal import Vault

/// What handlers were told and is not kept yet: each writing waits for the disk, so some
/// is kept at once.
struct DeliveryBatch {
    private let vault: Vault
    private var deliveries: [FinishedDelivery] = []
    private var begin = ContinuousClock.now

    init(vault: Vault) {
        self.vault = vault
    }

    /// Whether it is time to keep it: nobody shall wait long for what else is to be
    /// done.
    var isFull: Bool {
        deliveries.count >= Self.most || ContinuousClock.now - begin >= Self.longest
    }

    mutating func add(_ delivery: FinishedDelivery) {
        if deliveries.isEmpty { begin = .now }
        deliveries.append(delivery)
    }

    /// - Parameter instant: POSIX seconds.
    mutating func store(at instant: Int64) throws(VaultError) {
        guard !deliveries.isEmpty else { return }
        try vault.finish(deliveries, at: instant)
        deliveries = []
    }

    private static let most = 200
    private static let longest = Duration.milliseconds(250)
}
