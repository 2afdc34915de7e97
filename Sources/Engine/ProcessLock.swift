internal import Foundation
internal import Vault

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A lock of the operating system on a file, which one process has at a time.
///
/// The system takes it back when its process ends, however it ends, so that
/// none is left behind that somebody would have to wait out.
struct ProcessLock: ~Copyable {
    private let descriptor: Int32

    /// Opens a lock's file, which is made where it is missing.
    init(path: String) throws(EngineError) {
        try self.init(path: path, flags: O_RDWR | O_CREAT)
    }

    /// Has a lock together with others that share it, and waits for one that has
    /// it alone; nil if its file can't be made or locked.
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

    /// Who holds the lock of a file now; nil if nobody does. Takes nothing, so that no other
    /// process finds the lock taken.
    static func holder(path: String) throws(EngineError) -> LockHolder? {
        guard access(path, F_OK) == 0 else { return nil }
        let lock = try ProcessLock(path: path, flags: O_RDONLY)
        var found = whole(F_WRLCK)
        guard fcntl(lock.descriptor, Self.find, &found) == 0 else {
            throw .cannotRead(path: path, reason: String(cString: strerror(errno)).lowercased())
        }
        return Int32(found.l_type) == Int32(F_UNLCK) ? nil : lock.holder
    }

    /// - Returns: false where another process has it.
    func take() -> Bool { Self.set(F_WRLCK, on: descriptor) }

    /// Whether the lock's file is the one at a path: a folder that was moved took its
    /// own along.
    func isOfFile(at path: String) -> Bool {
        var (own, there) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path, &there) == 0
            && own.st_dev == there.st_dev && own.st_ino == there.st_ino
    }

    func release() { _ = Self.set(F_UNLCK, on: descriptor) }

    // F_OFD_SETLK, F_OFD_SETLKW and F_OFD_GETLK, which Swift does not import. These locks
    // belong to open files, not to processes: two in one process keep each other out too.
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

    /// What the lock's file says; the holder may not have written it yet.
    var holder: LockHolder {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
        return LockHolder(
            process: words.first.flatMap { Int32($0) },
            since: words.dropFirst().first.flatMap { Int64($0) })
    }

    /// Writes this process into the file. What it says is for people alone: the
    /// lock holds without it.
    func sign() { write("\(getpid()) \(Int64(Date().timeIntervalSince1970))\n") }

    /// Takes the name back, so that nobody reads that of one who is gone.
    func clear() { write("") }

    private func write(_ text: String) {
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, text, text.utf8.count, 0)
    }
}

/// A process that holds a lock.
public struct LockHolder: Hashable, Sendable {
    /// Its number, where it has said it.
    public let process: Int32?
    /// POSIX seconds.
    public let since: Int64?

    public init(process: Int32?, since: Int64?) {
        self.process = process
        self.since = since
    }
}

extension Engine {
    /// Does something after which this process classifies itself, and tells what
    /// changed; whoever watches the vault waits for its end.
    ///
    /// Processes that do so don't wait for each other.
    public func whileWatchersWait<Value>(_ body: () throws -> Value) throws -> Value {
        // A watcher that does not wait classifies first, which harms nothing.
        guard let lock = ProcessLock(sharing: vault.folder.decidingLockPath) else {
            return try body()
        }
        defer { lock.release() }
        return try body()
    }

    /// Whether some process decides something now, or has not classified yet what
    /// it decided.
    func isSomebodyDeciding() throws -> Bool {
        try ProcessLock.holder(path: vault.folder.decidingLockPath) != nil
    }
}
