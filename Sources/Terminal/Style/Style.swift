/// What a piece of text means, from which its colour follows.
public enum Style: CaseIterable, Sendable {
    case heading
    /// Money earned, a target met.
    case positive
    /// Money lost, a target missed.
    case negative
    /// Less important than what stands beside it.
    case muted
    case warning
    case accent
}
