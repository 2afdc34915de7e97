internal import CPlatformShim

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The worker process: it parses and runs untrusted files and answers its parent.
///
/// It starts with an empty environment and a single socket. Before it reads a byte it gives up
/// everything but computing: files, sockets, processes, generated code, and memory beyond
/// ``mostMemory``. Its parent kills it if it computes too long.
public enum ScriptWorker {
    /// The command-line argument that starts the program as a worker.
    public static let argument = "--script-worker"

    /// A second argument, for a worker that computes.
    static let computingArgument = "--computing"

    /// Bytes beyond the process's size at start.
    static let mostMemory = 320 << 20

    /// The exit status of a worker that could not be confined.
    static let unconfinedStatus: Int32 = 71

    /// The seconds after which a worker stops computing even if its parent is gone.
    private static let mostSeconds: Int32 = 60

    /// An event in the life of a source.
    public enum Event: Sendable {
        case loading
        /// One of its functions is about to be called.
        case calling
    }

    /// Answers requests until standard input is closed by the other end.
    ///
    /// - Parameters:
    ///   - interfere: called with a source's name before each event; for tests of the
    ///     confinement.
    ///   - garble: replaces an answer; for tests of the parent's validation.
    ///   - prepare: called before the confinement if the worker is to compute: it opens what
    ///     can't be opened later.
    ///   - compute: what the program's own code makes of a stranger's bytes.
    public static func run(
        interfering interfere: @escaping (_ chunkName: String, Event) -> Void = { _, _ in },
        garbling garble: @escaping ([UInt8]) -> [UInt8] = { $0 },
        preparing prepare: () -> Void = {},
        computing compute: @escaping ([UInt8]) -> [UInt8] = { _ in [] }
    ) -> Never {
        if CommandLine.arguments.last == computingArgument { prepare() }
        // Swift's handlers would inspect the crashed process.
        for crash in WorkerProcess.crashes { signal(crash, SIG_DFL) }
        guard platform_confine(mostMemory) == 0 else { _exit(unconfinedStatus) }
        let worker = Worker(WorkerChannel(file: 0, garble: garble), interfere, compute)
        platform_end_after(mostSeconds)
        while worker.answerNext() { platform_end_after(mostSeconds) }
        _exit(0)
    }
}

private final class Worker {
    private let channel: WorkerChannel
    private let interfere: (String, ScriptWorker.Event) -> Void
    private let compute: ([UInt8]) -> [UInt8]
    private var libraries: [UInt32: ScriptLibrary] = [:]
    private var sandboxes: [UInt32: Hosted] = [:]

    /// A sandbox with the records and views that its functions use.
    private struct Hosted {
        let machine: LuaMachine
        let layout: RecordLayout
        let vocabulary: Vocabulary
        let rows: FetchedRows
        let record: RecordBuffer
        /// The name of the last loaded source.
        var chunkName = ""
        /// The console's view: its records stay usable from one line to the next.
        var view: (number: UInt32, view: LuaView)?
    }

    init(
        _ channel: WorkerChannel, _ interfere: @escaping (String, ScriptWorker.Event) -> Void,
        _ compute: @escaping ([UInt8]) -> [UInt8]
    ) {
        self.channel = channel
        self.interfere = interfere
        self.compute = compute
    }

    /// - Returns: false if there are no more requests.
    func answerNext() -> Bool {
        var answer = MessageWriter()
        do {
            var request = try channel.receive()
            answer.put(WorkerReply.done.rawValue)
            do throws(ScriptError) {
                guard try answerRequest(&request, &answer) else { return false }
            } catch {
                answer.removeAll()
                answer.put(WorkerReply.failed.rawValue)
                answer.put(error)
            }
            try channel.send(answer)
            return true
        } catch {
            return false
        }
    }

    /// - Returns: false if the request is malformed, so the parent is broken.
    private func answerRequest(
        _ request: inout MessageReader, _ answer: inout MessageWriter
    ) throws(ScriptError) -> Bool {
        do throws(RequestFailure) {
            try perform(&request, &answer)
            return true
        } catch {
            switch error {
            case .unreadable: return false
            case .script(let error): throw error
            }
        }
    }

