internal import Foundation
public import Vault

/// What a watcher is doing, as another process can learn it.
public struct WatchState: Codable, Hashable, Sendable {
    /// Its number.
    public var process: Int32
    /// POSIX seconds.
    public var since: Int64
    /// The name of the connection that it syncs at this moment.
    public var syncing: String?
    /// When it syncs next, in POSIX seconds; nil where nothing is connected.
    public var nextSyncAt: Int64?
    /// The same of each connection.
    public var nextSyncs: [NextSync] = []
    /// What could not be done last, in words without private data.
    public var lastError: String?
    /// What a person can do about it.
    public var lastRemedy: String?
    /// POSIX seconds.
    public var lastErrorAt: Int64?
    /// Files that go on as they were, or were left out, for their mistakes.
    public var brokenFiles: [String] = []

    /// When a connection is synced next.
    public struct NextSync: Codable, Hashable, Sendable {
        /// The vault's number of it.
        public let connection: Int64
        /// POSIX seconds.
        public let at: Int64
    }

    /// When a connection is synced next, in POSIX seconds; nil where that is not planned,
    /// or it is synced at this moment.
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
        case brokenFiles = "broken_files"
    }
}

extension Engine {
    /// What the process that watches the vault is doing; nil where none does.
    public func watcher() throws -> WatchState? {
        guard let holder = try ProcessLock.holder(path: vault.folder.watchLockPath) else {
            return nil
        }
        if let state = WatchState(contentsOf: vault.folder.watchStatePath) { return state }
        // It has just begun, or can't write: that it watches is known anyway.
        return WatchState(process: holder.process ?? 0, since: holder.since ?? 0)
    }
}

extension WatchState {
    fileprivate init?(contentsOf path: String) {
        do {
            let bytes = try FileReader.bytes(ofOrdinaryFile: path, atMost: Self.mostBytes)
            self = try JSONDecoder().decode(WatchState.self, from: Data(bytes))
        } catch {
            // Not written yet, or another version's, which says nothing to this one.
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
            // On a full disk there is room where the last one stands, and that the disk
            // is full is what others want to know.
            try data.overwrite(path)
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// The file takes whole blocks of the disk, so that a longer state has room too.
    private static let room = 4096
}

extension Data {
    /// Writes over the bytes of a file. Who reads it meanwhile finds no state in it.
    fileprivate func overwrite(_ path: String) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { handle.closeFile() }
        try handle.write(contentsOf: self)
        try handle.truncate(atOffset: UInt64(count))
    }
}

/// Where other processes learn what a watcher is doing.
struct WatchStateFile {
    private let path: String
    private var stored: WatchState?

    init(_ folder: VaultFolder) {
        path = folder.watchStatePath
    }

    /// Writes it where it changed.
    mutating func store(_ state: WatchState) {
        guard state != stored else { return }
        do {
            try state.write(to: path)
            stored = state
        } catch {
            // Others see what was true before. It is tried again when the watcher
            // wakes next.
        }
    }

    func remove() {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            // Without the lock nobody believes it.
        }
    }
}

/// What a watcher is doing, for itself and for other processes.
final class WatchStatus {
    var state: WatchState
    private var file: WatchStateFile
    private let clock: WatchClock
    private let words: (any Error) -> String
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

    /// Keeps what could not be done last.
    ///
    /// - Returns: it in words without private data.
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

    /// Writes it where it changed.
    func store() { file.store(state) }

    func remove() { file.remove() }
}
