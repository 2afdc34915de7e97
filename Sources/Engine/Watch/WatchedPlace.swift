internal import Foundation
internal import Model
public import Platform
public import Scripting
public import SimpleFIN
public import Vault

/// The watched vault's folder, and how to reach its bridges.
public struct WatchedPlace: Sendable {
    let folder: VaultFolder
    private let secretKeepers: SecretKeepers
    private let scripts: ScriptHost
    private let readView: ViewReader?
    private let transport: @Sendable (NetworkPolicy) -> any HTTPTransport
    private let requests = RequestStop()

    /// - Parameters:
    ///   - secretKeepers: the keepers for access URLs; files if there are none.
    ///   - scripts: where rules, plugins and handlers run.
    ///   - transport: makes the transport for requests, by default libcurl.
    public init(
        _ folder: VaultFolder, secretKeepers: SecretKeepers = SecretKeepers(),
        scripts: ScriptHost, readView: ViewReader? = nil,
        transport: @escaping @Sendable (NetworkPolicy) -> any HTTPTransport = {
            CurlTransport(policy: $0)
        }
    ) {
        self.folder = folder
        self.secretKeepers = secretKeepers
        self.scripts = scripts
        self.readView = readView
        self.transport = transport
    }

    func open(_ clock: WatchClock) throws -> Vault {
        try Vault.open(folder, clock: { clock.now })
    }

    func engine(over vault: Vault, at moment: Moment) -> Engine {
        Engine(
            vault: vault, moment: moment, secretKeepers: secretKeepers, scripts: scripts,
            readView: readView
        ) { [transport, requests] policy in
            Client(
                transport: StoppableTransport(transport: transport(policy), stop: requests),
                policy: policy)
        }
    }

    /// Abandons running requests.
    func stop() { requests.stop() }

    var isStopped: Bool { requests.isStopped }

    /// Whether the database was replaced since it was opened, such as by restoring a backup.
    ///
    /// - Throws: `VaultError.missing` if there is none.
    func wasReplaced(since vault: Vault) throws -> Bool {
        guard folder.holdsVault else { throw VaultError.missing(path: folder.path) }
        return vault.isOfAnotherFile()
    }
}

/// The open watched vault, and the receiver of its news.
final class WatchedEngine {
    private let place: WatchedPlace
    private let clock: WatchClock
    private let hear: (WatchNews, Engine) throws -> Void
    private(set) var vault: Vault

    init(
        _ place: WatchedPlace, _ clock: WatchClock,
        hear: @escaping (WatchNews, Engine) throws -> Void
    ) throws {
        self.place = place
        self.clock = clock
        self.hear = hear
        vault = try place.open(clock)
    }

    /// The engine as of now.
    var now: Engine { place.engine(over: vault, at: clock.moment) }

    func tell(_ news: WatchNews) throws { try hear(news, now) }

    /// Reopens the database if it was replaced, such as by restoring a backup.
    ///
    /// - Returns: whether it was replaced.
    /// - Throws: `VaultError.missing` if there is none.
    func reopenIfReplaced() throws -> Bool {
        guard try place.wasReplaced(since: vault) else { return false }
        vault = try place.open(clock)
        return true
    }
}

/// The changes that other commands make to a watched vault.
final class OtherCommands {
    enum Writing {
        /// Nothing, or a command is still deciding and should finish first.
        case nothing
        case something
        /// The database was replaced, such as by restoring a backup.
        case otherDatabase
    }

    private var writers: Int64 = 0
    private let engine: WatchedEngine
    private let attempts: RetryBackoff

    init(_ engine: WatchedEngine, _ attempts: RetryBackoff) {
        self.engine = engine
        self.attempts = attempts
    }

    /// Takes the current state as known.
    func begin() throws { writers = try engine.vault.otherWriters() }

    /// What was written since the last call. If a command is still deciding, the next check is
    /// scheduled as `noticing`.
    func written() throws -> Writing {
        // A command that decides also classifies, and reports the changes. Its lock signals its
        // end; the time is for file systems without notifications.
        if try attempts.make(.noticing, { try engine.now.isSomebodyDeciding() }) == true {
            attempts.putOff(.noticing, seconds: Self.longestTurnSeconds)
            return .nothing
        }
        return try attempts.make(.noticing) {
            let wasReplaced = try engine.reopenIfReplaced()
            let before = writers
            try begin()
            return wasReplaced ? .otherDatabase : writers == before ? .nothing : .something
        } ?? .nothing
    }

    private static let longestTurnSeconds: Int64 = 30
}
