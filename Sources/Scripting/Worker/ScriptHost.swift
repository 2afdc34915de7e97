#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The place where scripts run: this process, or a worker, a separate process that can do nothing
/// but compute (``ScriptWorker``).
///
/// The first sandbox starts a worker. If the worker dies, the source at fault is not run again. The
/// next sandbox starts another worker, which reloads the other sources. State that functions kept
/// is lost then: a sandbox whose functions were called fails from then on, and ``interruptions``
/// counts it.
///
/// Unchecked because ``State`` is not `Sendable`; it is only accessed under the lock.
public final class ScriptHost: @unchecked Sendable {
    private let program: WorkerProgram?
    let budget: Budget
    private let lock = Lock()
    private var guarded: State

    private init(_ program: WorkerProgram?, _ budget: Budget = Budget()) {
        self.program = program
        self.budget = budget
        guarded = State(budget)
    }

    /// Creates a host that runs scripts in a worker.
    public convenience init(worker program: WorkerProgram, budget: Budget = Budget()) {
        self.init(program, budget)
    }

    /// What all files together may use.
    public struct Budget: Sendable {
        /// The Lua steps for loading a set of files.
        var steps = 40_000_000
        /// The memory of all files that are loaded.
        var bytes = 256 << 20
        /// The processor time that scripts may accumulate before the host stops them, in
        /// nanoseconds. Every request and row adds more than it needs.
        var nanoseconds: Int64 = 1_500_000_000

        public init() {}

        /// For one file of a person's own format: what a statement may take.
        public static let statement = Budget(nanoseconds: 20_000_000_000)

        /// - Parameter nanoseconds: of processor time, which depends on the machine and its load,
        ///   unlike steps and bytes.
        package init(bytes: Int? = nil, nanoseconds: Int64? = nil) {
            self.bytes = bytes ?? self.bytes
            self.nanoseconds = nanoseconds ?? self.nanoseconds
        }
    }

    /// Runs scripts in this process: for tests, and for sources that ship with the program.
    public static let inThisProcess = ScriptHost(nil)

    /// A host with a worker and a budget of its own, for one long task.
    public func separate(_ budget: Budget) -> ScriptHost {
        program.map { ScriptHost($0, budget) } ?? self
    }

    var isThisProcess: Bool { program == nil }

    /// Starts a worker that was prepared for computing; nil for this process.
    var computingProgram: WorkerProgram? {
        program.map {
            WorkerProgram(
                path: $0.path, arguments: $0.arguments + [ScriptWorker.computingArgument])
        }
    }

    /// How often functions lost their state. Answers are invalid if the count has changed since
    /// they began.
    public var interruptions: Int { withState { $0.interruptions } }

    /// Returns and clears the reason why sources could not run through no fault of their own, if
    /// there is one.
    public func takeFailure() -> String? {
        withState { state in
            defer { state.failure = nil }
            return state.failure
        }
    }

    func withState<Value>(_ body: (inout State) -> Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return body(&guarded)
    }

    func withReadingCache<Value>(_ body: (inout ReadingCache?) -> Value) -> Value {
        withState { body(&$0.readingCache) }
    }

    /// Whether a failure is pending.
    var hasFailed: Bool { withState { $0.failure != nil } }

    /// The number of data files parsed so far.
    package var readings: Int { withState { $0.readingCount } }

    /// The process id of the running worker, if any.
    public var workerNumber: Int32? { withState { $0.worker?.process } }

    func note(failure: String) { withState { $0.failure = failure } }

    func machine(_ plan: SandboxPlan, _ library: ScriptLibrary) throws(ScriptError)
        -> any ScriptMachine
    {
        guard program != nil else {
            return try LuaMachine.make(
                limits: plan.limits, layout: plan.layout, vocabulary: plan.vocabulary,
                library: library)
        }
        return RemoteMachine(
            self,
            SandboxPlan(
                limits: shared(plan.limits), layout: plan.layout,
                vocabulary: plan.vocabulary), library)
    }

    /// Starts loading a set of files that share one budget.
    public func beginReading() { withState { $0.stepsLeft = budget.steps } }

    /// Limits for the next file: the rest of the shared budget, at most the file's own limits and
    /// at least a small minimum.
    private func shared(_ limits: ScriptLimits) -> ScriptLimits {
        withState { state in
            var limits = limits
            limits.loadInstructions = min(
                limits.loadInstructions, max(state.stepsLeft, Self.leastStepsOfAFile))
            limits.memoryBytes = min(
                limits.memoryBytes,
                max(budget.bytes - state.bytesHeld, Self.leastBytesOfAFile))
            return limits
        }
    }

