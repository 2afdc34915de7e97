internal import Formats

/// Why a configuration file can't be used.
public struct ConfigurationError: Error, Hashable, Sendable {
    /// "config/pipeline.toml".
    public let file: String
    /// Where in the file, counted from 1; nil where the mistake has no single
    /// place.
    public let line: Int?
    public let column: Int?
    /// What is wrong, for the person who edits the file.
    public let message: String

    public init(file: String, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    init(file: String, _ mistake: DataMistake) {
        self.init(file: file, line: mistake.line, column: mistake.column, mistake.message)
    }
}
