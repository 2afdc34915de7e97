/// Why a service could not be installed, looked at or removed.
public enum ServiceError: Error, Hashable, Sendable {
    /// Nothing runs this user's services, or the program that speaks to it is
    /// missing.
    ///
    /// - Parameter reason: what that program says; empty where it is missing.
    case noManager(program: String, reason: String)
    /// The file of the service's name was not written by this program.
    case foreignFile(path: String)
    case notInstalled(name: String)
    case cannotWrite(path: String, reason: String)
    /// A path with control characters, which the service's file can't hold.
    case unusablePath(String)
    /// The environment names no home folder by its whole path, so that nobody knows where
    /// services are.
    case noHome
    /// The service was installed, and ended before it was ready.
    ///
    /// - Parameter reason: the manager's own words.
    case notStarted(name: String, reason: String)
    /// The manager refused.
    ///
    /// - Parameter reason: its own words.
    case refused(action: String, reason: String)
}