    /// Records the steps for loading a source and the change in memory.
    func note(steps: Int, andBytes bytes: Int) {
        withState { state in
            state.stepsLeft = max(0, state.stepsLeft - steps)
            state.bytesHeld += bytes
        }
    }

    private static let leastStepsOfAFile = 200_000
    private static let leastBytesOfAFile = 1 << 20

    /// For a worker after others took too long: enough for what is read already.
    private static let leastCredit: Int64 = 100_000_000
    /// After these, sources that were never read wait for the program's next run.
    static let mostLostWorkers = 5
    /// Then a program that goes on, such as the watcher, may lose as much again.
    static let timeUntilForgotten: Duration = .seconds(60)

    private static let creditOfARequest: Int64 = 2_000_000
    private static let creditOfARow: Int64 = 20_000

    /// A command uses few libraries: one for rules, and one for each plugin.
    private static let mostLibraries = 32

    /// Answers the worker's callbacks during a request; nil if the worker may not ask for that.
    typealias Server =
        (inout MessageReader, WorkerReply) throws(MessageError) -> MessageWriter?

    /// The reason why a source must not run, if there is one.
    func blame(on source: ScriptSource) -> String? { withState { $0.blamed[source] } }

    /// Records that a machine is gone.
    func forget(_ number: UInt32, ofGeneration generation: Int, bytes: Int) {
        withState { state in
            state.bytesHeld -= bytes
            if generation > 0, generation == state.generation { state.closed.append(number) }
        }
    }

    /// Performs a request of a machine in the worker.
    ///
    /// - Parameters:
    ///   - rows: the approximate number of rows that it concerns.
    ///   - write: writes the payload after the request's kind and the sandbox's number.
    ///   - serve: answers the worker's callbacks meanwhile; it must not use the host.
    ///   - read: reads the result.
    func perform<Value>(
        _ request: WorkerRequest, for machine: RemoteMachine, rows: Int = 0,
        _ write: (inout MessageWriter) -> Void = { _ in },
        serving serve: Server = { _, _ in nil },
        _ read: (inout MessageReader) throws(MessageError) -> Value
    ) throws(ScriptError) -> Value {
        let result = withState { state in
            Result { () throws(ScriptError) in
                try seeToWorker(&state)
                try seeToSandbox(of: machine, &state)
                if request.callsFunctions { machine.wasCalled = true }
                return try exchange(
                    request, machine.number, on: machine.current,
                    credit: Int64(clamping: rows) * Self.creditOfARow, &state, write,
                    serving: serve, read)
            }
        }
        return try result.get()
    }

    /// Starts a worker unless one is running.
    func seeToWorker(_ state: inout State) throws(ScriptError) {
        if let worker = state.worker, !worker.isRunning {
            _ = ended(worker.finish(.outside), during: nil, &state)
        }
        if state.worker == nil { try start(&state) }
    }

    /// Creates the machine's sandbox in the worker unless it exists.
    private func seeToSandbox(
        of machine: RemoteMachine, _ state: inout State
    ) throws(ScriptError) {
        while let number = state.closed.popLast() {
            try exchange(.close, number, on: machine.current, &state) { _ in }
        }
        guard machine.generation != state.generation else { return }
        guard !machine.wasCalled else {
            throw ScriptError(kind: .workerEnded, message: Self.lost)
        }
        try create(machine, &state)
        for source in machine.sources {
            try exchange(.load, machine.number, on: source, &state, { $0.put(source) }) { _ in }
        }
    }

    private func start(_ state: inout State) throws(ScriptError) {
        guard let program else {
            throw ScriptError(kind: .workerEnded, message: Self.lost)
        }
        do throws(WorkerProcess.StartFailure) {
            state.worker = try WorkerProcess(program)
        } catch {
            let failure = "the process that runs Lua can't be started (error \(error.number))"
            state.failure = failure
            throw ScriptError(kind: .workerEnded, message: failure)
        }
        state.generation += 1
        state.libraries = []
        state.closed = []
        state.computed = [:]
        state.credit = max(Self.leastCredit, budget.nanoseconds - Self.recentlyLost(state))
    }

