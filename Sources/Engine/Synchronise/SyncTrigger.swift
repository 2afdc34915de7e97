/// What a sync was begun by, which decides how far it may use the day's
/// requests up.
public enum SyncTrigger: Sendable {
    /// A person asked for it.
    case person
    /// Nobody did: a watcher's hour has come.
    case automatic
}

/// How many requests may be sent to a connection's bridge.
///
/// The protocol's bridge asks for no more than 24 requests a day, warns who
/// sends many more, and then disables the token. Nobody knows which hours it
/// counts as a day. A person may use 24 of each UTC day, which can never be
/// more than 48 within any 24 hours, where its warnings begin. Syncs that
/// nobody asked for keep below both ways of counting, and leave one request.
struct RequestLimits {
    /// Of the UTC day.
    let perDay: Int
    /// Of the 24 hours before now; nil where they are not looked at.
    let perRollingDay: Int?

    init(_ trigger: SyncTrigger) {
        switch trigger {
        case .person:
            perDay = SyncPlan.requestsADay
            perRollingDay = nil
        case .automatic:
            perDay = SyncPlan.requestsADay - 1
            perRollingDay = SyncPlan.requestsADay - 1
        }
    }
}
