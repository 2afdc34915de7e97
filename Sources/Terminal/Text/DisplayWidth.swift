/// How many columns of a terminal a text takes.
///
/// Wide and fullwidth characters (Unicode Standard Annex #11, East Asian
/// Width) and emoji take two, combining marks none, the rest one. Terminals
/// differ on rare sequences; this is what most of them do.
public enum DisplayWidth {
    /// Linear in the text; printable ASCII costs no more than its length.
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
            // A soft hyphen is a format character that terminals do show.
            value != 0xAD
        default:
            false
        }
    }
}