    private func perform(
        _ request: inout MessageReader, _ answer: inout MessageWriter
    ) throws(RequestFailure) {
        let (kind, number) = try readable { () throws(MessageError) in
            guard let kind = WorkerRequest(rawValue: try request.byte()) else {
                throw MessageError()
            }
            return (kind, try request.number(UInt32.self))
        }
        switch kind {
        case .library:
            libraries[number] = try readable { () throws(MessageError) in try request.library() }
        case .forgetLibrary: libraries[number] = nil
        case .read:
            let (format, text) = try readable { () throws(MessageError) in
                guard let format = DataFormat(rawValue: try request.byte()) else {
                    throw MessageError()
                }
                return (format, try request.text())
            }
            answer.put(Result { () throws(DataMistake) in try format.read(text) })
        case .compute:
            answer.put(
                compute(try readable { () throws(MessageError) in try request.list() }))
        case .create: try create(number, &request)
        case .close:
            let left = sandboxes.removeValue(forKey: number)?.machine.close() ?? 0
            answer.put(Int64(left))
        default:
            guard let hosted = sandboxes[number] else { throw .unreadable }
            try perform(kind, number, hosted, &request, &answer)
        }
    }

    private func create(
        _ number: UInt32, _ request: inout MessageReader
    ) throws(RequestFailure) {
        let (library, plan) = try readable { () throws(MessageError) in
            (try request.number(UInt32.self), try request.plan())
        }
        guard let library = libraries[library] else { throw .unreadable }
        let machine = try running { () throws(ScriptError) in
            try LuaMachine.make(
                limits: plan.limits, layout: plan.layout, vocabulary: plan.vocabulary,
                library: library)
        }
        let rows = FetchedRows(channel)
        sandboxes[number] = Hosted(
            machine: machine, layout: plan.layout, vocabulary: plan.vocabulary, rows: rows,
            record: RecordBuffer(layout: plan.layout, source: rows))
    }

    private func perform(
        _ kind: WorkerRequest, _ number: UInt32, _ hosted: Hosted,
        _ request: inout MessageReader, _ answer: inout MessageWriter
    ) throws(RequestFailure) {
        let machine = hosted.machine
        if [.call, .ask, .answers, .decide, .tell].contains(kind) {
            interfere(hosted.chunkName, .calling)
        }
        switch kind {
        case .library, .forgetLibrary, .read, .compute, .create, .close: throw .unreadable
        case .load:
            let (source, chunkName) = try readable { () throws(MessageError) in
                (try request.list(), try request.text())
            }
            interfere(chunkName, .loading)
            sandboxes[number]?.chunkName = chunkName
            let before = machine.stepsTaken
            let result = Result { () throws(ScriptError) in try machine.load(source, chunkName) }
            answer.put(machine.stepsTaken - before)
            answer.put(Int64(machine.bytesInUse))
            answer.put(result) { $0.putAll($1) { $0.put($1) } }
        case .call:
            let function = try readable { () throws(MessageError) in try request.function() }
            try takeRows(hosted, &request)
            answer.put(
                try running { () throws(ScriptError) in
                    try machine.call(function, on: hosted.record)
                })
        case .ask: try ask(hosted, &request, &answer)
        case .answers:
            let (function, first, count) = try readable { () throws(MessageError) in
                (
                    try request.function(), Int(try request.number(Int32.self)),
                    Int(try request.number(Int32.self))
                )
            }
            try takeRows(hosted, &request)
            let answers = machine.answers(
                of: function, on: hosted.record, ofRows: first..<(first + max(count, 0)))
            answer.putAll(answers) { $0.put($1) { $0.put($1) } }
        case .decide:
            let function = try readable { () throws(MessageError) in try request.function() }
            let view = try remoteView(hosted, &request)
            let decisions = try running { () throws(ScriptError) in
                try machine.decisions(of: function, over: view)
            }
            answer.putAll(decisions) { $0.put($1) }
        case .tell:
            let (function, told) = try readable { () throws(MessageError) in
                (try request.function(), try request.telling())
            }
            answer.put(
                try running { () throws(ScriptError) in
                    try machine.tell(function, told, answering: hosted.rows.answer(word:_:))
                })
        case .setContext:
            let value = try readable { () throws(MessageError) in try request.value() }
            try running { () throws(ScriptError) in try machine.setContext(value) }
        case .evaluate: try evaluate(number, hosted, &request, &answer)
        case .hasRead:
            let field = Int(
                try readable { () throws(MessageError) in try request.number(UInt16.self) })
            answer.put(machine.hasRead(field: field))
        case .takeOutput: answer.putAll(machine.takeOutput()) { $0.put($1) }
        case .mapHits:
            answer.putAll(machine.mapHits()) { $0.putAll($1) { $0.put(Int64($1)) } }
        case .bytesInUse: answer.put(Int64(machine.bytesInUse))
        case .countSteps:
            machine.countEveryStep(
                try readable { () throws(MessageError) in try request.boolean() })
        case .stepsTaken: answer.put(machine.stepsTaken)
        }
        if kind != .takeOutput { answer.put(machine.hasPrinted) }
    }

