/// An environment in which Lua scripts can do no harm: no files, no network, no
/// clock, no randomness, bounded work and bounded memory.
///
/// A script makes declarations with the words of the host's ``Vocabulary``. The host
/// then calls the declared functions on records. Only one thread at a time may use a
/// sandbox; create one per thread. Creating one costs some tens of microseconds.
///
/// What a script keeps between calls counts against its memory; with
/// ``ScriptLimits/freezes`` it can't change that. Using a
/// record or view after its call is an error; a record's `copy()` returns a table
/// that may be kept.
public final class Sandbox {
    /// The declarations of the file that was loaded last, in the order of its calls.
    public private(set) var declarations: [Declaration] = []

    let machine: any ScriptMachine
    private let limits: ScriptLimits
    private var lastEvaluatedView: LuaView?
    private let layout: RecordLayout
    private let vocabulary: Vocabulary
    private let fieldCount: Int
    /// Unchecked because every call reads it, always on one thread.
    @exclusivity(unchecked) private(set) var isClosed = false

    /// Creates an empty sandbox.
    ///
    /// - Parameters:
    ///   - limits: the resources that scripts may use.
    ///   - layout: the fields of the records that functions are called on.
    ///   - vocabulary: the words that the host adds to Lua.
    ///   - library: the modules and maps that scripts may use.
    ///   - host: where scripts run.
    /// - Throws: a ``ScriptError`` of kind `unusableVocabulary` if two words or two
    ///   fields share a name, or `memoryLimit`. In a worker, the first load or call
    ///   throws these errors instead.
    public init(
        limits: ScriptLimits = .standard, layout: RecordLayout, vocabulary: Vocabulary,
        library: ScriptLibrary = .empty, on host: ScriptHost
    ) throws(ScriptError) {
        machine = try host.machine(
            SandboxPlan(limits: limits, layout: layout, vocabulary: vocabulary), library)
        self.limits = limits
        self.layout = layout
        self.vocabulary = vocabulary
        fieldCount = layout.fields.count
    }

    /// Runs a source from its top and keeps its ``declarations``.
    ///
    /// Every source has its own globals, which its functions can't assign later,
    /// and its own instance of each module that it requires. Functions of
    /// earlier sources remain callable. After an error there are no declarations.
    ///
    /// - Parameters:
    ///   - source: Lua text. Precompiled Lua is rejected.
    ///   - chunkName: the source's name in errors, such as a file name.
    /// - Throws: a ``ScriptError`` of any kind except `unusableVocabulary`.
    public func load(source: [UInt8], chunkName: String) throws(ScriptError) {
        declarations = []
        guard !isClosed else { throw closed }
        try checkLength(of: source, chunkName)
        do {
            declarations = try machine.load(source, chunkName)
        } catch {
            throw error.named(chunkName)
        }
    }

    /// Runs a source from its top and keeps its ``declarations``.
    ///
    /// - Parameters:
    ///   - source: Lua text.
    ///   - chunkName: the source's name in errors, such as a file name.
    /// - Throws: a ``ScriptError`` of any kind except `unusableVocabulary`.
    public func load(source: String, chunkName: String) throws(ScriptError) {
        try load(source: Array(source.utf8), chunkName: chunkName)
    }

    /// Calls a function on a record.
    ///
    /// The overhead is some tens of nanoseconds. Swift allocates nothing if the
    /// function returns nil.
    ///
    /// - Parameters:
    ///   - function: a function of a source that this sandbox has loaded.
    ///   - record: the record, created with this sandbox's layout.
    /// - Returns: the function's first result; nil if there is none.
    /// - Throws: a ``ScriptError`` of kind `runtime`, `memoryLimit`,
    ///   `instructionLimit`, `unusableValue` or `unknownFunction`. The sandbox
    ///   remains usable.
    public func call(
        _ function: ScriptFunction, on record: RecordBuffer
    ) throws(ScriptError) -> ScriptValue {
        guard !isClosed else { throw closed }
        precondition(record.fields.count == fieldCount, "the record has another layout")
        do {
            return try machine.call(function, on: record)
        } catch {
            throw error.named(function.chunkName)
        }
    }

    /// Asks questions in order. Each is a call like ``call(_:on:)`` with limits of
    /// its own; in a batch they cost half as much.
    ///
    /// - Parameters:
    ///   - questions: functions of sources that this sandbox has loaded, and rows
    ///     of the record's source.
    ///   - record: the record, created with this sandbox's layout and a source. It
    ///     shows the row of each question in turn.
    ///   - answers: one for each question. It is set to whether the function
    ///     returned true; false and nil count as no.
    /// - Returns: the first question that failed or returned anything else; the
    ///   questions after it were not asked. Nil if there is none.
    public func ask(
        _ questions: UnsafeBufferPointer<ScriptQuestion>, on record: RecordBuffer,
        answers: UnsafeMutableBufferPointer<Bool>
    ) -> ScriptStop? {
        guard !questions.isEmpty else { return nil }
        guard !isClosed else { return ScriptStop(position: 0, outcome: .failure(closed)) }
        precondition(record.fields.count == fieldCount, "the record has another layout")
        precondition(answers.count >= questions.count, "every question has an answer")
        return answers.baseAddress.flatMap { answers in
            machine.ask(questions, on: record, answers: answers)
        }
    }

