/// A place where Lua scripts run and cannot do harm: no files, no network, no
/// clock, no chance, bounded work and bounded memory.
///
/// A script declares what it has to say in the host's ``Vocabulary``, and the
/// host calls the functions it declared on records. A sandbox is used by one
/// thread at a time; make one for each thread. Making one costs some tens of
/// microseconds.
///
/// What a script keeps in its globals from one call to the next counts against
/// its memory. A record or a view kept beyond its call is an error when it is
/// used; a record's `copy()` gives a table to keep.
public final class Sandbox {
    /// What the file loaded last declares, in the order of its calls.
    public private(set) var declarations: [Declaration] = []

    let machine: any ScriptMachine
    private let limits: ScriptLimits
    private var lastEvaluatedView: LuaView?
    private let layout: RecordLayout
    private let fieldCount: Int
    /// Unchecked because it is looked at in every call, by one thread.
    @exclusivity(unchecked) private(set) var isClosed = false

    /// Makes a sandbox without a script.
    ///
    /// - Parameters:
    ///   - limits: What scripts may use.
    ///   - layout: The fields of the records that functions are called on.
    ///   - vocabulary: The words that the host adds to Lua.
    ///   - library: The modules and maps that scripts may name.
    ///   - host: Where scripts run.
    /// - Throws: A ``ScriptError`` of kind `unusableVocabulary` when two words
    ///   or two fields have one name, or `memoryLimit`. In a worker the first
    ///   source that is loaded, or the first call, throws them.
    public init(
        limits: ScriptLimits = .standard, layout: RecordLayout, vocabulary: Vocabulary,
        library: ScriptLibrary = .empty, on host: ScriptHost
    ) throws(ScriptError) {
        machine = try host.machine(
            SandboxPlan(limits: limits, layout: layout, vocabulary: vocabulary), library)
        self.limits = limits
        self.layout = layout
        fieldCount = layout.fields.count
    }

    /// Runs a source from its top and keeps its ``declarations``.
    ///
    /// Every source has its own globals, which no function of it can assign
    /// later, and its own instance of each module it requires. Loading another leaves the functions
    /// of the earlier ones callable. After an error there are no declarations.
    ///
    /// - Parameters:
    ///   - source: Lua text. Precompiled Lua is refused.
    ///   - chunkName: What errors call the source, a file name say.
    /// - Throws: A ``ScriptError`` of any kind but `unusableVocabulary`.
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
    ///   - chunkName: What errors call the source, a file name say.
    /// - Throws: A ``ScriptError`` of any kind but `unusableVocabulary`.
    public func load(source: String, chunkName: String) throws(ScriptError) {
        try load(source: Array(source.utf8), chunkName: chunkName)
    }

    /// Calls a function on a record.
    ///
    /// The cost is some tens of nanoseconds beside the function's own work, and
    /// nothing is allocated in Swift when the function returns nil.
    ///
    /// - Parameters:
    ///   - function: A function of a source that this sandbox loaded.
    ///   - record: The record, made with this sandbox's layout.
    /// - Returns: What the function returned first; nil when it returned
    ///   nothing.
    /// - Throws: A ``ScriptError`` of kind `runtime`, `memoryLimit`,
    ///   `instructionLimit`, `unusableValue` or `unknownFunction`. The sandbox
    ///   can be used as before.
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

    /// Asks questions in their order. Each is a call as ``call(_:on:)`` does it,
    /// with limits of its own; in a row they cost half as much.
    ///
    /// - Parameters:
    ///   - questions: Functions of sources that this sandbox loaded, and rows of
    ///     the record's source.
    ///   - record: The record, made with this sandbox's layout and a source. It
    ///     shows the row of one question after the other.
    ///   - answers: As many as there are questions. Of those that were asked it
    ///     is set whether they were answered with true; false and nil are no.
    /// - Returns: The first question that failed, or that had another answer;
    ///   those behind it were not asked. Nil where there is none.
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

