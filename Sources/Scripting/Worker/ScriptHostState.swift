#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension ScriptHost {
    /// The state of the current worker and the history of earlier ones.
    struct State {
        var worker: WorkerProcess?
        /// The number of workers started so far.
        var generation = 0
        var nextNumber: UInt32 = 0
        /// The libraries that the worker has, with their numbers there, oldest first.
        var libraries: [(library: PackedLibrary, number: UInt32)] = []
        /// Discarded sandboxes that the worker still has to close.
        var closed: [UInt32] = []
        /// Sources that killed a worker, with the reason.
        var blamed: [ScriptSource: String] = [:]
        /// The processor time of each source in this worker, in nanoseconds.
        var computed: [ScriptSource: Int64] = [:]
        /// The remaining processor time for scripts, in nanoseconds.
        var credit: Int64
        /// The processor time of workers that took too long, in nanoseconds.
        var lost: Int64 = 0
        /// The number of these workers.
        var lostWorkers = 0
        var lostAt: ContinuousClock.Instant?
        /// The digests of answers about loaded sources, to keep a verdict like an answer.
        var digests: [ScriptSource: [UInt8]] = [:]
        /// The remaining Lua steps for the current set of files.
        var stepsLeft: Int
        /// The memory of all sandboxes after loading.
        var bytesHeld = 0
        var interruptions = 0
        var failure: String?
        /// A cache of parsed data files.
        var readings: [DataSource: Result<DataValue, DataMistake>] = [:]
        /// The number parsed so far.
        var readingCount = 0
        var readingCache: ReadingCache?

        init(_ budget: Budget) {
            credit = budget.nanoseconds
            stepsLeft = budget.steps
        }

        mutating func nextFreeNumber() -> UInt32 {
            nextNumber &+= 1
            return nextNumber
        }
    }
}

/// A mutual exclusion lock. `Mutex` would require the guarded state to be `Sendable`.
final class Lock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
}
