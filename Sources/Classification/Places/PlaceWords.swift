/// The words of a name in the form in which the tables have them: small letters without
/// accents, apostrophes or points, and without "and".
///
/// `Tools/places/generate.py` does the same to the sources.
struct PlaceWords {
    /// The words without anything between them, as names of brands are compared.
    private(set) var letters: [UInt8] = []
    /// The words between spaces, as phrases are compared.
    private(set) var phrase: [UInt8] = []
    /// By word, where it starts and ends in ``letters``.
    private(set) var starts: [Int] = []
    private(set) var ends: [Int] = []
    /// By word, where it starts and ends in ``phrase``.
    private(set) var phraseStarts: [Int] = []
    private(set) var phraseEnds: [Int] = []

    var count: Int { ends.count }

    subscript(word: Int) -> String {
        String(decoding: letters[starts[word]..<ends[word]], as: UTF8.self)
    }

    init(_ name: String) {
        var word: [UInt8] = []
        // A hostile bank writes a megabyte, and phrases of any words are looked for.
        for scalar in name.unicodeScalars.prefix(Self.mostCharacters) {
            switch scalar {
            case "'", "\u{2019}", "\u{2018}", "\u{B4}", "`", ".", "\u{300}"..."\u{36F}": continue
            case "a"..."z", "0"..."9": word.append(UInt8(scalar.value))
            case "A"..."Z": word.append(UInt8(scalar.value) | 0x20)
            case "\u{80}"...: Self.append(scalar, to: &word) ? () : end(&word)
            default: end(&word)
            }
        }
        end(&word)
    }

    private mutating func end(_ word: inout [UInt8]) {
        defer { word.removeAll(keepingCapacity: true) }
        guard !word.isEmpty, !Self.joining.contains(word) else { return }
        starts.append(letters.count)
        letters += word
        ends.append(letters.count)
        if !phrase.isEmpty { phrase.append(UInt8(ascii: " ")) }
        phraseStarts.append(phrase.count)
        phrase += word
        phraseEnds.append(phrase.count)
    }

    /// Appends a letter beyond ASCII; returns whether it is one that the tables have.
    private static func append(_ scalar: Unicode.Scalar, to word: inout [UInt8]) -> Bool {
        if let plain = plainLetters[scalar] {
            word += plain
            return true
        }
        for small in scalar.properties.lowercaseMapping.unicodeScalars {
            // Greek and Cyrillic, which keep their accents.
            guard ("\u{370}"..."\u{52F}").contains(small) else { return false }
            word += Array(UTF8.encode(small) ?? .init())
        }
        return true
    }

    private static let mostCharacters = 256
    private static let joining = [Array("and".utf8), Array("und".utf8)]

    private static let plainLetters: [Unicode.Scalar: [UInt8]] = {
        let letters: [(plain: StaticString, accented: String)] = [
            ("a", "àáâãäåāăąǎ"), ("ae", "æ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęěǝ"),
            ("g", "ĝğġģǧ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįıǐ"), ("j", "ĵ"), ("k", "ķĸ"),
            ("l", "ĺļľŀł"), ("n", "ñńņňŉŋ"), ("o", "òóôõöøōŏőǒ"), ("oe", "œ"), ("r", "ŕŗř"),
            ("s", "śŝşšșſ"), ("ss", "ß"), ("t", "ţťŧț"), ("th", "þ"), ("u", "ùúûüũūŭůűųǔ"),
            ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
        ]
        var plain: [Unicode.Scalar: [UInt8]] = [:]
        for (base, accented) in letters {
            let bytes = Array(base.description.utf8)
            for scalar in accented.unicodeScalars { plain[scalar] = bytes }
            for scalar in accented.uppercased().unicodeScalars
            where scalar.value >= 0x80 { plain[scalar] = bytes }
        }
        return plain
    }()
}
