/// Where words end, for ``TextTest/containsWord(_:)``.
///
/// Texts are valid UTF-8, and positions lie between characters.
enum WordEdge {
    static func wordCharacterEnds(in text: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
        guard position > 0 else { return false }
        var start = position - 1
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        return isWordCharacter(text, start..<position)
    }

    static func wordCharacterBegins(in text: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
        guard position < text.count else { return false }
        var end = position + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        return isWordCharacter(text, position..<end)
    }

    /// Letters and digits, and the marks that combine with them.
    private static func isWordCharacter(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Bool {
        let first = text[range.lowerBound]
        guard first >= 0x80 else {
            return first &- UInt8(ascii: "0") < 10 || (first | 0x20) &- UInt8(ascii: "a") < 26
        }
        let character = String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
        return character.unicodeScalars.allSatisfy(\.isPartOfWord)
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            true
        default: false
        }
    }
}
