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