    /// Calls a function on rows, one after another, for what it says of each and why.
    ///
    /// - Parameters:
    ///   - function: A function of a source that this sandbox loaded.
    ///   - record: Shows rows, and is made with this sandbox's layout.
    ///   - rows: Some hundred: all that they come to is held.
    /// - Returns: For each row the function's first two results, or the error that
    ///   ``call(_:on:)`` throws. The second result is the reason, a text or nil.
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
    /// The call may take ``ScriptLimits/loadInstructions`` steps and
    /// ``ScriptLimits/rowInstructions`` for each record. What it decides counts
    /// against the sandbox's memory until the next call, about 200 bytes for a
    /// decision of one text; so does a list that an index gives, 16 bytes a
    /// record.
    ///
    /// - Parameters:
    ///   - function: A function of a source that this sandbox loaded.
    ///   - view: The records.
    /// - Returns: What the function decided, in the order in which it did; a
    ///   record can be there more than once.
    /// - Throws: A ``ScriptError`` as ``call(_:on:)`` does. Nothing is decided
    ///   then.
    public func decisions(
        of function: ScriptFunction, over view: any RecordView
    ) throws(ScriptError) -> [ScriptDecision] {
        guard !isClosed else { throw closed }
        do {
            return try machine.decisions(
                of: function, over: LuaView(view, layout: layout))
        } catch {
            throw error.named(function.chunkName)
        }
    }

    /// Calls a function on a value, and gathers what it asks for in the
    /// ``Vocabulary/requests``.
    ///
    /// The function can read the value as a context is read, and not change it.
    ///
    /// - Parameters:
    ///   - function: A function of a source that this sandbox loaded.
    ///   - value: Numbers, texts, booleans, and tables of them. A name with nil
    ///     in a table reads as nil; one that is not there is an error.
    /// - Returns: What it asked for, in the order of its calls.
    /// - Throws: A ``ScriptError`` as ``call(_:on:)`` does. Nothing is asked for
    ///   then.
    public func requests(
        of function: ScriptFunction, toldOf value: ScriptValue
    ) throws(ScriptError) -> [ScriptRequest] {
        guard !isClosed else { throw closed }
        do {
            return try machine.requests(of: function, toldOf: value)
        } catch {
            throw error.named(function.chunkName)
        }
    }

    /// Sets what every function gets as its last argument from now on, and can
    /// read and not change. It counts against the sandbox's memory.
    ///
    /// A name that a table of it does not have is an error to a script that
    /// reads it, with a suggestion; a number beyond the end of a list is nil.
    ///
    /// - Parameter value: Numbers, texts, booleans, and tables of them; nil
    ///   for no argument. A name with nil in a table reads as nil.
    /// - Throws: A ``ScriptError`` of kind `unusableValue` when the value holds
    ///   anything else or is nested too deep, or `memoryLimit`. There is no
    ///   context then.
    public func setContext(_ value: ScriptValue) throws(ScriptError) {
        guard !isClosed else { throw closed }
        try machine.setContext(value)
    }

    /// Runs what a person typed: an expression, whose values are shown, or
    /// statements. Global names stay from one evaluation to the next.
    ///
    /// - Parameters:
    ///   - source: Lua text. It may take as many steps as loading a file.
    ///   - chunkName: What errors call the source.
    ///   - view: Records that the source reads as `view`. A record of it stays
    ///     usable in later evaluations over the same view.
    /// - Returns: The values as Lua would write them, texts in quotes and tables
    ///   with their keys in order, cut where they are long. Empty when there
    ///   are none.
    /// - Throws: A ``ScriptError`` of any kind but `unusableVocabulary`. The
    ///   sandbox can be used as before.
    public func evaluate(
        _ source: String, chunkName: String, over view: (any RecordView)? = nil
    ) throws(ScriptError) -> String {
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
    /// - Returns: The bytes that Lua took and did not give back. Always zero,
    ///   unless there is a leak.
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
        let new = LuaView(view, layout: layout)
        lastEvaluatedView = new
        return new
    }

    private var closed: ScriptError {
        ScriptError(kind: .unknownFunction, message: "the sandbox has been closed")
    }
}