    private func ask(
        _ hosted: Hosted, _ request: inout MessageReader, _ answer: inout MessageWriter
    ) throws(RequestFailure) {
        let questions = try readable { () throws(MessageError) in
            try request.all { (reader) throws(MessageError) in
                ScriptQuestion(number: try reader.number(), row: try reader.number())
            }
        }
        try takeRows(hosted, &request)
        var answers = [Bool](repeating: false, count: questions.count)
        let stop = questions.withUnsafeBufferPointer { questions in
            answers.withUnsafeMutableBufferPointer { answers in
                answers.baseAddress.flatMap {
                    hosted.machine.ask(questions, on: hosted.record, answers: $0)
                }
            }
        }
        answer.putAll(answers) { $0.put($1) }
        answer.put(optional: stop) { message, stop in
            message.put(count: stop.position)
            message.put(stop.outcome) { $0.put($1) }
        }
    }

    private func evaluate(
        _ number: UInt32, _ hosted: Hosted, _ request: inout MessageReader,
        _ answer: inout MessageWriter
    ) throws(RequestFailure) {
        let (source, chunkName, hasView) = try readable { () throws(MessageError) in
            (try request.list(), try request.text(), try request.boolean())
        }
        var view: LuaView?
        if hasView {
            let (viewNumber, rows) = try readable { () throws(MessageError) in
                (try request.number(UInt32.self), Int(try request.number(UInt32.self)))
            }
            if let known = hosted.view, known.number == viewNumber {
                view = known.view
            } else {
                let new = LuaView(
                    RemoteView(count: rows, hosted.rows), layout: hosted.layout,
                    vocabulary: hosted.vocabulary)
                sandboxes[number]?.view = (viewNumber, new)
                view = new
            }
            hosted.rows.begin(rowCount: rows)
        }
        answer.put(
            try running { () throws(ScriptError) in
                try hosted.machine.evaluate(source, chunkName, over: view)
            })
    }

    private func takeRows(
        _ hosted: Hosted, _ request: inout MessageReader
    ) throws(RequestFailure) {
        let block = try readable { () throws(MessageError) in try RowBlock(&request) }
        hosted.rows.begin(block)
        // Values read for another request's rows don't apply to these.
        hosted.record.show(row: Int(block.rows.first ?? 0))
    }

    private func remoteView(
        _ hosted: Hosted, _ request: inout MessageReader
    ) throws(RequestFailure) -> LuaView {
        let rows = Int(try readable { () throws(MessageError) in try request.number(UInt32.self) })
        hosted.rows.begin(rowCount: rows)
        return LuaView(
            RemoteView(count: rows, hosted.rows), layout: hosted.layout,
            vocabulary: hosted.vocabulary)
    }
}

private enum RequestFailure: Error {
    case unreadable
    case script(ScriptError)
}

private func readable<Value>(
    _ read: () throws(MessageError) -> Value
) throws(RequestFailure) -> Value {
    do throws(MessageError) {
        return try read()
    } catch {
        throw .unreadable
    }
}

private func running<Value>(
    _ run: () throws(ScriptError) -> Value
) throws(RequestFailure) -> Value {
    do throws(ScriptError) {
        return try run()
    } catch {
        throw .script(error)
    }
}
