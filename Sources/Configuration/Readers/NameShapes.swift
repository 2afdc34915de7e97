internal import Rules

/// How names that are ordinary words too, and words that streets are named for,
/// are looked for.
struct NameShapes {
    private let streets: String
    private let notStreets: String
    private let before: String
    private let behind: String

    /// - Parameters:
    ///   - streets: what stands behind the name of a street: "ST", "ROAD".
    ///   - notStreets: what only begins like one: "ST PAUL".
    ///   - before: what may stand in front of a name that stands alone: "POS".
    ///   - behind: what may stand behind one: "PAYMENT".
    init(streets: [String], notStreets: [String], before: [String], behind: [String]) {
        self.streets = Self.alternatives(streets)
        self.notStreets = Self.alternatives(notStreets)
        self.before = Self.alternatives(before)
        self.behind = Self.alternatives(behind)
    }

    /// "MARKET" in "CORNER MARKET", not in "450 MARKET ST".
    func outsideStreets(_ word: String) -> TextTest {
        guard !streets.isEmpty else { return .containsWord(word) }
        let no = notStreets.isEmpty ? "" : #"(?!(?:\#(notStreets))\b)"#
        return .matches(#"\b\#(Self.escaped(word))\b(?!\W\#(no)(?:\#(streets))\b)"#)
    }

    /// "UNITED" in "POS PURCHASE UNITED 0162345678901", not in "UNITED OIL 42":
    /// at the beginning or behind words of the bank, and at the end, before a
    /// number or before words of the bank.
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

/// How much a name of a list says.
enum NameStrength: String {
    case plain
    /// Decides where no other word or name does.
    case weak
    /// Counts only where nothing else stands beside it.
    case alone
}

/// "travel", "travel, weak".
struct SectionHeading {
    let rule: String
    /// Nil where none is known by that word.
    let strength: NameStrength?

    init(_ heading: String) {
        let parts = heading.split(separator: ",", maxSplits: 1).map { part in
            part.drop { $0 == " " }
        }
        rule = parts.first.map(String.init) ?? ""
        strength = parts.count < 2 ? .plain : NameStrength(rawValue: String(parts[1]))
    }
}
