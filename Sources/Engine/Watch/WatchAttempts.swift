internal import Vault

/// What a watcher does that may fail for a while, as on a full disk: told once,
/// and tried again.
final class WatchAttempts {
    private var troubles = WatchTroubles()
    private let engine: WatchedEngine
    private let status: WatchStatus
    private let clock: WatchClock

    init(_ engine: WatchedEngine, _ status: WatchStatus, _ clock: WatchClock) {
        self.engine = engine
        self.status = status
        self.clock = clock
    }

    /// - Returns: nil where it failed, and is to be tried again.
    /// - Throws: what no trying again helps, and what hearing of it does.
    func make<Value>(
        _ work: WatchTroubles.Work, _ body: () throws -> Value
    ) throws -> Value? {
        let value: Value
        do {
            value = try body()
        } catch let error as VaultError where error.endsWatching {
            throw error
        } catch {
            status.note(error)
            // The same again and again is nothing that a person wants to read.
            if troubles.failed(work, at: clock.now) { try engine.tell(.trouble(error)) }
            return nil
        }
        if troubles.succeeded(work), troubles.isEmpty {
            status.noteNoError()
            try engine.tell(.troubleOver)
        }
        return value
    }

    /// When the first of some is tried again, in POSIX seconds.
    func next(of works: [WatchTroubles.Work]) -> Int64? { troubles.next(of: works) }

    func isDue(_ work: WatchTroubles.Work, at now: Int64) -> Bool {
        troubles.isDue(work, at: now)
    }
}
