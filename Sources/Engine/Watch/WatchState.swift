internal import Foundation
public import Vault

/// The state of a watcher, for other processes.
public struct WatchState: Codable, Hashable, Sendable {
    /// The process id.
    public var process: Int32
    /// POSIX seconds.
    public var since: Int64
    /// The name of the connection being synced.
    public var syncing: String?
    /// The next sync in POSIX seconds; nil if nothing is connected.
    public var nextSyncAt: Int64?
    /// The next sync per connection.
    public var nextSyncs: [NextSync] = []
    /// The last failure, without private data.
    public var lastError: String?
    /// The user's remedy for it.
    public var lastRemedy: String?
    /// POSIX seconds.
    public var lastErrorAt: Int64?
    /// Files of the inbox that a person must decide about.
    public var waitingFiles: [WaitingFile] = []

    /// A file of the inbox that stays there.
    public struct WaitingFile: Codable, Hashable, Sendable {
        public let file: String
        /// Why, without private data.
        public let reason: String
    }

    /// The next sync of a connection.
    public struct NextSync: Codable, Hashable, Sendable {
        /// The connection's id.
        public let connection: Int64
        /// POSIX seconds.
        public let at: Int64
    }

    /// The next sync of a connection in POSIX seconds; nil if none is planned or it is being
    /// synced.
    public func nextSync(of connection: Connection) -> Int64? {
        guard syncing != connection.name else { return nil }
        return nextSyncs.first { $0.connection == connection.id }?.at
    }

    enum CodingKeys: String, CodingKey {
        case process, since, syncing
        case nextSyncAt = "next_sync_at"
        case nextSyncs = "next_syncs"
        case lastError = "last_error"
        case lastRemedy = "last_remedy"
        case lastErrorAt = "last_error_at"
        case waitingFiles = "waiting_files"
    }
}

extension Engine {
    /// The state of the process that watches the vault; nil if there is none.
    public func watcher() throws -> WatchState? {
        guard let holder = try ProcessLock.holder(path: vault.folder.watchLockPath) else {
            return nil
        }
        if let state = WatchState(contentsOf: vault.folder.watchStatePath) { return state }
        // It has just started, or can't write its state. The lock shows that it runs.
        return WatchState(process: holder.process ?? 0, since: holder.since ?? 0)
    }
}

extension WatchState {
    fileprivate init?(contentsOf path: String) {
        do {
            let bytes = try FileReader.bytes(ofOrdinaryFile: path, atMost: Self.mostBytes)
            self = try JSONDecoder().decode(WatchState.self, from: Data(bytes))
        } catch {
            // Not written yet, or in another version's format.
            return nil
        }
    }

    private static let mostBytes = 1 << 20

    fileprivate func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        var data = try encoder.encode(self)
        let room = (data.count / Self.room + 1) * Self.room
        data.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: room - data.count))
        do {
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            // On a full disk, the old file's space can be reused. The full disk is just what others
            // should learn.
            try data.overwrite(path)
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// The file fills whole disk blocks, which leaves space for a longer state.
    private static let room = 4096
}

extension Data {
    /// Overwrites the bytes of a file. A concurrent reader finds no valid state.
    fileprivate func overwrite(_ path: String) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { handle.closeFile() }
        try handle.write(contentsOf: self)
        try handle.truncate(atOffset: UInt64(count))
    }
}

/// The file with a watcher's state.
struct WatchStateFile {
    private let path: String
    private var stored: WatchState?

    init(_ folder: VaultFolder) {
        path = folder.watchStatePath
    }

    /// Writes the state if it changed.
    mutating func store(_ state: WatchState) {
        guard state != stored else { return }
        do {
            try state.write(to: path)
            stored = state
        } catch {
            // Others see the old state. The next wake-up tries again.
        }
    }

    func remove() {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            // Without the lock nobody trusts it.
        }
    }
}

/// The current state of a watcher.
final class WatchStatus {
    var state: WatchState
    private var file: WatchStateFile
    private let clock: WatchClock
    /// An error's message without private data.
    let words: (any Error) -> String
    private let remedy: (any Error) -> String?

    init(
        _ state: WatchState, _ file: WatchStateFile, _ clock: WatchClock,
        words: @escaping (any Error) -> String, remedy: @escaping (any Error) -> String?
    ) {
        self.state = state
        self.file = file
        self.clock = clock
        self.words = words
        self.remedy = remedy
    }

    /// Records the last failure.
    ///
    /// - Returns: its message, without private data.
    @discardableResult
    func note(_ error: any Error) -> String {
        let text = words(error)
        state.lastError = text
        state.lastRemedy = remedy(error)
        state.lastErrorAt = clock.now
        return text
    }

    func noteNoError() {
        state.lastError = nil
        state.lastRemedy = nil
        state.lastErrorAt = nil
    }

    /// Writes the state if it changed.
    func store() { file.store(state) }

    func remove() { file.remove() }
}
