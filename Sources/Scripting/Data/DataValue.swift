/// A value of a file of data, whatever its format.
public enum DataValue: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    /// A day or a time, as TOML writes it.
    case time(String)
    case list([DataValue])
    case table([String: DataValue])

    /// How deep lists and tables may be nested.
    public static let mostDepth = 32
}

/// The first mistake in a file of data.
public struct DataMistake: Error, Hashable, Sendable {
    /// Counted from 1; nil where the mistake has no single place.
    public let line: Int?
    public let column: Int?
    public let message: String

    public init(line: Int? = nil, column: Int? = nil, _ message: String) {
        self.line = line
        self.column = column
        self.message = message
    }
}

/// What a file of data is written in.
public enum DataFormat: UInt8, Sendable, CaseIterable {
    /// A table. It is read by a library in C++, which a hostile text can make crash, loop or take
    /// all memory.
    case toml
    /// A list of records, each a list: the line where it begins, counted from 1, and its fields.
    case csv

    /// Reads a text, with or without a byte order mark.
    public func read(_ text: String) throws(DataMistake) -> DataValue {
        switch self {
        case .toml: try TOMLText.read(text)
        case .csv:
            .list(
                try CSVRecords.read(text).map {
                    .list([.integer(Int64($0.line))] + $0.fields.map(DataValue.text))
                })
        }
    }
}
