internal import Platform

/// A program that handlers may have run.
public struct AllowedCommand: Hashable, Sendable {
    /// What the program reads from its standard input.
    public enum Input: String, CaseIterable, Sendable {
        /// The event as one line of JSON.
        case event
        /// Nothing.
        case none
    }

    /// Absolute.
    public let path: String
    /// Why the system or this program would not run it; nil if both would.
    public var reasonToRefuse: String? { ProgramFile(path).reasonToRefuse }
    /// Those that always come first.
    public let arguments: [String]
    /// After which it is ended.
    public let timeLimit: Duration
    public let input: Input

    /// - Parameters:
    ///   - path: absolute.
    ///   - timeLimit: more than zero.
    public init(
        path: String, arguments: [String] = [], timeLimit: Duration = .seconds(10),
        input: Input = .none
    ) {
        self.path = path
        self.arguments = arguments
        self.timeLimit = timeLimit
        self.input = input
    }
}
