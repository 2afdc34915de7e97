extension [UInt8] {
    /// Adds a JSON string with its quotes (RFC 8259, section 7).
    ///
    /// Beyond what the standard demands, everything that ``SafeText`` would
    /// replace is escaped, which keeps it without showing it.
    mutating func appendJSONString(_ text: String) {
        append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy(\.standsForItselfInJSON) {
            append(contentsOf: text.utf8)
        } else {
            for scalar in text.unicodeScalars { appendEscapingAsNeeded(scalar) }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscapingAsNeeded(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append(contentsOf: #"\""#.utf8)
        case "\\": append(contentsOf: #"\\"#.utf8)
        case "\n": append(contentsOf: #"\n"#.utf8)
        case "\r": append(contentsOf: #"\r"#.utf8)
        case "\t": append(contentsOf: #"\t"#.utf8)
        case _ where scalar.isHarmlessOnTerminal || scalar.choosesPresentation:
            append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default:
            for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                appendEscape(unit)
            }
        }
    }

    private mutating func appendEscape(_ unit: UInt16) {
        let digits = String(unit, radix: 16, uppercase: true)
        append(contentsOf: #"\u"#.utf8)
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        append(contentsOf: digits.utf8)
    }
}

extension UInt8 {
    fileprivate var standsForItselfInJSON: Bool {
        (0x20...0x7E).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }
}
