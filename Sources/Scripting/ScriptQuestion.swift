import CLuaShim

/// A function that is asked whether something holds of a row.
public struct ScriptQuestion: Sendable {
    /// The shim reads questions as they lie in memory.
    private let question: gv_question

    /// Makes a question.
    ///
    /// - Parameters:
    ///   - function: A function of a source that the sandbox asked has loaded.
    ///   - row: A row of the source of the record that it is asked about, from
    ///     zero.
    public init(_ function: ScriptFunction, row: Int) {
        question = gv_question(function: function.number, row: UInt32(row))
    }

    private init(_ question: gv_question) {
        self.question = question
    }

    /// The row that it is about.
    public var row: Int { Int(question.row) }

    /// The same question about another row.
    public func about(row: Int) -> ScriptQuestion {
        ScriptQuestion(gv_question(function: question.function, row: UInt32(row)))
    }

    /// A question about a row that is not asked: its answer stays as it is.
    public static func none(row: Int) -> ScriptQuestion {
        ScriptQuestion(gv_question(function: gv_no_function, row: UInt32(row)))
    }
}

/// Why questions were left off: what one of them came to.
public struct ScriptStop: Sendable {
    /// The place of that question among those asked.
    public let position: Int

    /// What it was answered with, which is neither true, false nor nil; or how
    /// it failed.
    public let outcome: Result<ScriptValue, ScriptError>
}