    /// Calls a function on a range of rows and returns its value and reason for each.
    ///
    /// - Parameters:
    ///   - function: a function of a source that this sandbox has loaded.
    ///   - record: shows the rows; created with this sandbox's layout.
    ///   - rows: some hundred, because all results are held in memory.
    /// - Returns: for each row the function's first two results, or the error that
    ///   ``call(_:on:)`` would throw. The second result is the reason, a string or nil.
    public func answers(
        of function: ScriptFunction, on record: RecordBuffer, ofRows rows: Range<Int>
    ) -> [Result<ScriptAnswer, ScriptError>] {
        guard !isClosed else { return rows.map { _ in .failure(closed) } }
        precondition(record.fields.count == fieldCount, "the record has another layout")
        return machine.answers(of: function, on: record, ofRows: rows).map {
            $0.mapError { $0.named(function.chunkName) }
        }
    }

    /// Calls a function on many records at once.
    ///
    /// The call may take ``ScriptLimits/loadInstructions`` steps, and
    /// ``ScriptLimits/rowInstructions`` for each record. Decisions count against
    /// the sandbox's memory until the next call, about 200 bytes for a decision
    /// with one string. A list from an index counts too, 16 bytes a record.
    ///
    /// - Parameters:
    ///   - function: a function of a source that this sandbox has loaded.
    ///   - view: the records.
    /// - Returns: the function's decisions in order. A record may occur more than
    ///   once.
    /// - Throws: a ``ScriptError`` like ``call(_:on:)``; all decisions are
    ///   discarded then.
    public func decisions(
        of function: ScriptFunction, over view: any RecordView
    ) throws(ScriptError) -> [ScriptDecision] {
        guard !isClosed else { throw closed }
        do {
            return try machine.decisions(
                of: function, over: luaView(view))
        } catch {
            throw error.named(function.chunkName)
        }
    }

    /// Calls a function with a value and collects its ``Vocabulary/requests``.
    ///
    /// The function can read the value like the context, but can't change it.
    ///
    /// - Parameters:
    ///   - function: a function of a source that this sandbox has loaded.
    ///   - value: numbers, strings, booleans, and tables of them. A field that is
    ///     nil in a table reads as nil; one that is missing is an error.
    /// - Returns: the requests, in the order of its calls.
    /// - Throws: a ``ScriptError`` like ``call(_:on:)``; all requests are discarded
    ///   then.
    public func requests(
        of function: ScriptFunction, toldOf value: ScriptValue
    ) throws(ScriptError) -> [ScriptRequest] {
        try tell(function, ScriptTelling(value)) { word, _ in
            .problem("no vault answers \"\(word)\" here")
        }.requests
    }

    /// Calls a function with a value, and perhaps a state that it may change. Collects
    /// its ``Vocabulary/requests`` and answers its ``Vocabulary/queries``.
    ///
    /// - Parameters:
    ///   - function: a function of a source that this sandbox has loaded.
    ///   - told: the value and the state, with what ``requests(of:toldOf:)`` takes.
    ///   - answer: called for each query while the function runs, with the word and
    ///     its value. It must use neither the sandbox nor its host.
    /// - Returns: the requests, in the order of its calls, and what is in the state.
    /// - Throws: a ``ScriptError`` like ``call(_:on:)``; nothing is requested then.
    public func tell(
        _ function: ScriptFunction, _ told: ScriptTelling,
        answering answer: (_ word: String, _ value: ScriptValue) -> ScriptQueryAnswer
    ) throws(ScriptError) -> ScriptReply {
        guard !isClosed else { throw closed }
        let words = vocabulary.queries
        do {
            return try machine.tell(function, told) { answer(words[$0], $1) }
        } catch {
            throw error.named(function.chunkName)
        }
    }

    /// Sets the read-only value that every function gets as its last argument from
    /// now on. It counts against the sandbox's memory.
    ///
    /// Reading a missing field of its tables is an error with a suggestion; an
    /// index beyond the end of a list reads as nil.
    ///
    /// - Parameter value: numbers, strings, booleans, and tables of them; nil for
    ///   no argument. A field that is nil in a table reads as nil.
    /// - Throws: a ``ScriptError`` of kind `unusableValue` if the value contains
    ///   anything else or is nested too deep, or `memoryLimit`. There is no
    ///   context then.
    public func setContext(_ value: ScriptValue) throws(ScriptError) {
        guard !isClosed else { throw closed }
        try machine.setContext(value)
    }

