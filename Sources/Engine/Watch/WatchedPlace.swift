internal import Foundation
internal import Model
public import Platform
public import Scripting
public import SimpleFIN
public import Vault

/// The vault that is watched, and how to reach its bridges.
public struct WatchedPlace: Sendable {
    let folder: VaultFolder
    private let secretKeepers: SecretKeepers
    private let scripts: ScriptHost
    private let transport: @Sendable (NetworkPolicy) -> any HTTPTransport
    private let requests = RequestStop()

    /// - Parameters:
    ///   - secretKeepers: who may keep access URLs; where it is nobody, files do.
    ///   - scripts: where rules, plugins and handlers are run.
    ///   - transport: what sends requests; libcurl where nothing else is given.
    public init(
        _ folder: VaultFolder, secretKeepers: SecretKeepers = SecretKeepers(),
        scripts: ScriptHost,
        transport: @escaping @Sendable (NetworkPolicy) -> any HTTPTransport = {
            CurlTransport(policy: $0)
        }
    ) {
        self.folder = folder
        self.secretKeepers = secretKeepers
        self.scripts = scripts
        self.transport = transport
    }

    func open(_ clock: WatchClock) throws -> Vault {
        try Vault.open(folder, clock: { clock.now })
    }

    func engine(over vault: Vault, at moment: Moment) -> Engine {
        Engine(vault: vault, moment: moment, secretKeepers: secretKeepers, scripts: scripts) {
            [transport, requests] policy in
            Client(
                transport: StoppableTransport(transport: transport(policy), stop: requests),
                policy: policy)
        }
    }

    /// Gives up requests that are under way.
    func stop() { requests.stop() }

    var isStopped: Bool { requests.isStopped }

    /// Whether another database lies where an open one was, as after a backup
    /// was brought back.
    ///
    /// - Throws: `VaultError.missing` where there is none.
    func wasReplaced(since vault: Vault) throws -> Bool {
        guard folder.holdsVault else { throw VaultError.missing(path: folder.path) }
        return vault.isOfAnotherFile()
    }
}

/// The vault that is watched, open, and who hears what happens in it.
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

    /// As of this moment.
    var now: Engine { place.engine(over: vault, at: clock.moment) }

    func tell(_ news: WatchNews) throws { try hear(news, now) }

    /// Opens the database that lies where the open one was, if another does, as
    /// after a backup was brought back.
    ///
    /// - Returns: whether another does.
    /// - Throws: `VaultError.missing` where there is none.
    func reopenIfReplaced() throws -> Bool {
        guard try place.wasReplaced(since: vault) else { return false }
        vault = try place.open(clock)
        return true
    }
}

/// What other commands write into a watched vault.
final class OtherCommands {
    enum Writing {
        /// Or one decides something just now, and is to be left to it.
        case nothing
        case something
        /// Another database lies there, as after a backup was brought back.
        case otherDatabase
    }

    private var writers: Int64 = 0
    private let engine: WatchedEngine
    private let attempts: WatchAttempts

    init(_ engine: WatchedEngine, _ attempts: WatchAttempts) {
        self.engine = engine
        self.attempts = attempts
    }

    /// Takes what is there now as known.
    func begin() throws { writers = try engine.vault.otherWriters() }

    /// What was written since this was asked last; while another command decides, it
    /// is time to ask again when `noticing` is.
    func written() throws -> Writing {
        // Who decides something classifies it too, and tells what that changed.
        // Its end is told by its lock; the time is for a file system that tells
        // nothing.
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
