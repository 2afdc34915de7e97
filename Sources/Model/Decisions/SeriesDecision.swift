/// What the person said about a series of recurring payments.
public enum SeriesDecision: String, CaseIterable, Sendable {
    /// It is one, whatever the figures say.
    case confirmed
    /// It is none.
    case dismissed
    /// It was one, and has ended.
    case cancelled
}
