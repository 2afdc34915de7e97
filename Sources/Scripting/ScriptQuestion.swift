/// A function that is asked whether something holds of a row.
///
/// The shim reads it as it lies in memory.
public struct ScriptQuestion: Sendable, Hashable {
    private let function: UInt32
    private let number: UInt32

    /// Makes a question.
    ///
    /// - Parameters:
    ///   - function: A function of a source that the sandbox asked has loaded.
    ///   - row: A row of the source of the record that it is asked about, from
    ///     zero.
    public init(_ function: ScriptFunction, row: Int) {
        self.function = function.number
        number = UInt32(row)
    }

    /// The same question about another row.
    public func about(row: Int) -> ScriptQuestion {
        ScriptQuestion(function: function, row: UInt32(row))
    }

    private init(function: UInt32, row: UInt32) {
        self.function = function
        number = row
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
