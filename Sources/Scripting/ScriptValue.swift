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

/// What a function says of one record.
public struct ScriptAnswer: Sendable, Hashable {
    /// What it returned first; nil when it returned nothing.
    public let value: ScriptValue

    /// The text that it returned second, if it did.
    public let reason: String?
}

/// What a function decided about one record of a view.
public struct ScriptDecision: Sendable, Hashable {
    /// The row of the record, from zero.
    public let row: Int

    /// What was decided; never nil.
    public let value: ScriptValue

    /// Why, if the script said so.
    public let reason: String?

    /// The line that decided it, when it is known.
    public let line: Int?
}

/// Why a script could not be read or did not finish.
///
/// The message and the traceback can quote the script, and a script can put
/// any text that it reads into an error of its own. Show them to the person
/// whose script it is; do not log them.
public struct ScriptError: Error, Sendable, Hashable {
    /// The cause, for callers that choose by it.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The source is not Lua text.
        case syntax
        /// The script raised an error, or used a name that is not there.
        case runtime
        /// The script needed more memory, or a longer text, than it may have.
        case memoryLimit
        /// The script took more steps than it may take.
        case instructionLimit
        /// The source is longer than it may be.
        case sourceTooLarge
        /// A value cannot leave Lua: it is nested too deep, too large, has keys
        /// that are neither texts nor 1, 2, 3 and so on, or is not UTF-8.
        case unusableValue
        /// The layout and the vocabulary do not fit together.
        case unusableVocabulary
        /// The sandbox did not load the function, or has been closed.
        case unknownFunction
        /// The process that runs scripts ended, by this one or by something else.
        case workerEnded
    }

    /// The cause.
    public let kind: Kind

    /// What went wrong, in a sentence without a place. At most 1,024 bytes.
    public let message: String

    /// The name of the source that the line is in: of the file that was loaded,
    /// or of a module of it. Empty before any was loaded.
    public let chunkName: String

    /// The line in the source, when it is known. The first is 1.
    public let line: Int?

    /// The calls that led there, innermost first, a line each, such as
    /// "line 7, in is_rent", or "line 7 of lib/rent.lua, in is_rent" where that
    /// is not the file of the error. Empty when they are not known, and where no
    /// call led there: then the line says all.
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

    /// The error with a name for its source, unless it has one.
    func named(_ chunkName: String) -> ScriptError {
        guard self.chunkName.isEmpty else { return self }
        return ScriptError(
            kind: kind, message: message, chunkName: chunkName, line: line, traceback: traceback)
    }
}

extension ScriptError: CustomStringConvertible {
    /// The message after its place, such as "rules.lua:7: there is no name 'x'".
    public var description: String {
        guard !chunkName.isEmpty else { return message }
        guard let line else { return "\(chunkName): \(message)" }
        return "\(chunkName):\(line): \(message)"
    }
}
