/// Reads the files that banks and other programs export.
///
/// A format is recognised by content, never by the file's name.
public enum StatementReader {
    /// Loads the system's tables of encodings. A process that is to be confined calls it
    /// before, since files can't be opened afterwards.
    public static func prepare() {
        EncodingEvidence.prepare()
    }

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - answers: what a person said to questions of this or an earlier file.
    ///   - layouts: layouts of tables that were understood before. The one whose headings
    ///     are the file's is used.
    /// - Throws: ``StatementError`` if there is no row to take.
    public static func read(
        _ bytes: [UInt8], answers: StatementAnswers = StatementAnswers(),
        layouts: [TableLayout] = []
    ) throws(StatementError) -> Statement {
        throw .notAStatement
    }
}

/// What a person said about a file that the file can't tell.
public struct StatementAnswers: Hashable, Sendable {
    public enum DayOrder: String, CaseIterable, Hashable, Sendable {
        case dayFirst = "day-first"
        case monthFirst = "month-first"
        case yearFirst = "year-first"
    }

    public enum DecimalMark: String, CaseIterable, Hashable, Sendable {
        case point, comma
    }

    public var dayOrder: DayOrder?
    public var decimalMark: DecimalMark?
    /// Whether positive amounts are spent, as some cards' files have it.
    public var isReversed: Bool?
    /// The encoding's name, for a file whose bytes don't decide.
    public var encoding: String?

    public init(
        dayOrder: DayOrder? = nil, decimalMark: DecimalMark? = nil, isReversed: Bool? = nil,
        encoding: String? = nil
    ) {
        self.dayOrder = dayOrder
        self.decimalMark = decimalMark
        self.isReversed = isReversed
        self.encoding = encoding
    }
}
