/// The entities of HTML that some banks leave in texts.
public enum HTMLEntities {
    /// A text as it was meant: "AT&T" for "AT&amp;T", also if it was encoded more than once.
    ///
    /// Anything that is no known entity stays, and so does one that stands for a control
    /// character.
    ///
    /// - Complexity: linear; a text without "&" costs a look for it.
    public static func decoded(_ text: String) -> String {
        var text = text
        for _ in 0..<mostTimes {
            guard text.utf8.contains(ampersand), text.utf8.contains(semicolon) else { break }
            let once = decodedOnce(text)
            if once == text { break }
            text = once
        }
        return text
    }

    /// How often banks, bridges and networks between them may encode a text.
    private static let mostTimes = 4
    private static let longestName = 8
    private static let ampersand = UInt8(ascii: "&")
    private static let semicolon = UInt8(ascii: ";")

    private static func decodedOnce(_ text: String) -> String {
        var decoded = ""
        var rest = Substring(text)
        while let start = rest.utf8.firstIndex(of: ampersand) {
            decoded += rest[..<start]
            let name = rest[rest.index(after: start)...].prefix(longestName + 1)
            if let end = name.utf8.firstIndex(of: semicolon), let scalar = scalar(name[..<end]) {
                decoded.unicodeScalars.append(scalar)
                rest = rest[rest.index(after: end)...]
            } else {
                decoded += "&"
                rest = rest[rest.index(after: start)...]
            }
        }
        return decoded + rest
    }

    private static func scalar(_ name: Substring) -> Unicode.Scalar? {
        guard name.first == "#" else {
            // Banks that write in capitals write entities so, too.
            return named[String(name)] ?? plain[name.lowercased()]
        }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number =
            isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        return number.flatMap(Unicode.Scalar.init).flatMap {
            $0.properties.generalCategory == .control ? nil : $0
        }
    }

    private static let plain: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
    ]

    /// The names of letters with accents and of signs, from the list of the HTML standard.
    private static let named: [String: Unicode.Scalar] = {
        var named: [String: Unicode.Scalar] = [
            "ccedil": "ç", "Ccedil": "Ç", "ntilde": "ñ", "Ntilde": "Ñ", "szlig": "ß",
            "aring": "å", "Aring": "Å", "oslash": "ø", "Oslash": "Ø", "aelig": "æ", "AElig": "Æ",
            "oelig": "œ", "OElig": "Œ", "atilde": "ã", "Atilde": "Ã", "otilde": "õ",
            "Otilde": "Õ", "yacute": "ý", "Yacute": "Ý", "yuml": "ÿ", "scaron": "š",
            "Scaron": "Š", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "sect": "§",
            "copy": "©", "reg": "®", "trade": "™", "deg": "°", "ordm": "º", "ordf": "ª",
            "middot": "·", "bull": "•", "hellip": "…", "ndash": "–", "mdash": "—",
            "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
            "laquo": "«", "raquo": "»", "iexcl": "¡", "iquest": "¿", "times": "×",
        ]
        let accents = [
            "grave": "àèìòùÀÈÌÒÙ", "acute": "áéíóúÁÉÍÓÚ", "circ": "âêîôûÂÊÎÔÛ", "uml": "äëïöüÄËÏÖÜ",
        ]
        for (accent, letters) in accents {
            for (vowel, letter) in zip("aeiouAEIOU", letters.unicodeScalars) {
                named["\(vowel)\(accent)"] = letter
            }
        }
        return named
    }()
}
