/// What keeps a user's services running: systemd's user manager, or launchd.
public protocol ServiceManager: Sendable {
    /// Lets the service run now and whenever the user is logged in. Does no
    /// harm where it is there already; a changed one is started anew.
    func install(_ service: WatchService) throws(ServiceError) -> ServiceChange

    func state(of name: ServiceName) throws(ServiceError) -> ServiceState

    /// Ends the service and deletes its file, if this program wrote it.
    func remove(_ name: ServiceName) throws(ServiceError)

    /// Shows what the service has printed on the standard output, and waits
    /// until that ends.
    ///
    /// - Parameters:
    ///   - lines: the last so many.
    ///   - following: also what it prints from now on.
    /// - Throws: ``ServiceError/notInstalled(name:)`` where there is none.
    func showLog(of name: ServiceName, lines: Int, following: Bool) throws(ServiceError)
}

/// The service that watches a vault.
public struct WatchService: Hashable, Sendable {
    public let name: ServiceName
    /// The whole path of this program.
    public let program: String
    /// The whole path of the vault's folder.
    public let vault: String

    /// - Throws: ``ServiceError/unusablePath(_:)``.
    public init(name: ServiceName, program: String, vault: String) throws(ServiceError) {
        for path in [program, vault] {
            let isPlain = !path.unicodeScalars.contains {
                $0.properties.generalCategory == .control
            }
            guard path.hasPrefix("/"), isPlain else { throw .unusablePath(path) }
        }
        self.name = name
        self.program = program
        self.vault = vault
    }

    /// The program with its arguments.
    var command: [String] { [program, "watch", "--vault", vault] }
}

/// What installing changed.
public enum ServiceChange: Hashable, Sendable {
    case installed
    /// There was one with another program or other settings.
    case renewed
    case none
}

/// How a service is doing.
public struct ServiceState: Hashable, Sendable {
    public enum Activity: Hashable, Sendable {
        case running
        /// On its way up or down.
        case changing
        case stopped
        /// It ended with a failure.
        ///
        /// - Parameter reason: such as "exit code 4".
        case failed(reason: String)
    }

    public let activity: Activity
    /// Whether it starts by itself when the user logs in.
    public let startsByItself: Bool
    /// What the service says of itself; empty where it says nothing.
    public let status: String
    /// The file that describes it.
    public let path: String
}
