/// Why a ``Waiter`` woke.
public enum Wakening: Hashable, Sendable {
    public enum Signal: Hashable, Sendable {
        /// SIGINT, SIGTERM, SIGHUP.
        case interrupt, terminate, hangUp
    }

    case signal(Signal)
    case changed(FileChange)
    /// So much changed at once that not all is known.
    case changesLost
    case timeReached
    /// Somebody set the wall clock.
    case clockSet
    case rung
}

/// A file that is not as it was.
public struct FileChange: Hashable, Sendable {
    /// As it was given to ``Waiter/watch(_:eachWrite:)``.
    public let folder: String
    /// Empty where the folder itself was removed or renamed.
    public let name: String

    public init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }
}
