internal import Model

/// The manager of a user's services: systemd's user manager, or launchd.
public protocol ServiceManager: Sendable {
    /// Starts the service now and at every login. Has no effect if it is installed
    /// already; restarts it if it has changed.
    func install(_ service: WatchService) throws(ServiceError) -> ServiceChange

    /// Whether this program wrote the service's file.
    func isInstalled(_ name: ServiceName) throws(ServiceError) -> Bool

    func state(of name: ServiceName) throws(ServiceError) -> ServiceState

    /// Stops the service and deletes its file, if this program wrote it.
    func remove(_ name: ServiceName) throws(ServiceError)

    /// Prints the service's log to standard output. Blocks until the end.
    ///
    /// - Parameters:
    ///   - lines: the number of last lines to show.
    ///   - following: whether to continue with new lines.
    /// - Throws: ``ServiceError/notInstalled(name:)`` if there is none.
    func showLog(of name: ServiceName, lines: Int, following: Bool) throws(ServiceError)
}

/// The service that watches a vault.
public struct WatchService: Hashable, Sendable {
    public let name: ServiceName
    /// The absolute path of this program.
    public let program: String
    /// The absolute path of the vault's folder.
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

/// The effect of an installation.
public enum ServiceChange: Hashable, Sendable {
    case installed
    /// It replaced one with another program or other settings.
    case renewed
    case none
}

/// The state of a service.
public struct ServiceState: Hashable, Sendable {
    public enum Activity: Hashable, Sendable {
        case running
        /// Starting or stopping.
        case changing
        case stopped
        /// It ended with a failure.
        ///
        /// - Parameter reason: such as "exit code 4".
        case failed(reason: String)
    }

    public let activity: Activity
    /// Whether it starts when the user logs in.
    public let startsByItself: Bool
    /// The service's own status line; may be empty.
    public let status: String
    /// The file that describes it.
    public let path: String
}

/// The name of a vault's service.
public struct ServiceName: Hashable, Sendable {
    /// Lowercase letters, digits and "-".
    public let text: String

    /// "ghostvault-watch" for the default vault. Others add the folder's name and part of
    /// a hash, so that no two vaults share a name.
    ///
    /// - Parameters:
    ///   - vault: the folder's absolute path.
    ///   - usualVault: the absolute path of the default vault.
    public init(vault: String, usualVault: String) {
        guard vault != usualVault else {
            text = Self.start
            return
        }
        let folder = vault.split(separator: "/").last.map(String.init) ?? ""
        var hash = SHA256()
        hash.add(Array(vault.utf8))
        let digits = hash.digest().prefix(3).hexadecimal
        text = ([Self.start] + Self.words(of: folder) + [digits]).joined(separator: "-")
    }

    private static let start = "ghostvault-watch"

    private static func words(of folder: String) -> [String] {
        let plain = folder.lowercased().prefix(40).map { letter in
            letter.isASCII && (letter.isLetter || letter.isNumber) ? letter : "-"
        }
        return String(plain).split(separator: "-").map(String.init)
    }
}

/// Why a service could not be installed, queried or removed.
public enum ServiceError: Error, Hashable, Sendable {
    /// No service manager runs for this user, or its command-line tool is missing.
    ///
    /// - Parameter reason: the tool's error message; empty if it is missing.
    case noManager(program: String, reason: String)
    /// This program did not write the service's file.
    case foreignFile(path: String)
    case notInstalled(name: String)
    case cannotWrite(path: String, reason: String)
    /// A path with control characters, which the service's file can't contain.
    case unusablePath(String)
    /// The environment has no absolute home folder, so the folder of services is unknown.
    case noHome
    /// The service was installed, but ended before it was ready.
    ///
    /// - Parameter reason: the manager's error message.
    case notStarted(name: String, reason: String)
    /// The manager refused.
    ///
    /// - Parameter reason: its error message.
    case refused(action: String, reason: String)
}
