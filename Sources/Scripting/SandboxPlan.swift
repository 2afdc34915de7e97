/// What a sandbox is made of.
struct SandboxPlan: Sendable {
    let limits: ScriptLimits
    let layout: RecordLayout
    let vocabulary: Vocabulary
}

/// What a script may use before it is stopped.
///
/// Work is counted in steps of the Lua machine rather than in time, so that a
/// script that fails on one computer fails on every other at the same place.
/// Work done outside the machine, such as searching a text, is charged to the
/// same budget. A script whose single steps take some fifty times as long as
/// they should, which takes an attack, is stopped by the processor's time.
/// Every limit must be greater than zero.
public struct ScriptLimits: Sendable, Hashable {
    /// All memory of the sandbox, in bytes. About 20,000 are in use before the
    /// first script.
    public var memoryBytes: Int

    /// The longest text that a script may hold, in bytes.
    public var textBytes: Int

    /// The longest source, in bytes. Reading a source is not counted in steps.
    public var sourceBytes: Int

    /// Steps for running a file from its top.
    public var loadInstructions: Int

    /// Steps for one call of a function.
    public var callInstructions: Int

    /// Steps that each record of a view adds to ``loadInstructions`` for one
    /// call over that view.
    public var rowInstructions: Int

    /// How deep the tables of a value that leaves Lua may be nested.
    public var valueDepth: Int

    /// How many parts a value that leaves Lua may have, keys included.
    public var valueNodes: Int

    /// How many lines a script may print before the host takes them.
    public var outputLines: Int

    /// How many bytes a script may print before the host takes them.
    public var outputBytes: Int

    /// Makes this allocation and every later one fail, counted from 1 for the
    /// first that the sandbox does. For tests of what happens then.
    public var failsAllocationsFrom: Int?

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - memoryBytes: All memory of the sandbox.
    ///   - textBytes: The longest text.
    ///   - sourceBytes: The longest source.
    ///   - loadInstructions: Steps for running a file.
    ///   - callInstructions: Steps for one call.
    ///   - rowInstructions: Steps for each record of a view.
    ///   - valueDepth: Nesting of a value that leaves Lua.
    ///   - valueNodes: Parts of a value that leaves Lua.
    ///   - outputLines: Lines printed.
    ///   - outputBytes: Bytes printed.
    ///   - failsAllocationsFrom: The first allocation to fail, or nil.
    public init(
        memoryBytes: Int = 16 << 20, textBytes: Int = 256 << 10, sourceBytes: Int = 256 << 10,
        loadInstructions: Int = 10_000_000, callInstructions: Int = 1_000_000,
        rowInstructions: Int = 300, valueDepth: Int = 16, valueNodes: Int = 10_000,
        outputLines: Int = 1_000, outputBytes: Int = 64 << 10, failsAllocationsFrom: Int? = nil
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
    }

    /// Room for a file of some thousand rules, and some ten milliseconds for
    /// the slowest call.
    public static let standard = ScriptLimits()
}

/// The words that the host adds to Lua.
public struct Vocabulary: Sendable, Hashable {
    /// Words such as `rule`: a call notes its arguments as a ``Declaration``.
    /// They work only while a file is read.
    public let declarations: [NotingWord]

    /// Words such as `contains`: a call wraps its arguments into a value that
    /// scripts can only pass on, and that reaches the host as
    /// ``ScriptValue/constructed(_:)``.
    public let constructors: [String]

    /// Words such as `notify`: a call notes its arguments as a
    /// ``ScriptRequest``. They work only while a function is told of something.
    public let requests: [NotingWord]

    /// Makes a vocabulary.
    ///
    /// - Parameters:
    ///   - declarations: Words that declare.
    ///   - constructors: Words that construct. No word may be used twice, nor
    ///     be one that scripts have already, such as `pairs`.
    ///   - requests: Words that ask for something.
    public init(
        declarations: [NotingWord] = [], constructors: [String] = [], requests: [NotingWord] = []
    ) {
        self.declarations = declarations
        self.constructors = constructors
        self.requests = requests
    }

    /// The declaring word of a name, or nil where there is none.
    public func declaration(_ name: String) -> NotingWord? {
        declarations.first { $0.name == name }
    }
}

/// A word whose calls are noted with their arguments.
public struct NotingWord: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The word.
    public let name: String

    /// How many arguments a call has at most. It has one at least.
    public let mostValues: Int

    /// Makes a word.
    ///
    /// - Parameters:
    ///   - name: The word.
    ///   - mostValues: How many arguments a call has at most, from 1 to 250.
    public init(_ name: String, mostValues: Int = 1) {
        precondition((1...250).contains(mostValues), "a call has 1 to 250 arguments")
        self.name = name
        self.mostValues = mostValues
    }

    /// Makes a word of one argument.
    public init(stringLiteral name: String) { self.init(name) }
}

/// One use of a declaring word in a source.
public struct Declaration: Sendable, Hashable {
    /// The word.
    public let verb: String

    /// The line of the call. The first is 1.
    public let line: Int

    /// The arguments, as they were when the file had been read to its end. A
    /// nil among them keeps its place.
    public let values: [ScriptValue]

    /// The first argument.
    public var value: ScriptValue { values.first ?? .nil }
}

/// One use of an asking word by a function that was told of something.
public struct ScriptRequest: Sendable, Hashable {
    /// The word.
    public let verb: String

    /// The arguments, as they were when the call was made. A nil among them
    /// keeps its place.
    public let values: [ScriptValue]

    /// The name that the source of the call was loaded under.
    public let chunkName: String

    /// The line of the call, when it is known. The first is 1.
    public let line: Int?
}
