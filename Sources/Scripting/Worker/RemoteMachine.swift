/// A Lua state that lives in a worker.
final class RemoteMachine: ScriptMachine {
    let plan: SandboxPlan
    let library: ScriptLibrary
    /// The worker's generation that has the sandbox; 0 before the first.
    var generation = 0
    var number: UInt32 = 0
    /// The loaded sources, in order.
    private(set) var sources: [ScriptSource] = []
    /// The source that is running, or ran last.
    var current = ScriptSource.none
    /// Whether a function was called.
    var wasCalled = false

    let host: ScriptHost
    private(set) var hasPrinted = false
    /// Fields that functions have read, ascending. They are sent with the rows.
    private var readFields: [Int] = []
    private var evaluatedView: (number: UInt32, view: LuaView)?
    private var bytesWhenLoaded = 0
    private var isClosed = false

    init(_ host: ScriptHost, _ plan: SandboxPlan, _ library: ScriptLibrary) {
        self.host = host
        self.plan = plan
        self.library = library
    }

    deinit {
        if !isClosed { host.forget(number, ofGeneration: generation, bytes: bytesWhenLoaded) }
    }

    /// Retries work that was interrupted through no fault of a script.
    private func askingAgain<Value>(
        _ work: () throws(ScriptError) -> Value
    ) throws(ScriptError) -> Value {
        var attempts = 0
        while true {
            do throws(ScriptError) {
                return try work()
            } catch {
                guard error.kind == .workerEnded, !wasCalled, !host.hasFailed,
                    host.blame(on: current) == nil
                else { throw error }
                attempts += 1
                guard attempts < 3 else {
                    host.note(failure: error.message)
                    throw error
                }
            }
        }
    }

    private func perform<Value>(
        _ request: WorkerRequest, rows: Int = 0,
        _ write: (inout MessageWriter) -> Void = { _ in },
        serving serve: ScriptHost.Server = { _, _ in nil },
        _ read: (inout MessageReader) throws(MessageError) -> Value
    ) throws(ScriptError) -> Value {
        try host.perform(request, for: self, rows: rows, write, serving: serve) {
            (reader) throws(MessageError) in
            let value = try read(&reader)
            hasPrinted = try reader.boolean()
            guard reader.rest == 0 else { throw MessageError() }
            return value
        }
    }

    /// Performs a read-only query; returns `nothing` if the worker is gone.
    private func look<Value>(
        _ request: WorkerRequest, or nothing: Value,
        _ write: (inout MessageWriter) -> Void = { _ in },
        _ read: (inout MessageReader) throws(MessageError) -> Value
    ) -> Value {
        do throws(ScriptError) {
            return try perform(request, write, read)
        } catch {
            // The worker's state is lost; the host counts that.
            return nothing
        }
    }

    private func run(_ function: ScriptFunction) {
        current = sources.last { $0.chunkName == function.chunkName } ?? sources.last ?? current
    }

    func load(
        _ source: [UInt8], _ chunkName: String
    ) throws(ScriptError) -> [Declaration] {
        let source = ScriptSource(chunkName: chunkName, bytes: source)
        current = source
        // A later source depends on what earlier ones left.
        let digest = sources.isEmpty ? digest(of: source) : nil
        try host.admit(source, digest)
        let loaded: Loading
        if let known = host.cachedAnswer(digest).flatMap(kept) {
            loaded = known
        } else {
            let (answer, reading) = try askingAgain { () throws(ScriptError) in
                try perform(.load, { $0.put(source) }) { (reader) throws(MessageError) in
                    (reader.restOfMessage, try loading(&reader))
                }
            }
            // Output must not be lost, so sources that print are not cached.
            if case .success = reading.result, !hasPrinted { host.keep(answer, for: digest) }
            loaded = reading
        }
        host.note(steps: loaded.steps, andBytes: loaded.bytes - bytesWhenLoaded)
        bytesWhenLoaded = loaded.bytes
        let declarations = try loaded.result.get()
        sources.append(source)
        return declarations
    }

    func call(
        _ function: ScriptFunction, on record: RecordBuffer
    ) throws(ScriptError) -> ScriptValue {
        run(function)
        let row = Int32(clamping: record.row)
        return try perform(
            .call, rows: 1,
            {
                $0.put(function)
                $0.put(readFields, ofRows: [row], from: record)
            }, serving: server(of: record) { $0 == row }
        ) { (reader) throws(MessageError) in
            try reader.value()
        }
    }

