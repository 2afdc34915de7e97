internal import Foundation
internal import Vault

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// An operating system lock on a file, held by one process at a time.
///
/// The system releases it when the process ends, however it ends, so it never becomes
/// stale.
struct ProcessLock: ~Copyable {
    private let descriptor: Int32

    /// Opens a lock file, and creates it if it is missing.
    init(path: String) throws(EngineError) {
        try self.init(path: path, flags: O_RDWR | O_CREAT)
    }

    /// Takes a shared lock, and waits while a process has it exclusively; nil if the file can't
    /// be created or locked.
    init?(sharing path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        while !Self.set(F_RDLCK, on: descriptor, waits: true) {
            guard errno == EINTR else { return nil }
        }
    }

    private init(path: String, flags: Int32) throws(EngineError) {
        descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
        }
    }

    deinit { _ = close(descriptor) }

    /// The holder of a file's lock; nil if there is none. Only queries the lock, so that no
    /// other process finds it taken.
    static func holder(path: String) throws(EngineError) -> LockHolder? {
        guard access(path, F_OK) == 0 else { return nil }
        let lock = try ProcessLock(path: path, flags: O_RDONLY)
        var found = whole(F_WRLCK)
        guard fcntl(lock.descriptor, Self.find, &found) == 0 else {
            throw .cannotRead(path: path, reason: String(cString: strerror(errno)).lowercased())
        }
        return Int32(found.l_type) == Int32(F_UNLCK) ? nil : lock.holder
    }

    /// - Returns: false if another process has it.
    func take() -> Bool { Self.set(F_WRLCK, on: descriptor) }

    /// Whether the lock's file is still at a path. It moves away with its folder.
    func isOfFile(at path: String) -> Bool {
        var (own, there) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path, &there) == 0
            && own.st_dev == there.st_dev && own.st_ino == there.st_ino
    }

    func release() { _ = Self.set(F_UNLCK, on: descriptor) }

    // F_OFD_SETLK, F_OFD_SETLKW and F_OFD_GETLK, which Swift does not import. These locks
    // belong to open files, not processes, so they also exclude each other within one process.
    #if os(Linux)
        private static let (take, takeWaiting, find): (Int32, Int32, Int32) = (37, 38, 36)
    #else
        private static let (take, takeWaiting, find): (Int32, Int32, Int32) = (90, 91, 92)
    #endif

    private static func set(_ kind: Int32, on descriptor: Int32, waits: Bool = false) -> Bool {
        var lock = whole(kind)
        return fcntl(descriptor, waits ? takeWaiting : take, &lock) == 0
    }

    private static func whole(_ kind: Int32) -> flock {
        var lock = flock()
        lock.l_type = Int16(kind)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }

    /// The holder according to the file, which may not be written yet.
    var holder: LockHolder {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
        return LockHolder(
            process: words.first.flatMap { Int32($0) },
            since: words.dropFirst().first.flatMap { Int64($0) })
    }

    /// Writes this process into the file. It only informs people; the lock holds without it.
    func sign() { write("\(getpid()) \(Int64(Date().timeIntervalSince1970))\n") }

    /// Clears the file, so that nobody reads a former holder.
    func clear() { write("") }

    private func write(_ text: String) {
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, text, text.utf8.count, 0)
    }
}

/// A process that holds a lock.
public struct LockHolder: Hashable, Sendable {
    /// The process id, if known.
    public let process: Int32?
    /// POSIX seconds.
    public let since: Int64?

    public init(process: Int32?, since: Int64?) {
        self.process = process
        self.since = since
    }
}

extension Engine {
    /// Runs work after which this process classifies and reports the changes itself. Watchers
    /// wait for its end.
    ///
    /// Such processes don't wait for each other.
    public func whileWatchersWait<Value>(_ body: () throws -> Value) throws -> Value {
        // A watcher that does not wait classifies first, which is harmless.
        guard let lock = ProcessLock(sharing: vault.folder.decidingLockPath) else {
            return try body()
        }
        defer { lock.release() }
        return try body()
    }

    /// Whether a process is storing decisions, or has not classified them yet.
    func isSomebodyDeciding() throws -> Bool {
        try ProcessLock.holder(path: vault.folder.decidingLockPath) != nil
    }
}
