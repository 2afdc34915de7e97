/// A value that left Lua.
public enum ScriptValue: Sendable, Hashable {
    /// No value.
    case `nil`
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction, or one beyond the range of integers.
    case number(Double)
    /// A text. One that is not valid UTF-8 does not leave Lua.
    case string(String)
    /// A table.
    case table(ScriptTable)
    /// A function, which only a declaration can hold.
    case function(ScriptFunction)
    /// What a word of ``Vocabulary/constructors`` made.
    case constructed(ScriptConstruction)
}

/// A Lua table.
public struct ScriptTable: Sendable, Hashable {
    /// The values with the keys 1, 2, 3 and so on.
    public let array: [ScriptValue]

    /// The values whose keys are texts.
    public let fields: [String: ScriptValue]

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - array: The values with the keys 1, 2, 3 and so on.
    ///   - fields: The values whose keys are texts.
    public init(array: [ScriptValue] = [], fields: [String: ScriptValue] = [:]) {
        self.array = array
        self.fields = fields
    }
}

/// A function of a loaded source.
///
/// Functions are numbered in the order in which the source declares them.
/// Sandboxes that loaded the same sources in the same order, on other threads
/// say, number them alike and can call each other's.
public struct ScriptFunction: Sendable, Hashable {
    let number: UInt32

    /// The name that its source was loaded under. For a function of a module
    /// that is the module's.
    public let chunkName: String

    /// The line where the function starts, or nil for one of Lua's own.
    public let line: Int?
}

/// A constructing word with its arguments.
public struct ScriptConstruction: Sendable, Hashable {
    /// The word.
    public let name: String

    /// What it was given. A nil among the arguments keeps its place.
    public let arguments: [ScriptValue]

    /// The line of the call, or nil when it is not known.
    public let line: Int?

    /// Makes a construction.
    ///
    /// - Parameters:
    ///   - name: The word.
    ///   - arguments: What it was given.
    ///   - line: The line of the call, if known.
    public init(name: String, arguments: [ScriptValue], line: Int? = nil) {
        self.name = name
        self.arguments = arguments
        self.line = line
    }
}
