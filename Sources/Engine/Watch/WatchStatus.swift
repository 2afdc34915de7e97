/// What a watcher is doing, for itself and for other processes.
final class WatchStatus {
    var state: WatchState
    private var file: WatchStateFile
    private let clock: WatchClock
    private let words: (any Error) -> String

    init(
        _ state: WatchState, _ file: WatchStateFile, _ clock: WatchClock,
        words: @escaping (any Error) -> String
    ) {
        self.state = state
        self.file = file
        self.clock = clock
        self.words = words
    }

    /// Keeps what could not be done last.
    func note(_ error: any Error) {
        state.lastError = words(error)
        state.lastErrorAt = clock.now
    }

    func noteNoError() {
        state.lastError = nil
        state.lastErrorAt = nil
    }

    /// Writes it where it changed.
    func store() { file.store(state) }

    func remove() { file.remove() }
}