    func ask(
        _ questions: UnsafeBufferPointer<ScriptQuestion>, on record: RecordBuffer,
        answers: UnsafeMutablePointer<Bool>
    ) -> ScriptStop? {
        guard let first = questions.first(where: \.isAsked) else { return nil }
        current = sources.last ?? current
        var rows = questions.lazy.filter(\.isAsked).map { Int32(clamping: $0.row) }
            .reduce(into: [Int32]()) { if $0.last != $1 { $0.append($1) } }
        if zip(rows, rows.dropFirst()).contains(where: >=) { rows = Array(Set(rows)).sorted() }
        do throws(ScriptError) {
            let reply = try perform(
                .ask, rows: questions.count,
                {
                    $0.putAll(questions) {
                        $0.put($1.number)
                        $0.put(UInt32(clamping: $1.row))
                    }
                    $0.put(readFields, ofRows: rows, from: record)
                }, serving: server(of: record) { rows.contains(sorted: $0) }
            ) { (reader) throws(MessageError) in
                (
                    answers: try reader.all { (reader) throws(MessageError) in
                        try reader.boolean()
                    },
                    stop: try reader.optional { (reader) throws(MessageError) in
                        try reader.stop(before: questions.count)
                    }
                )
            }
            guard reply.answers.count == questions.count else {
                return ScriptStop(
                    position: 0,
                    outcome: .failure(ScriptError(kind: .workerEnded, message: "no answers")))
            }
            for position in questions.indices where questions[position].isAsked {
                answers[position] = reply.answers[position]
            }
            return reply.stop
        } catch {
            let position = questions.firstIndex { $0.isAsked && $0.number == first.number } ?? 0
            return ScriptStop(position: position, outcome: .failure(error))
        }
    }

    func answers(
        of function: ScriptFunction, on record: RecordBuffer, ofRows rows: Range<Int>
    ) -> [Result<ScriptAnswer, ScriptError>] {
        run(function)
        let wanted = rows.map { Int32(clamping: $0) }
        do throws(ScriptError) {
            return try perform(
                .answers, rows: rows.count,
                {
                    $0.put(function)
                    $0.put(Int32(clamping: rows.lowerBound))
                    $0.put(Int32(clamping: rows.count))
                    $0.put(readFields, ofRows: wanted, from: record)
                }, serving: server(of: record) { rows.contains(Int($0)) }
            ) { (reader) throws(MessageError) in
                let answers = try reader.all { (reader) throws(MessageError) in
                    try reader.result { (reader) throws(MessageError) in try reader.answer() }
                }
                guard answers.count == rows.count else { throw MessageError() }
                return answers
            }
        } catch {
            return rows.map { _ in .failure(error) }
        }
    }

    func decisions(
        of function: ScriptFunction, over view: LuaView
    ) throws(ScriptError) -> [ScriptDecision] {
        run(function)
        let count = view.view.count
        return try perform(
            .decide, rows: count,
            {
                $0.put(function)
                $0.put(UInt32(clamping: count))
            }, serving: server(of: view)
        ) { (reader) throws(MessageError) in
            try reader.all { (reader) throws(MessageError) in
                try reader.decision(ofRows: count)
            }
        }
    }

    func tell(
        _ function: ScriptFunction, _ told: ScriptTelling,
        answering answer: (Int, ScriptValue) -> ScriptQueryAnswer
    ) throws(ScriptError) -> ScriptReply {
        run(function)
        return try perform(
            .tell,
            {
                $0.put(function)
                $0.put(told)
            },
            serving: { (reader, kind) throws(MessageError) in
                guard kind == .query else { return nil }
                let word = Int(try reader.byte())
                let value = try reader.value()
                guard self.plan.vocabulary.queries.indices.contains(word), reader.rest == 0 else {
                    return nil
                }
                var message = MessageWriter()
                message.put(answer(word, value))
                return message
            }
        ) { (reader) throws(MessageError) in
            let reply = try reader.reply(plan.vocabulary.requests)
            guard (reply.state == nil) == (told.state == nil) else { throw MessageError() }
            return reply
        }
    }

    func setContext(_ value: ScriptValue) throws(ScriptError) {
        try perform(.setContext, { $0.put(value) }) { _ in }
    }

