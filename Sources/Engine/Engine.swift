public import Model
public import Secrets
public import SimpleFIN
public import Vault

/// The use cases: the only room that joins feeds, vault and classification.
public struct Engine: Sendable {
    public let vault: Vault
    let moment: Moment
    let secretKeepers: SecretKeepers
    let client: @Sendable (NetworkPolicy) -> Client

    /// - Parameters:
    ///   - secretKeepers: who may keep access URLs; where it is nobody, files do.
    ///   - client: makes the client that speaks to bridges; libcurl's where
    ///     nothing else is given.
    public init(
        vault: Vault, moment: Moment, secretKeepers: SecretKeepers = SecretKeepers(),
        client: @escaping @Sendable (NetworkPolicy) -> Client = { Client(policy: $0) }
    ) {
        self.vault = vault
        self.moment = moment
        self.secretKeepers = secretKeepers
        self.client = client
    }

    /// Seconds from an instant to now, 0 where it lies ahead.
    public func elapsed(since instant: Int64) -> Int64 { max(0, moment.now - instant) }
}

/// When something happens: read from the clock once, and handed down.
public struct Moment: Hashable, Sendable {
    /// POSIX seconds.
    public let now: Int64
    /// The day that counts as today.
    public let today: CalendarDay
    /// Whether that is another day than the clock's.
    let isPretended: Bool

    /// - Parameters:
    ///   - today: another day than the clock's, to look at the vault as of that day.
    ///   - isPretended: whether the clock itself shows another day than the world's.
    public init(clock: Int64, today: CalendarDay? = nil, isPretended: Bool = false) {
        let clockDay = CalendarDay(secondsSinceEpoch: clock)
        let today = today ?? clockDay
        self.today = today
        self.isPretended = isPretended || today != clockDay
        now = clock + Int64(clockDay.days(until: today)) * 86_400
    }
}
