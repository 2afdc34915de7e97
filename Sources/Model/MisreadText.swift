/// Texts in UTF-8 that a bank read as Windows-1252 or Latin-1: "BÃ¤ckerei".
public enum MisreadText {
    /// A text as it was meant: "Bäckerei" for "BÃ¤ckerei", also if it was misread more than
    /// once.
    ///
    /// The text stays unless all of it is UTF-8 when it is encoded as Windows-1252 again, and
    /// gives letters and signs that such texts have. "RENÉ’S" stays.
    ///
    /// - Complexity: linear; a text in ASCII costs a look for other letters.
    public static func corrected(_ text: String) -> String {
        var (meant, current) = (text, text)
        for _ in 0..<mostTimes {
            guard let once = correctedOnce(current) else { break }
            current = once
            if !once.unicodeScalars.contains(where: isControl) { meant = once }
        }
        return meant
    }

    /// How often banks, bridges and networks between them may misread a text.
    private static let mostTimes = 3
    /// Letters of other scripts prove little one by one.
    private static let fewestOfOtherScripts = 3

    private static func correctedOnce(_ text: String) -> String? {
        guard text.utf8.contains(firstByte) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            guard let byte = byte(of: scalar) else { return nil }
            bytes.append(byte)
        }
        guard bytes.contains(where: { $0 >= 0x80 }),
            let corrected = String(validating: bytes, as: UTF8.self)
        else { return nil }
        var (sure, others) = (0, 0)
        for scalar in corrected.unicodeScalars where !scalar.isASCII {
            switch scalar.value {
            // A sign that Windows-1252 lacks, if the text was misread twice.
            case 0x80..<0xA0: continue
            case 0xA0...0xFF, 0x2010...0x2026: sure += 1
            case _ where signs[scalar] != nil: sure += 1
            // Letters of Central Europe, but for "Ä’" and "Å”".
            case 0x100...0x17F where !quotes.contains(scalar.value & 0x3F): sure += 1
            default:
                switch scalar.properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .otherLetter, .otherSymbol,
                    .nonspacingMark, .spaceSeparator, .currencySymbol, .otherPunctuation:
                    others += 1
                default: return nil
                }
            }
        }
        return sure > 0 || others >= fewestOfOtherScripts ? corrected : nil
    }

    /// The first byte of the letters that first bytes of UTF-8 become, "Â" to "ô".
    private static let firstByte: UInt8 = 0xC3

    private static let quotes: ClosedRange<UInt32> = 0x11...0x14

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        (0x80..<0xA0).contains(scalar.value)
    }

    private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        // Latin-1 has controls where Windows-1252 has signs.
        scalar.value < 0x100 ? UInt8(scalar.value) : signs[scalar]
    }

    /// The signs of Windows-1252 from 0x80 on; a space stands for what it lacks.
    private static let signs: [Unicode.Scalar: UInt8] = {
        let signs = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ".unicodeScalars
        return Dictionary(
            uniqueKeysWithValues: zip(signs, UInt8(0x80)...).filter { $0.0 != " " })
    }()
}
