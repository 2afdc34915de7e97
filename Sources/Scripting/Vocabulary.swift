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