/// What a sandbox tells of the scripts that ran in it, beside what they returned.
extension Sandbox {
    /// Hands over what scripts printed since the last time, at most as much as
    /// the limits allow.
    ///
    /// - Returns: The lines in their order. Where something was left out, the
    ///   last line says so.
    public func takeOutput() -> [ScriptOutput] {
        isClosed ? [] : machine.takeOutput()
    }

    /// Whether there is something to hand over of what scripts printed.
    public var hasPrinted: Bool { !isClosed && machine.hasPrinted }

    /// For how many records functions found each entry of each map, in the
    /// order of the library and of the map's entries. However often a function
    /// looks for one, its record counts once, and so it does for several calls
    /// in a row. Empty once closed.
    public func mapHits() -> [[Int]] {
        isClosed ? [] : machine.mapHits()
    }

    /// A number of all that functions keep between calls, in variables outside
    /// of them and in tables: it is the same again where nothing of that
    /// changed. Nil where there is too much of it to be looked at.
    ///
    /// - Complexity: linear in what is kept, some 30 ns for each value.
    public func keptState() -> UInt64? { isClosed ? nil : machine.keptState() }

    /// Whether a script has read a field of a record, or copied a record.
    ///
    /// - Parameter field: its position in the layout.
    public func hasRead(field: Int) -> Bool { !isClosed && machine.hasRead(field: field) }

    /// The memory that the sandbox holds now, in bytes, garbage included.
    public var bytesInUse: Int { isClosed ? 0 : machine.bytesInUse }

    /// Runs something and tells how many steps its calls took, counting every
    /// single one, which makes them many times slower.
    ///
    /// - Returns: what `body` returned, and the steps; 0 once closed.
    public func countingSteps<Result>(_ body: () throws -> Result) rethrows -> (Result, Int) {
        guard !isClosed else { return (try body(), 0) }
        machine.countEveryStep(true)
        defer { machine.countEveryStep(false) }
        let before = machine.stepsTaken
        let result = try body()
        return (result, Int(clamping: machine.stepsTaken - before))
    }
}

/// A line that a script printed.
public struct ScriptOutput: Sendable, Hashable {
    /// The values with a tab between them. Bytes that are not UTF-8 are
    /// repaired; what a terminal takes for orders is not.
    public let text: String

    /// The name that the source was loaded under.
    public let chunkName: String

    /// The line of the call, when it is known. The first is 1.
    public let line: Int?
}

/// What runs the scripts of a sandbox: a state of Lua in this process, or one in a worker.
protocol ScriptMachine: AnyObject {
    var bytesInUse: Int { get }
    /// Of all calls that have ended.
    var stepsTaken: Int64 { get }
    var hasPrinted: Bool { get }

    func countEveryStep(_ counts: Bool)

    /// - Returns: the bytes that Lua did not give back.
    func close() -> Int

    func load(_ source: [UInt8], _ chunkName: String) throws(ScriptError) -> [Declaration]
    func call(_ function: ScriptFunction, on record: RecordBuffer) throws(ScriptError)
        -> ScriptValue
    func ask(
        _ questions: UnsafeBufferPointer<ScriptQuestion>, on record: RecordBuffer,
        answers: UnsafeMutablePointer<Bool>
    ) -> ScriptStop?
    func answers(
        of function: ScriptFunction, on record: RecordBuffer, ofRows rows: Range<Int>
    ) -> [Result<ScriptAnswer, ScriptError>]
    func decisions(of function: ScriptFunction, over view: LuaView) throws(ScriptError)
        -> [ScriptDecision]
    func requests(of function: ScriptFunction, toldOf value: ScriptValue) throws(ScriptError)
        -> [ScriptRequest]
    func setContext(_ value: ScriptValue) throws(ScriptError)
    func evaluate(_ source: [UInt8], _ chunkName: String, over view: LuaView?) throws(ScriptError)
        -> String

    func keptState() -> UInt64?
    func hasRead(field: Int) -> Bool
    func takeOutput() -> [ScriptOutput]
    func mapHits() -> [[Int]]
}
