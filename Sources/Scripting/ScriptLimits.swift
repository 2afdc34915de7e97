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
