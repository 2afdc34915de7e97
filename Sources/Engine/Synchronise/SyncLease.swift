internal import Foundation
internal import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The right to sync a vault, which one process has at a time.
///
/// It is a lock of the operating system on a file beside the database. The
/// system takes it back when its process ends, however it ends, so that none
/// is left behind that somebody would have to wait out.
struct SyncLease {
    /// Does something while holding the lease.
    ///
    /// - Parameters:
    ///   - patience: seconds to wait for another process, 0 and more.
    ///   - waiting: told once who is waited for, where somebody is.
    /// - Throws: ``EngineError/syncUnderWay(_:)`` where the other one was not
    ///   done in time.
    static func hold<Value>(
        of folder: VaultFolder, patience: Double, waiting: (SyncHolder) -> Void,
        _ body: () throws -> Value
    ) throws -> Value {
        let lease = try SyncLease(folder, flags: O_RDWR | O_CREAT)
        defer { lease.close() }
        try lease.take(patience: patience, waiting: waiting)
        // Taken back first, so that nobody reads the name of one who is gone.
        defer { lease.write("") }
        lease.write("\(getpid()) \(Int64(Date().timeIntervalSince1970))\n")
        return try body()
    }

    /// Who holds the lease of a vault now; nil where nobody does.
    static func holder(of folder: VaultFolder) throws -> SyncHolder? {
        guard access(folder.syncLockPath, F_OK) == 0 else { return nil }
        let lease = try SyncLease(folder, flags: O_RDONLY)
        defer { lease.close() }
        return lease.lock() ? nil : lease.holder
    }

    private let descriptor: Int32
    private static let secondsBetweenTries = 0.1

    private init(_ folder: VaultFolder, flags: Int32) throws(EngineError) {
        descriptor = open(folder.syncLockPath, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .cannotWrite(
                path: folder.syncLockPath, reason: String(cString: strerror(errno)))
        }
    }

    private func close() { _ = systemClose(descriptor) }

    private func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    private func take(patience: Double, waiting: (SyncHolder) -> Void) throws {
        guard !lock() else { return }
        waiting(holder)
        let end = ContinuousClock.now.advanced(by: .seconds(patience))
        // Once more in any case: who only looks holds the lock for a moment.
        repeat {
            Thread.sleep(forTimeInterval: Self.secondsBetweenTries)
            if lock() { return }
        } while ContinuousClock.now < end
        throw EngineError.syncUnderWay(holder)
    }

    /// What the lock's file says; the holder may not have written it yet.
    private var holder: SyncHolder {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
        return SyncHolder(
            process: words.first.flatMap { Int32($0) },
            since: words.dropFirst().first.flatMap { Int64($0) })
    }

    /// What the file says is for people alone: the lock holds without it.
    private func write(_ text: String) {
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, text, text.utf8.count, 0)
    }
}

/// Under the method's name the system's function could not be called.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// A process that syncs a vault.
public struct SyncHolder: Hashable, Sendable {
    /// Its number, where it has said it.
    public let process: Int32?
    /// POSIX seconds.
    public let since: Int64?

    public init(process: Int32?, since: Int64?) {
        self.process = process
        self.since = since
    }
}
