internal import Rules

/// Names under headings, as in `config/merchants-us.txt`:
///
///     # Places that serve coffee.
///     [dining]
///     BLUE BOTTLE, PEET'S,
///     DUTCH BROS
///
/// A line that begins with `#` is a comment. Commas and line ends separate names. A
/// heading may be repeated.
struct NameList {
    struct Section: Equatable {
        let heading: String
        /// The line of the heading, from 1.
        let line: Int
        var names: [String] = []
    }

    /// A syntax error.
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
                line: line, message: "there is a name above the first heading; put [category] there"
            )
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

/// The patterns for names that are also ordinary words, or names of streets.
struct NameShapes {
    private let streets: String
    private let notStreets: String
    private let before: String
    private let behind: String

    /// - Parameters:
    ///   - streets: words after the name of a street: "ST", "ROAD".
    ///   - notStreets: phrases that only begin like a street: "ST PAUL".
    ///   - before: words that may precede a name that stands alone: "POS".
    ///   - behind: words that may follow one: "PAYMENT".
    init(streets: [String], notStreets: [String], before: [String], behind: [String]) {
        self.streets = Self.alternatives(streets)
        self.notStreets = Self.alternatives(notStreets)
        self.before = Self.alternatives(before)
        self.behind = Self.alternatives(behind)
    }

    /// Matches "MARKET" in "CORNER MARKET", not in "450 MARKET ST".
    func outsideStreets(_ word: String) -> TextTest {
        guard !streets.isEmpty else { return .containsWord(word) }
        let no = notStreets.isEmpty ? "" : #"(?!(?:\#(notStreets))\b)"#
        return .matches(#"\b\#(Self.escaped(word))\b(?!\W\#(no)(?:\#(streets))\b)"#)
    }

    /// Matches "UNITED" in "POS PURCHASE UNITED 0162345678901", not in "UNITED OIL 42".
    /// The name must be at the beginning or after words of the bank. It must be at the
    /// end, or before a number or words of the bank.
    func alone(_ name: String) -> TextTest {
        let start = before.isEmpty ? "^" : #"(?:^|\b(?:\#(before))\b)"#
        let words = behind.isEmpty ? "" : #"|\s+(?:\#(behind))\b"#
        return .matches(
            #"\#(start)[\W\d]*(?<!\w)\#(Self.escaped(name))"#
                + #"(?=\W*$|[\s#*]*\d{3}|\s*#\s*\d\#(words))"#)
    }

    private static func alternatives(_ words: [String]) -> String {
        words.map(escaped).joined(separator: "|")
    }

    private static func escaped(_ text: String) -> String {
        var pattern = ""
        for character in text {
            if character.isASCII, character.isPunctuation || character.isSymbol {
                pattern.append("\\")
            }
            pattern.append(character)
        }
        return pattern
    }
}

/// The weight of a listed name.
enum NameStrength: String {
    case plain
    /// Decides if no other word or name does.
    case weak
    /// Counts only if nothing else stands beside it.
    case alone
}

/// A heading such as "travel" or "travel, weak".
struct SectionHeading {
    let rule: String
    /// Nil for an unknown word.
    let strength: NameStrength?

    init(_ heading: String) {
        let parts = heading.split(separator: ",", maxSplits: 1).map { part in
            part.drop { $0 == " " }
        }
        rule = parts.first.map(String.init) ?? ""
        strength = parts.count < 2 ? .plain : NameStrength(rawValue: String(parts[1]))
    }
}
