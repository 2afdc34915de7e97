import Engine
import Foundation
import Synchronization
import TestSupport
import Testing
import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("While a vault is synced")
struct SyncLeaseTests {
    private let demo: DemoVault
    private let connection: Connection

    init() throws {
        demo = try DemoVault()
        connection = try demo.connect()
        demo.transport.show(.ordinary, at: today.noon)
    }

    /// Holds the lock as another process would, since locks of one file that
    /// was opened twice keep each other out within one process too.
    private func holdingLock<Value>(
        at path: String? = nil, _ body: (LockHolder) throws -> Value
    ) throws -> Value {
        let path = path ?? demo.folder.syncLockPath
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        try #require(Self.lock(descriptor))
        let text = "4242 1795176000\n"
        try #require(write(descriptor, text, text.utf8.count) == text.utf8.count)
        return try body(LockHolder(process: 4242, since: 1_795_176_000))
    }

    @Test("restoring a backup is refused while the vault is watched or synced")
    func restoring() throws {
        let backup = try demo.engine().backUp()
        let restore = try BackupRestore(
            BackupArchive(backup.path), at: backup.path, into: demo.folder)
        for path in [demo.folder.watchLockPath, demo.folder.syncLockPath] {
            _ = try holdingLock(at: path) { holder in
                #expect(throws: BackupError.inUse(path: demo.folder.path, process: holder.process))
                {
                    try restore.run(at: Moment(clock: today.noon), withAutomation: false)
                }
            }
        }
    }

    // F_OFD_SETLK, which Swift does not import.
    #if os(Linux)
        private static let setsLockOfFile: Int32 = 37
    #else
        private static let setsLockOfFile: Int32 = 90
    #endif

    /// Takes an open file's lock if nobody has it, or releases it.
    private static func lock(_ descriptor: Int32, as kind: Int32 = Int32(F_WRLCK)) -> Bool {
        var lock = flock()
        lock.l_type = Int16(kind)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(descriptor, setsLockOfFile, &lock) == 0
    }

    @Test("reading the lock doesn't block taking it")
    func probe() throws {
        let descriptor = open(demo.folder.syncLockPath, O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        let isOver = Mutex(false)
        let engine = demo.engine()
        let ended = DispatchSemaphore(value: 0)
        let thread = Thread {
            defer { ended.signal() }
            while !isOver.withLock({ $0 }) {
                do {
                    _ = try engine.syncHolder()
                } catch {
                    Issue.record(error)
                    return
                }
            }
        }
        thread.start()
        // It must not look at a vault that is gone.
        defer {
            isOver.withLock { $0 = true }
            ended.wait()
        }
        for _ in 0..<3000 {
            guard Self.lock(descriptor) else {
                Issue.record("the lock was taken")
                return
            }
            #expect(Self.lock(descriptor, as: Int32(F_UNLCK)))
        }
    }

    private func sync(
        patience: Double = 0, progress: @escaping (SyncProgress) -> Void = { _ in }
    ) throws -> SyncReport {
        try demo.engine().synchronise(
            connection, historyMonths: 1, patience: patience, progress: progress)
    }

    @Test("a second sync is rejected with the holder and sends no request")
    func refused() throws {
        try holdingLock { (holder) throws in
            #expect(throws: EngineError.syncUnderWay(holder)) { try sync() }
            #expect(try demo.engine().requestsLeft(connection) == 24)
            #expect(try demo.vault.lastSync(connection: connection.id) == nil)
        }
    }

    @Test("a waiting sync reports the holder once")
    func toldOfWaiting() throws {
        var told: [LockHolder] = []
        try holdingLock { (holder) throws in
            #expect(throws: EngineError.syncUnderWay(holder)) {
                try sync(patience: 0.3) { progress in
                    if case .waiting(let holder) = progress { told.append(holder) }
                }
            }
            #expect(told == [holder])
        }
    }

    @Test("a waiting sync stops at once and sends no request")
    func stopped() throws {
        try holdingLock { (holder) throws in
            let stop = RequestStop()
            let engine = demo.engine().stoppable(by: stop)
            let began = ContinuousClock.now
            #expect(throws: EngineError.syncUnderWay(holder)) {
                try engine.synchronise(connection, patience: 900) { _ in stop.stop() }
            }
            #expect(began.duration(to: .now) < Patience.longest)
            #expect(try demo.engine().requestsLeft(connection) == 24)
        }
    }

    @Test("who watches is known also if the file that says more has no end")
    func endlessWatchState() throws {
        try FileManager.default.createSymbolicLink(
            atPath: demo.folder.watchStatePath, withDestinationPath: "/dev/zero")
        try holdingLock(at: demo.folder.watchLockPath) { (holder) throws in
            #expect(try demo.engine().watcher()?.process == holder.process)
        }
    }

    @Test("the next one begins as soon as its process is gone")
    func afterwards() throws {
        try holdingLock { (_) throws in }
        #expect(try sync().outcome == .complete)
    }

    @Test("its process is known, and nobody's before and after")
    func holder() throws {
        #expect(try demo.engine().syncHolder() == nil)
        var during: LockHolder?
        _ = try sync { _ in
            do {
                during = try demo.engine().syncHolder()
            } catch {
                Issue.record(error)
            }
        }
        #expect(during?.process == getpid())
        #expect(try demo.engine().syncHolder() == nil)
    }
}