    func evaluate(
        _ source: [UInt8], _ chunkName: String, over view: LuaView?
    ) throws(ScriptError) -> ScriptEvaluation {
        current = ScriptSource(chunkName: chunkName, bytes: source)
        if let view, evaluatedView?.view !== view {
            evaluatedView = ((evaluatedView?.number ?? 0) + 1, view)
        }
        return try perform(
            .evaluate, rows: view?.view.count ?? 0,
            {
                $0.put(source)
                $0.put(chunkName)
                $0.put(optional: view) {
                    $0.put(evaluatedView?.number ?? 0)
                    $0.put(UInt32(clamping: $1.view.count))
                }
            }, serving: view.map(server) ?? { _, _ in nil }
        ) { (reader) throws(MessageError) in
            try reader.evaluation(ofRows: view?.view.count ?? 0, plan.vocabulary.requests)
        }
    }

    // MARK: Serving the worker

    private func server(
        of record: RecordBuffer, _ isGiven: @escaping (Int32) -> Bool
    ) -> ScriptHost.Server {
        { (reader, kind) throws(MessageError) in
            guard kind == .fetch else { return nil }
            return try self.fetch(&reader, from: record, isGiven)
        }
    }

    private func server(of view: LuaView) -> ScriptHost.Server {
        { (reader, kind) throws(MessageError) in
            let count = view.view.count
            guard kind == .find else {
                return try self.fetch(&reader, from: view.record) { $0 >= 0 && $0 < count }
            }
            let search = try reader.search(ofRows: count)
            guard self.plan.layout.indexes.indices.contains(search.index) else { return nil }
            var found = MessageWriter()
            found.put(view.view.answer(search))
            return found
        }
    }

    private func fetch(
        _ reader: inout MessageReader, from record: RecordBuffer, _ isGiven: (Int32) -> Bool
    ) throws(MessageError) -> MessageWriter? {
        let rows: [Int32] = try reader.all { (reader) throws(MessageError) in
            try reader.number()
        }
        let fields = try reader.all { (reader) throws(MessageError) in
            Int(try reader.number(UInt16.self))
        }
        guard rows.count <= mostRowsOfAFetch, rows.allSatisfy(isGiven),
            fields.allSatisfy({ plan.layout.fields.indices.contains($0) })
        else { return nil }
        for field in fields where !readFields.contains(field) { readFields.append(field) }
        readFields.sort()
        var block = MessageWriter()
        block.put(fields, ofRows: rows, from: record)
        return block
    }

    // MARK: Queries

    var bytesInUse: Int {
        look(.bytesInUse, or: 0) { (reader) throws(MessageError) in
            try reader.natural()
        }
    }

    var stepsTaken: Int64 {
        look(.stepsTaken, or: 0) { (reader) throws(MessageError) in
            Int64(try reader.natural())
        }
    }

    func countEveryStep(_ counts: Bool) {
        look(.countSteps, or: (), { $0.put(counts) }) { _ in }
    }

    func close() -> Int {
        isClosed = true
        host.forget(number, ofGeneration: 0, bytes: bytesWhenLoaded)
        guard generation > 0 else { return 0 }
        do throws(ScriptError) {
            return try host.perform(.close, for: self) { (reader) throws(MessageError) in
                try reader.natural()
            }
        } catch {
            return 0
        }
    }

    func hasRead(field: Int) -> Bool {
        wasCalled
            && look(.hasRead, or: true, { $0.put(UInt16(clamping: field)) }) {
                (reader) throws(MessageError) in
                try reader.boolean()
            }
    }

    func takeOutput() -> [ScriptOutput] {
        guard hasPrinted else { return [] }
        hasPrinted = false
        do throws(ScriptError) {
            return try host.perform(.takeOutput, for: self) { (reader) throws(MessageError) in
                try reader.all { (reader) throws(MessageError) in try reader.output() }
            }
        } catch {
            return []
        }
    }

    func mapHits() -> [[Int]] {
        let none = library.maps.map { [Int](repeating: 0, count: $0.entries.count) }
        guard !library.maps.isEmpty, wasCalled else { return none }
        return look(.mapHits, or: none) { (reader) throws(MessageError) in
            let hits = try reader.all { (reader) throws(MessageError) in
                try reader.all { (reader) throws(MessageError) in
                    try reader.natural()
                }
            }
            guard hits.map(\.count) == none.map(\.count) else { throw MessageError() }
            return hits
        }
    }
}

extension [Int32] {
    /// - Parameter self: ascending.
    fileprivate func contains(sorted number: Int32) -> Bool {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < endIndex && self[low] == number
    }
}
