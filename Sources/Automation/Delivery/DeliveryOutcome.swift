/// The outcome of a delivery.
///
/// Reasons are text for people, without a final period. They contain only the host of an
/// address, and none of the message.
public enum DeliveryOutcome: Hashable, Sendable {
    case delivered
    /// It failed, and may work later.
    ///
    /// - Parameter after: the requested delay before a retry, at most a day; nil if the
    ///   receiver sent none.
    case tryAgain(reason: String, after: Duration? = nil)
    /// This program was asked to stop before the outcome was known.
    case brokenOff(reason: String)
    /// It was skipped, as the person has turned off its kind.
    case unwanted(reason: String)
    /// Something it needs on this machine is missing for now, so it was not tried.
    case waits(reason: String)
    /// It failed, and a retry would fail too.
    case refused(reason: String)

    /// Empty for a message that was delivered.
    var reason: String {
        switch self {
        case .delivered: ""
        case .tryAgain(let reason, _), .brokenOff(let reason), .unwanted(let reason),
            .waits(let reason), .refused(let reason):
            reason
        }
    }
}