    /// Evaluates console input: an expression, whose values are shown, or
    /// statements. Globals persist between evaluations.
    ///
    /// - Parameters:
    ///   - source: Lua text. It may take as many steps as loading a file.
    ///   - chunkName: the source's name in errors.
    ///   - view: the records that the source reads as `view`. Its records stay
    ///     usable in later evaluations with the same view.
    /// - Returns: the values and the requests.
    /// - Throws: a ``ScriptError`` of any kind except `unusableVocabulary`. The
    ///   sandbox remains usable.
    public func evaluate(
        _ source: String, chunkName: String, over view: (any RecordView)? = nil
    ) throws(ScriptError) -> ScriptEvaluation {
        guard !isClosed else { throw closed }
        let source = Array(source.utf8)
        try checkLength(of: source, chunkName)
        do {
            return try machine.evaluate(source, chunkName, over: view.map(evaluatedView))
        } catch {
            throw error.named(chunkName)
        }
    }

    /// Frees the sandbox's memory now rather than with the last reference.
    /// Loading and calling then throw `unknownFunction`.
    ///
    /// - Returns: the number of leaked bytes, which should be zero.
    @discardableResult
    public func close() -> Int {
        guard !isClosed else { return 0 }
        isClosed = true
        declarations = []
        return machine.close()
    }

    private func checkLength(of source: [UInt8], _ chunkName: String) throws(ScriptError) {
        guard source.count > limits.sourceBytes else { return }
        throw ScriptError(
            kind: .sourceTooLarge,
            message: "the source is longer than \(limits.sourceBytes) bytes",
            chunkName: chunkName)
    }

    private func evaluatedView(_ view: any RecordView) -> LuaView {
        if let known = lastEvaluatedView, known.view === view { return known }
        let new = luaView(view)
        lastEvaluatedView = new
        return new
    }

    private func luaView(_ view: any RecordView) -> LuaView {
        LuaView(view, layout: layout, vocabulary: vocabulary)
    }

    private var closed: ScriptError {
        ScriptError(kind: .unknownFunction, message: "the sandbox has been closed")
    }
}

/// Output and statistics of the scripts that ran in the sandbox.
extension Sandbox {
    /// Returns the lines printed since the last call, at most as many as the
    /// limits allow.
    ///
    /// - Returns: the lines in order. If some were dropped, the last line says so.
    public func takeOutput() -> [ScriptOutput] {
        isClosed ? [] : machine.takeOutput()
    }

    /// Whether ``takeOutput()`` would return something.
    public var hasPrinted: Bool { !isClosed && machine.hasPrinted }

    /// The number of records for which functions looked up each entry, by map and
    /// entry in the order of the library. A record counts once for an entry,
    /// however often functions look it up, even in several calls in a row. Empty
    /// once closed.
    public func mapHits() -> [[Int]] {
        isClosed ? [] : machine.mapHits()
    }

    /// Whether a script has read a field of a record, or copied a record.
    ///
    /// - Parameter field: the field's index in the layout.
    public func hasRead(field: Int) -> Bool { !isClosed && machine.hasRead(field: field) }

    /// The sandbox's memory in bytes, including garbage.
    public var bytesInUse: Int { isClosed ? 0 : machine.bytesInUse }

    /// Runs `body` and counts the steps of its calls. Counting every single step
    /// makes the calls many times slower.
    ///
    /// - Returns: the result of `body`, and the steps; 0 once closed.
    public func countingSteps<Result>(_ body: () throws -> Result) rethrows -> (Result, Int) {
        guard !isClosed else { return (try body(), 0) }
        machine.countEveryStep(true)
        defer { machine.countEveryStep(false) }
        let before = machine.stepsTaken
        let result = try body()
        return (result, Int(clamping: machine.stepsTaken - before))
    }
}

/// The result of a person's input.
public struct ScriptEvaluation: Sendable, Hashable {
    /// The values, in order. Those of Lua alone are one text.
    public let values: [ShownValue]
    /// The requested actions, in order.
    public let requests: [ScriptRequest]

    /// The values as text, without records and values of the host.
    public var text: String {
        values.compactMap { value in
            if case .text(let text) = value { text } else { nil }
        }.joined(separator: ", ")
    }
}

/// A value of a person's input, to show.
public enum ShownValue: Sendable, Hashable {
    /// In Lua syntax, with strings quoted, keys of tables sorted and long values truncated.
    case text(String)
    /// Rows of the view, some of `count`.
    case rows([Int], count: Int)
    /// A value that an index of the view gave.
    case value(ScriptValue)
}

/// A line that a script printed.
public struct ScriptOutput: Sendable, Hashable {
    /// The values, separated by tabs. Invalid UTF-8 is repaired; terminal control
    /// characters are not.
    public let text: String

    /// The name of the source that printed it.
    public let chunkName: String

    /// The line of the call, from 1, if known.
    public let line: Int?
}
