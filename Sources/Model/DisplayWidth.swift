/// The number of terminal columns that a text takes.
///
/// Wide and fullwidth characters (Unicode Standard Annex #11, East Asian Width) and emoji take
/// two columns. Combining marks take none, everything else one. Terminals differ on rare
/// sequences; this follows the majority.
public enum DisplayWidth {
    /// O(n); printable ASCII costs only its length.
    public static func columns(of text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The columns of one character, 0 to 2.
    public static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.isASCII, scalars.count == 1 {
            return first.value < 0x20 || first == "\u{7F}" ? 0 : 1
        }
        if first.takesNoColumn { return 0 }
        if isEmoji(first, of: character) || WideCharacters.contains(first) { return 2 }
        return 1
    }

    private static func isEmoji(_ first: Unicode.Scalar, of character: Character) -> Bool {
        if first.properties.isEmojiPresentation {
            return !character.unicodeScalars.contains("\u{FE0E}")
        }
        return first.properties.isEmoji && character.unicodeScalars.contains("\u{FE0F}")
    }
}

extension Unicode.Scalar {
    fileprivate var takesNoColumn: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .format, .lineSeparator,
            .paragraphSeparator:
            // Terminals do show a soft hyphen, although it is a format character.
            value != 0xAD
        default:
            false
        }
    }
}

/// The wide and fullwidth characters of Unicode's `EastAsianWidth.txt`, without emoji.
///
/// The standard library already recognises emoji.
enum WideCharacters {
    /// O(log n) in the number of ranges.
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= ranges[0].lowerBound else { return false }
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar.value {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < ranges.count && ranges[low].contains(scalar.value)
    }

    /// Sorted ascending. Unassigned code points inside a block count as wide, as the annex
    /// advises for the ideographic planes.
    private static let ranges: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul leading consonants
        0x2329...0x232A,  // angle brackets
        0x2E80...0x303E,  // radicals, ideographic punctuation
        0x3041...0x33FF,  // kana, bopomofo, enclosed and squared forms
        0x3400...0x4DBF,  // ideographs, extension A
        0x4E00...0x9FFF,  // ideographs
        0xA000...0xA4CF,  // Yi
        0xA960...0xA97F,  // Hangul extended A
        0xAC00...0xD7A3,  // Hangul syllables
        0xF900...0xFAFF,  // compatibility ideographs
        0xFE10...0xFE19,  // vertical forms
        0xFE30...0xFE6F,  // compatibility and small forms
        0xFF01...0xFF60,  // fullwidth forms
        0xFFE0...0xFFE6,  // fullwidth signs
        0x16FE0...0x18DFF,  // Tangut, Khitan
        0x1AFF0...0x1B2FF,  // kana supplements, Nüshu
        0x1F200...0x1F265,  // enclosed ideographs
        0x20000...0x2FFFD,  // supplementary ideographs
        0x30000...0x3FFFD,  // tertiary ideographs
    ]
}
