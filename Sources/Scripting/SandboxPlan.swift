/// Everything that a new sandbox is configured with, except its library.
struct SandboxPlan: Sendable {
    let limits: ScriptLimits
    let layout: RecordLayout
    let vocabulary: Vocabulary
}

/// The resources that a script may use before it is stopped.
///
/// Work is counted in Lua steps rather than time, so that a script that fails on one
/// computer fails at the same place on every other. Work outside Lua, such as
/// searching a string, is charged to the same budget. Steps that take some fifty
/// times as long as they should, which only an attack achieves, are stopped by
/// processor time. Every limit must be greater than zero.
public struct ScriptLimits: Sendable, Hashable {
    /// The sandbox's total memory, in bytes. About 20,000 are in use before the
    /// first script.
    public var memoryBytes: Int

    /// The longest string in a script, in bytes.
    public var textBytes: Int

    /// The longest source, in bytes. Parsing is not counted in steps.
    public var sourceBytes: Int

    /// Steps for running a file from its top.
    public var loadInstructions: Int

    /// Steps for one function call.
    public var callInstructions: Int

    /// Steps that each record of a view adds to ``loadInstructions`` for one call
    /// over that view.
    public var rowInstructions: Int

    /// The nesting limit for values that leave Lua.
    public var valueDepth: Int

    /// The most parts of a value that leaves Lua, keys included.
    public var valueNodes: Int

    /// The most lines that a script may print before the host takes them.
    public var outputLines: Int

    /// The most bytes that a script may print before the host takes them.
    public var outputBytes: Int

    /// Makes this allocation and all later ones fail, counted from 1 for the
    /// sandbox's first. For tests of memory errors.
    public var failsAllocationsFrom: Int?

    /// Whether functions can't change the tables and variables that their source made
    /// while it was loaded, so that they keep nothing from one call to the next.
    public var freezes: Bool

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - memoryBytes: the sandbox's total memory.
    ///   - textBytes: the longest string.
    ///   - sourceBytes: the longest source.
    ///   - loadInstructions: steps for running a file.
    ///   - callInstructions: steps for one call.
    ///   - rowInstructions: steps for each record of a view.
    ///   - valueDepth: the nesting of a value that leaves Lua.
    ///   - valueNodes: the parts of a value that leaves Lua.
    ///   - outputLines: lines printed.
    ///   - outputBytes: bytes printed.
    ///   - failsAllocationsFrom: the first allocation to fail, or nil.
    ///   - freezes: whether functions can't change what their source made.
    public init(
        memoryBytes: Int = 16 << 20, textBytes: Int = 256 << 10, sourceBytes: Int = 256 << 10,
        loadInstructions: Int = 10_000_000, callInstructions: Int = 1_000_000,
        rowInstructions: Int = 300, valueDepth: Int = 16, valueNodes: Int = 10_000,
        outputLines: Int = 1_000, outputBytes: Int = 64 << 10, failsAllocationsFrom: Int? = nil,
        freezes: Bool = false
    ) {
        self.memoryBytes = memoryBytes
        self.textBytes = textBytes
        self.sourceBytes = sourceBytes
        self.loadInstructions = loadInstructions
        self.callInstructions = callInstructions
        self.rowInstructions = rowInstructions
        self.valueDepth = valueDepth
        self.valueNodes = valueNodes
        self.outputLines = outputLines
        self.outputBytes = outputBytes
        self.failsAllocationsFrom = failsAllocationsFrom
        self.freezes = freezes
    }

    /// Enough for a file with some thousand rules; limits the slowest call to some
    /// ten milliseconds.
    public static let standard = ScriptLimits()
}

/// The words that the host adds to Lua.
public struct Vocabulary: Sendable, Hashable {
    /// Words such as `rule`: a call records its arguments as a ``Declaration``.
    /// They work only while a file is loaded.
    public let declarations: [NotingWord]

    /// Words such as `contains`: a call wraps its arguments into an opaque value.
    /// It reaches the host as ``ScriptValue/constructed(_:)``.
    public let constructors: [String]

    /// Words such as `notify`: a call records its arguments as a
    /// ``ScriptRequest``. They work only in ``Sandbox/requests(of:toldOf:)``.
    public let requests: [NotingWord]

    /// Words such as `balance`: a call with one value is answered by the host at once.
    /// They work only in ``Sandbox/tell(_:_:answering:)``.
    public let queries: [String]

    /// Creates a vocabulary.
    ///
    /// - Parameters:
    ///   - declarations: words that declare.
    ///   - constructors: words that construct. All words must differ from each
    ///     other and from those of Lua, such as `pairs`.
    ///   - requests: words that request something.
    ///   - queries: words that ask something.
    public init(
        declarations: [NotingWord] = [], constructors: [String] = [], requests: [NotingWord] = [],
        queries: [String] = []
    ) {
        self.declarations = declarations
        self.constructors = constructors
        self.requests = requests
        self.queries = queries
    }

    /// The declaring word with a name, if there is one.
    public func declaration(_ name: String) -> NotingWord? {
        declarations.first { $0.name == name }
    }
}

/// A word whose calls are recorded with their arguments.
public struct NotingWord: Sendable, Hashable, ExpressibleByStringLiteral {
    public let name: String

    /// The most arguments of a call. The minimum is one.
    public let mostValues: Int

    /// Creates a word.
    ///
    /// - Parameters:
    ///   - name: the word.
    ///   - mostValues: the most arguments of a call, from 1 to 250.
    public init(_ name: String, mostValues: Int = 1) {
        precondition((1...250).contains(mostValues), "a call has 1 to 250 arguments")
        self.name = name
        self.mostValues = mostValues
    }

    /// Creates a word with one argument.
    public init(stringLiteral name: String) { self.init(name) }
}

/// One call of a declaring word in a source.
public struct Declaration: Sendable, Hashable {
    /// The declaring word.
    public let verb: String

    /// The line of the call, from 1.
    public let line: Int

    /// The arguments as they were at the end of the file. A nil among them keeps
    /// its position.
    public let values: [ScriptValue]

    /// The first argument.
    public var value: ScriptValue { values.first ?? .nil }
}

/// One call of a request word by a function.
public struct ScriptRequest: Sendable, Hashable {
    /// The request word.
    public let verb: String

    /// The arguments as they were at the time of the call. A nil among them keeps
    /// its position.
    public let values: [ScriptValue]

    /// The name of the source that made the call.
    public let chunkName: String

    /// The line of the call, from 1, if known.
    public let line: Int?
}