    private func create(
        _ machine: RemoteMachine, _ state: inout State
    ) throws(ScriptError) {
        let library: UInt32
        if let known = state.libraries.first(where: { $0.library === machine.library.packed }) {
            library = known.number
        } else {
            library = state.nextFreeNumber()
            try exchange(
                .library, library, on: machine.current, &state, { $0.put(machine.library) }
            ) { _ in }
            state.libraries.append((machine.library.packed, library))
            if state.libraries.count > Self.mostLibraries {
                let oldest = state.libraries.removeFirst()
                try exchange(.forgetLibrary, oldest.number, on: machine.current, &state) { _ in }
            }
        }
        machine.number = state.nextFreeNumber()
        try exchange(
            .create, machine.number, on: machine.current, &state,
            {
                $0.put(library)
                $0.put(machine.plan)
            }
        ) { _ in }
        machine.generation = state.generation
    }

    func exchange<Value>(
        _ request: WorkerRequest, _ number: UInt32, on source: ScriptSource, credit: Int64 = 0,
        _ state: inout State, _ write: (inout MessageWriter) -> Void = { _ in },
        serving serve: Server = { _, _ in nil },
        _ read: (inout MessageReader) throws(MessageError) -> Value
    ) throws(ScriptError) -> Value {
        guard let worker = state.worker else {
            throw ScriptError(kind: .workerEnded, message: Self.lost)
        }
        let begun = worker.computed
        var served: Int64 = 0
        var patience = WorkerProcess.longestWait
        let given = Self.creditOfARequest + credit
        // A request about a million rows may need more than the saved credit.
        state.credit = min(budget.nanoseconds, state.credit) + given
        var message = MessageWriter()
        message.put(request.rawValue)
        message.put(number)
        write(&message)
        while true {
            var reader: MessageReader
            do throws(WorkerProcess.Failure) {
                reader = try worker.exchange(
                    message, patience: &patience, until: begun + state.credit - served)
            } catch {
                throw ended(error.end, during: source, &state)
            }
            let start = Self.threadTime()
            switch Reply(&reader, serve, read) {
            case .done(let result):
                let computed = worker.computed - begun + served
                state.credit -= computed
                state.computed[source, default: 0] += computed
                return try result.get()
            case .served(let further, let isCharged):
                // What the program computes for a script counts like the script's own time. An
                // answer to a query doesn't: it costs what the vault's size makes it cost.
                if isCharged { served += Self.threadTime() - start }
                message = further
            case .nonsense: throw ended(worker.finish(.nonsense), during: source, &state)
            }
        }
    }

    private static let lost = "the process that ran it was killed"

    private enum Reply<Value> {
        case done(Result<Value, ScriptError>)
        /// The message that the worker continues with.
        case served(MessageWriter, isCharged: Bool)
        case nonsense

        init(
            _ reader: inout MessageReader, _ serve: Server,
            _ read: (inout MessageReader) throws(MessageError) -> Value
        ) {
            do throws(MessageError) {
                guard let kind = WorkerReply(rawValue: try reader.byte()) else {
                    self = .nonsense
                    return
                }
                switch kind {
                case .done: self = .done(.success(try read(&reader)))
                case .failed: self = .done(.failure(try reader.error()))
                case .fetch, .find, .query:
                    guard let further = try serve(&reader, kind) else {
                        self = .nonsense
                        return
                    }
                    self = .served(further, isCharged: kind != .query)
                }
            } catch {
                self = .nonsense
            }
        }
    }

    private func ended(
        _ end: WorkerProcess.End, during source: ScriptSource?, _ state: inout State
    ) -> ScriptError {
        state.worker = nil
        state.interruptions += 1
        guard let source else { return ScriptError(kind: .workerEnded, message: Self.lost) }
        switch end {
        case .outside:
            return ScriptError(kind: .workerEnded, message: Self.lost)
        case .unconfined:
            let failure =
                "this system can't confine the process that runs Lua, so nothing is run"
            state.failure = failure
            return ScriptError(kind: .workerEnded, message: failure)
        case .fault(let signal):
            state.blamed[source] =
                signal == SIGSYS
                ? "it tried to access a file, a connection or a program, which is forbidden"
                : "it crashed the process that runs it (signal \(signal))"
        case .nonsense:
            state.blamed[source] = "the process that runs it returned an invalid response"
        case .time: blameSlowest(source, &state)
        }
        return ScriptError(kind: .workerEnded, message: state.blamed[source] ?? Self.lost)
    }
}
