/// The words that the host adds to Lua.
public struct Vocabulary: Sendable, Hashable {
    /// Words such as `rule`: a call notes its one argument as a
    /// ``Declaration``. They work only while a file is read.
    public let declarations: [String]

    /// Words such as `contains`: a call wraps its arguments into a value that
    /// scripts can only pass on, and that reaches the host as
    /// ``ScriptValue/constructed(_:)``.
    public let constructors: [String]

    /// Makes a vocabulary.
    ///
    /// - Parameters:
    ///   - declarations: Words that declare.
    ///   - constructors: Words that construct. No word may be used twice, nor
    ///     be one that scripts have already, such as `pairs`.
    public init(declarations: [String] = [], constructors: [String] = []) {
        self.declarations = declarations
        self.constructors = constructors
    }
}

/// One use of a declaring word in a source.
public struct Declaration: Sendable, Hashable {
    /// The word.
    public let verb: String

    /// The line of the call. The first is 1.
    public let line: Int

    /// The argument, as it was when the file had been read to its end.
    public let value: ScriptValue
}
