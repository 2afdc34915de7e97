/// Reads the files that banks and other programs export.
///
/// A format is recognised by content, never by the file's name.
public enum StatementReader {
    /// Loads the system's tables of encodings and random numbers. A process that is to be
    /// confined calls it before, since files can't be opened afterwards.
    public static func prepare() {
        EncodingEvidence.prepare()
        ForeignDatabase.prepare()
    }

    /// Whether an encoding can be read.
    public static func knowsEncoding(_ name: String) -> Bool {
        TextConversion(from: name)?.text(of: []) != nil
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
        guard !ZipFile.recognises(bytes) else {
            return try readArchive(bytes, answers: answers, layouts: layouts)
        }
        if ActualReader.recognises(bytes) { return try ActualReader.read(bytes) }
        let decoded = try decoded(bytes, answers: answers, layouts: layouts)
        let head = FieldValue.trimmed(decoded.text.prefix(64_000))
        guard !head.isEmpty else { throw .empty }
        if isOFX(head) { return try OFXReader.read(decoded) }
        if head.hasPrefix("<") {
            guard CamtReader.recognises(head) else { throw .notAStatement }
            return try CamtReader.read(decoded)
        }
        if QIFReader.recognises(decoded.text) {
            return try QIFReader.read(decoded, answers: answers)
        }
        if try MT940Reader.recognises(decoded.text) { return try MT940Reader.read(decoded) }
        return try TableReader.read(
            decoded.text, encoding: decoded.encoding, answers: answers, layouts: layouts)
    }

    /// The text in the encoding that the answers say, or the layout whose headings it has then.
    private static func decoded(
        _ bytes: [UInt8], answers: StatementAnswers, layouts: [TableLayout]
    ) throws(StatementError) -> DecodedText {
        if answers.encoding == nil {
            for encoding in Set(layouts.compactMap(\.answers.encoding)).sorted() {
                let layouts = layouts.filter { $0.answers.encoding == encoding }
                guard let text = TextConversion(from: encoding)?.text(of: bytes[...]),
                    TableLayout.isMeant(layouts, by: text)
                else { continue }
                return DecodedText(text: text, encoding: encoding.lowercased())
            }
        }
        return try DecodedText.decode(bytes, encoding: answers.encoding)
    }

    private static func isOFX(_ head: Substring) -> Bool {
        let head = String(head)
        return head.hasPrefix("OFXHEADER") || TableWords.has("<OFX>", in: head)
            || TableWords.has("<ofx>", in: head)
    }

    /// Reads an archive with one statement, or with several of one format.
    private static func readArchive(
        _ bytes: [UInt8], answers: StatementAnswers, layouts: [TableLayout]
    ) throws(StatementError) -> Statement {
        var whole: Statement?
        var list = AccountList()
        let contents = try ZipFile.contents(of: bytes)
        // What stands beside a database tells nothing about its rows.
        if let database = contents.first(where: ActualReader.recognises) {
            return try ActualReader.read(database)
        }
        for content in contents {
            // An archive within an archive is no bank's.
            guard !ZipFile.recognises(content) else { throw .notAStatement }
            let statement = try read(content, answers: answers, layouts: layouts)
            for account in statement.accounts { list.add(account) }
            guard let sofar = whole else {
                whole = statement
                continue
            }
            // Tables may differ in their layouts.
            guard sofar.format == statement.format, sofar.format != .csv else {
                throw .notAStatement
            }
            whole?.rejected += statement.rejected
            whole?.questions += statement.questions.filter { !sofar.questions.contains($0) }
        }
        guard var whole else { throw .empty }
        if whole.format != .csv { whole.accounts = list.accounts }
        return whole
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
