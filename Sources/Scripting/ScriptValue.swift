/// A value that left Lua.
public enum ScriptValue: Sendable, Hashable {
    case `nil`
    case boolean(Bool)
    case integer(Int64)
    /// A number with a fraction, or one outside the range of integers.
    case number(Double)
    /// A string. Invalid UTF-8 can't leave Lua.
    case string(String)
    case table(ScriptTable)
    /// A function; only declarations contain these.
    case function(ScriptFunction)
    /// The result of a word in ``Vocabulary/constructors``.
    case constructed(ScriptConstruction)
}

/// A Lua table.
public struct ScriptTable: Sendable, Hashable {
    /// The values with the keys 1, 2, 3 and so on.
    public let array: [ScriptValue]

    /// The values with string keys.
    public let fields: [String: ScriptValue]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - array: the values with the keys 1, 2, 3 and so on.
    ///   - fields: the values with string keys.
    public init(array: [ScriptValue] = [], fields: [String: ScriptValue] = [:]) {
        self.array = array
        self.fields = fields
    }
}

/// A function of a loaded source.
///
/// Functions are numbered in the order in which the source declares them. Sandboxes
/// that loaded the same sources in the same order, for example on other threads, use
/// the same numbers and can call each other's functions.
public struct ScriptFunction: Sendable, Hashable {
    let number: UInt32

    /// The name of its source; for a function of a module, the module's.
    public let chunkName: String

    /// The first line of the function; nil for one of Lua's own.
    public let line: Int?
}

/// A call of a constructing word with its arguments.
public struct ScriptConstruction: Sendable, Hashable {
    /// The name of a construction that is a map; its argument is the map's name.
    public static let map = "map"

    /// The constructing word.
    public let name: String

    /// The arguments. A nil among them keeps its position.
    public let arguments: [ScriptValue]

    /// The line of the call, if known.
    public let line: Int?

    /// Creates a construction.
    ///
    /// - Parameters:
    ///   - name: the constructing word.
    ///   - arguments: the call's arguments.
    ///   - line: the line of the call, if known.
    public init(name: String, arguments: [ScriptValue], line: Int? = nil) {
        self.name = name
        self.arguments = arguments
        self.line = line
    }
}

/// A function's results for one record.
public struct ScriptAnswer: Sendable, Hashable {
    /// The first result; nil if there is none.
    public let value: ScriptValue

    /// The second result, if it is a string.
    public let reason: String?

    public init(value: ScriptValue, reason: String?) {
        self.value = value
        self.reason = reason
    }
}

/// A function's decision about one record of a view.
public struct ScriptDecision: Sendable, Hashable {
    /// The row of the record, from zero.
    public let row: Int

    /// The decided value; never nil.
    public let value: ScriptValue

    /// The script's reason, if it gave one.
    public let reason: String?

    /// The line that made the decision, if known.
    public let line: Int?
}

/// An error in loading or running a script.
///
/// Message and traceback may quote the script, and a script can put any string that
/// it reads into an error. Show them to the script's author; don't log them.
public struct ScriptError: Error, Sendable, Hashable {
    /// The cause, for callers that depend on it.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The source is not valid Lua text.
        case syntax
        /// The script raised an error, or used an unknown name.
        case runtime
        /// The script exceeded its memory, or the length of a string.
        case memoryLimit
        /// The script exceeded its steps.
        case instructionLimit
        /// The source is too long.
        case sourceTooLarge
        /// A value can't leave Lua: it is nested too deep, too large, not UTF-8, or
        /// has keys other than strings and 1, 2, 3 and so on.
        case unusableValue
        /// The layout conflicts with the vocabulary.
        case unusableVocabulary
        /// The sandbox has not loaded the function, or is closed.
        case unknownFunction
        /// The worker ended, or was ended.
        case workerEnded
        /// A function tried to change a frozen table or variable outside it.
        case keptState
    }

    public let kind: Kind

    /// The problem in one sentence without a location. At most 1,024 bytes.
    public let message: String

    /// The name of the source that the line belongs to: the loaded file, or one of
    /// its modules. Empty before any source was loaded.
    public let chunkName: String

    /// The line in the source, from 1, if known.
    public let line: Int?

    /// The calls that led to the error, innermost first, one per line, such as
    /// "line 7, in is_rent". In another file than the error's, it is "line 7 of
    /// lib/rent.lua, in is_rent". Empty if unknown, or if there was no call.
    public let traceback: String

    init(
        kind: Kind, message: String, chunkName: String = "", line: Int? = nil,
        traceback: String = ""
    ) {
        self.kind = kind
        self.message = message
        self.chunkName = chunkName
        self.line = line
        self.traceback = traceback
    }

    /// The error with a source name, unless it already has one.
    func named(_ chunkName: String) -> ScriptError {
        guard self.chunkName.isEmpty else { return self }
        return ScriptError(
            kind: kind, message: message, chunkName: chunkName, line: line, traceback: traceback)
    }
}

extension ScriptError: CustomStringConvertible {
    /// The message after its location, such as "rules.lua:7: there is no name 'x'".
    public var description: String {
        guard !chunkName.isEmpty else { return message }
        guard let line else { return "\(chunkName): \(message)" }
        return "\(chunkName):\(line): \(message)"
    }
}
