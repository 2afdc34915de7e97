/// What became of something that was to leave this program.
///
/// Reasons are words for people, without a period at their end. They hold no
/// address beyond its host and nothing of what was sent.
public enum DeliveryOutcome: Hashable, Sendable {
    case delivered
    /// It may work later.
    ///
    /// - Parameter after: how long the other side asks to be left alone, at
    ///   most a day; nil where it says nothing.
    case tryAgain(reason: String, after: Duration? = nil)
    /// This program was asked to end before it was known whether it works.
    case brokenOff(reason: String)
    /// It was left, since the person wants nothing of its kind.
    case unwanted(reason: String)
    /// What it needs on this side is not there for now, and nothing was tried.
    case waits(reason: String)
    /// The same would fail the same way again.
    case refused(reason: String)
}
