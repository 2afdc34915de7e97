/// Texts in the letters that every keyboard has.
public enum PlainLetters {
    /// A name as a person may type it: without case, accents, marks such as ®, HTML's
    /// entities and misread UTF-8, with plain dashes and quotes, and one space for white space.
    public static func typed(_ text: String) -> String {
        if isPlain(text) { return lowercased(text) }
        let text = MisreadText.corrected(HTMLEntities.decoded(text))
        var letters = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars {
            if scalar.isASCII {
                letters.append(scalar)
            } else if let plain = typed[scalar] ?? plain[scalar] {
                letters.append(contentsOf: plain.unicodeScalars)
            } else if scalar.properties.isWhitespace {
                letters.append(" ")
            } else if scalar.properties.generalCategory != .nonspacingMark {
                letters.append(scalar)
            }
        }
        return String(letters).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A text of ASCII in lower case, with one space for white space.
    private static func lowercased(_ text: String) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity(text.utf8.count)
        var isBetween = false
        for byte in text.utf8 {
            if byte == 32 || (9...13).contains(byte) {
                isBetween = !letters.isEmpty
                continue
            }
            if isBetween { letters.append(32) }
            isBetween = false
            letters.append((65...90).contains(byte) ? byte + 32 : byte)
        }
        return String(decoding: letters, as: UTF8.self)
    }

    /// Whether a text has nothing that a keyboard lacks.
    public static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "&") }
    }

    /// Calls with a lower-case name in plain letters, and with two letters for a German umlaut.
    /// Card networks carry names without accents.
    public static func forEachFolding(of name: String, _ body: (String) -> Void) {
        guard name.utf8.contains(where: { $0 >= 0x80 }) else { return body(name) }
        let names = [folded(name) { plain[$0] }, folded(name) { german[$0] ?? plain[$0] }]
        body(names[0])
        if names[1] != names[0] { body(names[1]) }
    }

    private static func folded(_ name: String, _ letters: (Unicode.Scalar) -> String?) -> String {
        name.unicodeScalars.reduce(into: "") { folded, scalar in
            if let letters = letters(scalar) {
                folded += letters
            } else {
                folded.unicodeScalars.append(scalar)
            }
        }
    }

    private static let german: [Unicode.Scalar: String] = ["ä": "ae", "ö": "oe", "ü": "ue"]

    private static let plain = table([
        "a": "àáâãäåā", "ae": "æ", "c": "çćč", "d": "ďđð", "e": "èéêëēėęě", "g": "ğģ",
        "i": "ìíîïīı", "l": "łľ", "n": "ñńň", "o": "òóôõöøō", "oe": "œ", "r": "řŕ",
        "s": "śšşș", "ss": "ß", "t": "ťțţ", "u": "ùúûüūůű", "y": "ýÿ", "z": "źżž",
    ])

    /// Signs that people leave out or type otherwise, beside letters. A damaged letter is
    /// left out.
    private static let typed = table([
        "": "®™©\u{FFFD}\u{AD}\u{200B}\u{FEFF}", "-": "‐‑‒–—―−", "'": "‘’‚‛′`´", "\"": "“”„‟″«»",
    ])

    private static func table(_ letters: [String: String]) -> [Unicode.Scalar: String] {
        var table: [Unicode.Scalar: String] = [:]
        for (plain, written) in letters {
            for scalar in written.unicodeScalars { table[scalar] = plain }
        }
        return table
    }
}
