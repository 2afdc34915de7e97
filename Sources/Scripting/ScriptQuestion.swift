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
    ///   - mark: By which who asks knows it again; it may be any number.
    public init(_ function: ScriptFunction, row: Int, mark: Int32 = 0) {
        question = gv_question(
            function: function.number, row: UInt32(row), mark: UInt32(bitPattern: mark))
    }

    /// A question that came in a message.
    init(number: UInt32, row: UInt32) {
        question = gv_question(function: number, row: row, mark: 0)
    }

    /// That of the function.
    var number: UInt32 { question.function }

    private init(_ question: gv_question) {
        self.question = question
    }

    /// The row that it is about.
    public var row: Int { Int(question.row) }

    /// By which who asks knows it again.
    public var mark: Int32 { Int32(bitPattern: question.mark) }

    /// Whether it is to a function.
    public var isAsked: Bool { question.function != gv_no_function }

    /// The same question about another row.
    public func about(row: Int) -> ScriptQuestion {
        ScriptQuestion(
            gv_question(function: question.function, row: UInt32(row), mark: question.mark))
    }

    /// A question about a row that is not asked: its answer stays as it is.
    ///
    /// - Parameter mark: By which who asks knows it again.
    public static func none(row: Int, mark: Int32 = 0) -> ScriptQuestion {
        ScriptQuestion(
            gv_question(
                function: gv_no_function, row: UInt32(row), mark: UInt32(bitPattern: mark)))
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
