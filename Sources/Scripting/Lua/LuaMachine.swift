import CLuaShim

// The files of this folder, with RowBlock, are the only ones that touch the C shim of Lua.

/// A Lua state with its limits.
final class LuaMachine: ScriptMachine {
    private let sandbox: OpaquePointer
    private let vocabulary: Vocabulary
    /// Kept alive because the shim reads it in place.
    private let library: ScriptLibrary
    private var isClosed = false

    private init(_ sandbox: OpaquePointer, _ vocabulary: Vocabulary, _ library: ScriptLibrary) {
        self.sandbox = sandbox
        self.vocabulary = vocabulary
        self.library = library
    }

    deinit {
        if !isClosed { _ = gv_sandbox_close(sandbox) }
    }

    static func make(
        limits: ScriptLimits, layout: RecordLayout, vocabulary: Vocabulary,
        library: ScriptLibrary
    ) throws(ScriptError) -> LuaMachine {
        let words = WordList(layout: layout, vocabulary: vocabulary)
        var status = gv_status.ok
        let sandbox = words.withWords { words in
            gv_sandbox_create(
                limits.forShim, words, words.count, library.packed.forShim, &status)
        }
        guard let sandbox else {
            throw ScriptError(kind: .memoryLimit, message: "out of memory for a sandbox")
        }
        let machine = LuaMachine(sandbox, vocabulary, library)
        if let kind = ScriptError.Kind(status) {
            let failure = machine.failure(kind)
            _ = machine.close()
            throw failure
        }
        return machine
    }

    var bytesInUse: Int { gv_sandbox_bytes_in_use(sandbox) }

    func countEveryStep(_ counts: Bool) { gv_sandbox_count_every_step(sandbox, counts) }

    var stepsTaken: Int64 { gv_sandbox_steps_taken(sandbox) }

    func close() -> Int {
        guard !isClosed else { return 0 }
        isClosed = true
        return gv_sandbox_close(sandbox)
    }

    func load(
        _ source: [UInt8], _ chunkName: String
    ) throws(ScriptError) -> [Declaration] {
        var nodes = gv_nodes()
        let status = withTexts(source, chunkName) { source, chunkName in
            gv_sandbox_load(sandbox, source, chunkName, &nodes)
        }
        if let kind = ScriptError.Kind(status) { throw failure(kind) }
        var reader = NodeReader(nodes, vocabulary, chunkName: chunkName)
        return try reader.readDeclarations()
    }

    func call(
        _ function: ScriptFunction, on record: RecordBuffer
    ) throws(ScriptError) -> ScriptValue {
        var nodes = gv_nodes()
        let status = gv_sandbox_call(sandbox, function.number, record.fields.record, &nodes)
        if status != .ok, let kind = ScriptError.Kind(status) { throw failure(kind) }
        guard let first = nodes.first else { return .nil }
        if let plain = first.pointee.plainValue { return plain }
        var reader = NodeReader(nodes, vocabulary, chunkName: "")
        return try reader.readValue()
    }

    func ask(
        _ questions: UnsafeBufferPointer<ScriptQuestion>, on record: RecordBuffer,
        answers: UnsafeMutablePointer<Bool>
    ) -> ScriptStop? {
        guard let first = questions.baseAddress else { return nil }
        var asked = 0
        var nodes = gv_nodes()
        let status = first.withMemoryRebound(to: gv_question.self, capacity: questions.count) {
            gv_sandbox_ask(
                sandbox, $0, questions.count, record.fields.record, answers, &asked, &nodes)
        }
        if let kind = ScriptError.Kind(status) {
            return ScriptStop(position: asked - 1, outcome: .failure(failure(kind)))
        }
        guard nodes.count > 0 else { return nil }
        var reader = NodeReader(nodes, vocabulary, chunkName: "")
        return ScriptStop(
            position: asked - 1,
            outcome: Result { () throws(ScriptError) in try reader.readValue() })
    }

    func answers(
        of function: ScriptFunction, on record: RecordBuffer, ofRows rows: Range<Int>
    ) -> [Result<ScriptAnswer, ScriptError>] {
        rows.map { row in
            record.show(row: row)
            return Result { () throws(ScriptError) in
                try answer(function.number, on: record.fields)
            }
        }
    }

