/// Names under headings, as `config/merchants-us.txt` has them:
///
///     # Places that serve coffee.
///     [dining]
///     BLUE BOTTLE, PEET'S,
///     DUTCH BROS
///
/// A line that begins with `#` is a note. Names stand between commas and line
/// ends. A heading may come again.
struct NameList {
    struct Section: Equatable {
        let heading: String
        /// Where the heading stands; the first line is 1.
        let line: Int
        var names: [String] = []
    }

    /// A place where the text is none of this kind.
    struct Mistake: Error, Equatable {
        let line: Int
        let message: String
    }

    private(set) var sections: [Section] = []

    /// - Parameter text: with or without a byte order mark.
    init(_ text: String) throws(Mistake) {
        var bytes = Substring(text).utf8
        if bytes.starts(with: "\u{FEFF}".utf8) { bytes.removeFirst(3) }
        let lines = bytes.split(separator: Self.lineFeed, omittingEmptySubsequences: false)
        for (position, line) in lines.enumerated() {
            try read(Self.trimmed(line), line: position + 1)
        }
    }

    private mutating func read(
        _ text: Substring.UTF8View, line: Int
    ) throws(Mistake) {
        if text.isEmpty || text.first == Self.noteSign { return }
        guard text.first != Self.opening else {
            guard text.last == Self.closing, text.count > 2 else {
                throw Mistake(line: line, message: "a heading is a word between [ and ]")
            }
            let heading = Self.trimmed(text.dropFirst().dropLast())
            sections.append(Section(heading: String(Substring(heading)), line: line))
            return
        }
        guard !sections.isEmpty else {
            throw Mistake(
                line: line, message: "a name stands above the first heading; put [category] there")
        }
        for name in text.split(separator: Self.comma) {
            let name = Self.trimmed(name)
            if !name.isEmpty {
                sections[sections.endIndex - 1].names.append(String(Substring(name)))
            }
        }
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let comma = UInt8(ascii: ",")
    private static let noteSign = UInt8(ascii: "#")
    private static let opening = UInt8(ascii: "[")
    private static let closing = UInt8(ascii: "]")
}
