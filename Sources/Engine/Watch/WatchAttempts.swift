internal import Vault

/// What a watcher does that may fail for a while, as on a full disk: told once,
/// and tried again; and what it puts off.
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
            if troubles.failed(work, at: clock.steady) { try engine.tell(.trouble(error)) }
            return nil
        }
        if troubles.succeeded(work), troubles.isEmpty {
            status.noteNoError()
            try engine.tell(.troubleOver)
        }
        return value
    }

    /// Has something done, or done again, in so many seconds.
    func putOff(_ work: WatchTroubles.Work, seconds: Int64) {
        troubles.putOff(work, until: clock.steady.adding(seconds))
    }

    /// When it is time for the first of some that failed or were put off, in POSIX
    /// seconds as the clock is set at present.
    func next(of works: [WatchTroubles.Work]) -> Int64? {
        troubles.next(of: works).map(clock.instant)
    }

    func isDue(_ work: WatchTroubles.Work) -> Bool { troubles.isDue(work, at: clock.steady) }
}