    private func answer(
        _ function: UInt32, on fields: LuaFields
    ) throws(ScriptError) -> ScriptAnswer {
        var nodes = gv_nodes()
        let status = gv_sandbox_answer(sandbox, function, fields.record, &nodes)
        if status != .ok, let kind = ScriptError.Kind(status) { throw failure(kind) }
        var reader = NodeReader(nodes, vocabulary, chunkName: "")
        return try reader.readAnswer()
    }

    func decisions(
        of function: ScriptFunction, over view: LuaView
    ) throws(ScriptError) -> [ScriptDecision] {
        var nodes = gv_nodes()
        let status = view.withView { view in
            gv_sandbox_decide(sandbox, function.number, view, &nodes)
        }
        if let kind = ScriptError.Kind(status) { throw failure(kind) }
        var reader = NodeReader(nodes, vocabulary, chunkName: "")
        return try reader.readDecisions()
    }

    func tell(
        _ function: ScriptFunction, _ told: ScriptTelling,
        answering answer: (Int, ScriptValue) -> ScriptQueryAnswer
    ) throws(ScriptError) -> ScriptReply {
        var requests = gv_nodes()
        var kept = gv_nodes()
        let value = try NodeWriter(told.value)
        let state = try NodeWriter(told.state.map(ScriptValue.table) ?? .nil)
        let status = withoutActuallyEscaping(answer) { answer in
            LuaQueries(vocabulary, answer).withQueries { queries in
                value.withNodes { value in
                    state.withNodes { state in
                        gv_sandbox_tell(
                            sandbox, function.number, value, told.state == nil ? nil : state,
                            queries, &requests, &kept)
                    }
                }
            }
        }
        if let kind = ScriptError.Kind(status) { throw failure(kind) }
        var asked = NodeReader(requests, vocabulary, chunkName: "")
        var left = NodeReader(kept, vocabulary, chunkName: function.chunkName)
        let reply = try asked.readRequests()
        guard told.state != nil, case .table(let table) = try left.readValue() else {
            return ScriptReply(requests: reply, state: nil)
        }
        return ScriptReply(requests: reply, state: table)
    }

    func setContext(_ value: ScriptValue) throws(ScriptError) {
        let status = try NodeWriter(value).withNodes { nodes in
            gv_sandbox_set_context(sandbox, nodes)
        }
        if let kind = ScriptError.Kind(status) { throw failure(kind) }
    }

    func evaluate(
        _ source: [UInt8], _ chunkName: String, over view: LuaView?
    ) throws(ScriptError) -> ScriptEvaluation {
        var values = gv_nodes()
        var requests = gv_nodes()
        let status = withTexts(source, chunkName) { source, chunkName in
            guard let view else {
                return gv_sandbox_evaluate(sandbox, source, chunkName, nil, &values, &requests)
            }
            return view.withView { view in
                gv_sandbox_evaluate(sandbox, source, chunkName, view, &values, &requests)
            }
        }
        if let kind = ScriptError.Kind(status) { throw failure(kind) }
        var shown = NodeReader(values, vocabulary, chunkName: "")
        var asked = NodeReader(requests, vocabulary, chunkName: "")
        return ScriptEvaluation(values: try shown.readShown(), requests: try asked.readRequests())
    }

    func hasRead(field: Int) -> Bool { gv_sandbox_has_read(sandbox, UInt32(field)) }

    var hasPrinted: Bool { gv_sandbox_output_count(sandbox) > 0 }

    func takeOutput() -> [ScriptOutput] {
        let lines = (0..<gv_sandbox_output_count(sandbox)).map { index in
            let line = gv_sandbox_output_line(sandbox, index)
            return ScriptOutput(
                text: repairedText(line.text), chunkName: repairedText(line.chunk_name),
                line: line.line > 0 ? Int(line.line) : nil)
        }
        gv_sandbox_forget_output(sandbox)
        return lines
    }

    func mapHits() -> [[Int]] {
        library.maps.indices.map { map in
            let count = library.maps[map].entries.count
            guard let hits = gv_sandbox_map_hits(sandbox, map) else {
                return [Int](repeating: 0, count: count)
            }
            return UnsafeBufferPointer(start: hits, count: count).map { Int($0.records) }
        }
    }

