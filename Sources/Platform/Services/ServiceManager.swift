internal import Model

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

/// What the service of a vault is called.
public struct ServiceName: Hashable, Sendable {
    /// Of small letters, digits and "-".
    public let text: String

    /// "ghostvault-watch" for the vault that commands use unasked; for another
    /// with its folder's name and a part of a hash, so that no two vaults share
    /// a name.
    ///
    /// - Parameters:
    ///   - vault: the folder's whole path.
    ///   - usualVault: that of the vault that commands use unasked.
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
