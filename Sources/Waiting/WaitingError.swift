public enum WaitingError: Error, Hashable, Sendable {
    /// This system has no way that the program knows.
    case unavailable
    /// A folder, or on macOS a file in one.
    case cannotWatch(path: String, reason: String)
    case refused(reason: String)
}