    private func failure(_ kind: ScriptError.Kind) -> ScriptError {
        if kind == .unknownFunction {
            return ScriptError(kind: kind, message: "the sandbox has not loaded this function")
        }
        let failure = gv_sandbox_failure(sandbox)
        return ScriptError(
            kind: kind,
            message: repairedText(failure.message, failure.message_length),
            chunkName: repairedText(failure.chunk_name),
            line: failure.line > 0 ? Int(failure.line) : nil,
            traceback: repairedText(failure.traceback, failure.traceback_length))
    }
}

func repairedText(_ bytes: UnsafePointer<CChar>, _ length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
}

func repairedText(_ text: gv_text) -> String {
    String(
        decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.length), as: UTF8.self)
}

/// Passes a source and its name to the shim.
private func withTexts(
    _ source: [UInt8], _ chunkName: String, _ body: (gv_text, gv_text) -> gv_status
) -> gv_status {
    source.withUnsafeBytes { source in
        Array(chunkName.utf8).withUnsafeBytes { chunkName in
            body(gv_text(source), gv_text(chunkName))
        }
    }
}

extension gv_text {
    fileprivate init(_ bytes: UnsafeRawBufferPointer) {
        self.init(
            bytes: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length: bytes.count)
    }
}

extension ScriptLimits {
    fileprivate var forShim: gv_limits {
        gv_limits(
            memory_bytes: memoryBytes, text_bytes: textBytes, source_bytes: sourceBytes,
            load_instructions: Int64(loadInstructions),
            call_instructions: Int64(callInstructions),
            value_depth: UInt32(clamping: valueDepth), value_nodes: UInt32(clamping: valueNodes),
            row_instructions: Int64(rowInstructions),
            output_lines: UInt32(clamping: outputLines), output_bytes: outputBytes,
            fail_allocation_at: UInt64(clamping: failsAllocationsFrom ?? 0),
            freezes: freezes)
    }
}

extension ScriptError.Kind {
    /// Nil for a successful call.
    fileprivate init?(_ status: gv_status) {
        switch status {
        case .ok: return nil
        case .syntax: self = .syntax
        case .runtime: self = .runtime
        case .memory: self = .memoryLimit
        case .instructions: self = .instructionLimit
        case .unusable: self = .unusableValue
        case .setup: self = .unusableVocabulary
        case .unknown_function: self = .unknownFunction
        case .kept_state: self = .keptState
        }
    }
}

/// One call of a predicate function with a row.
public struct ScriptQuestion: Sendable {
    /// The shim reads questions in this memory layout.
    private let question: gv_question

    /// Creates a question.
    ///
    /// - Parameters:
    ///   - function: a function of a source that the sandbox has loaded.
    ///   - row: the row to ask about, from zero, in the record's source.
    ///   - mark: any number that identifies the question to the caller.
    public init(_ function: ScriptFunction, row: Int, mark: Int32 = 0) {
        question = gv_question(
            function: function.number, row: UInt32(row), mark: UInt32(bitPattern: mark))
    }

    /// Creates a question from a message.
    init(number: UInt32, row: UInt32) {
        question = gv_question(function: number, row: row, mark: 0)
    }

    /// The function's number.
    var number: UInt32 { question.function }

    private init(_ question: gv_question) {
        self.question = question
    }

    /// The row to ask about, from zero.
    public var row: Int { Int(question.row) }

    /// A number that identifies the question to the caller.
    public var mark: Int32 { Int32(bitPattern: question.mark) }

    /// Whether there is a function to call.
    public var isAsked: Bool { question.function != gv_no_function }

    /// The same question about another row.
    public func about(row: Int) -> ScriptQuestion {
        ScriptQuestion(
            gv_question(function: question.function, row: UInt32(row), mark: question.mark))
    }

    /// A placeholder without a function: its answer is left unchanged.
    ///
    /// - Parameter mark: a number that identifies it to the caller.
    public static func none(row: Int, mark: Int32 = 0) -> ScriptQuestion {
        ScriptQuestion(
            gv_question(
                function: gv_no_function, row: UInt32(row), mark: UInt32(bitPattern: mark)))
    }
}

/// The outcome that ended a batch of questions early.
public struct ScriptStop: Sendable {
    /// The index of the question that stopped the batch.
    public let position: Int

    /// Its answer, which is neither true, false nor nil; or its error.
    public let outcome: Result<ScriptValue, ScriptError>
}
