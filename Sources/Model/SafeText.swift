/// Untrusted text, such as a bank's, made safe for a terminal.
///
/// A description can contain escape sequences that recolour the screen, move the cursor or
/// answer as if typed. It can also contain marks that reverse the reading order. Here they
/// become visible and lose their effect.
public enum SafeText {
    /// Replaces control and invisible characters with visible ones. Never adds a line.
    ///
    /// Line feed, carriage return and tab become a space. Other ASCII controls become their
    /// control picture (escape is "␛"). Every other control, bidirectional mark, zero-width,
    /// tag, separator, private or unassigned character becomes "�". Idempotent: safe text is
    /// returned unchanged.
    ///
    /// O(n); printable ASCII is returned without a copy.
    public static func neutralised(_ text: String) -> String {
        if text.utf8.allSatisfy(isPrintableASCII) { return text }
        var safe = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            let followsEmoji = previous?.properties.isEmoji ?? false
            let isHarmless =
                scalar.isHarmlessOnTerminal || (scalar.choosesPresentation && followsEmoji)
            safe.append(isHarmless ? scalar : replacement(of: scalar))
            previous = scalar
        }
        return String(safe)
    }

    /// Shortens the text to a width; shortened text ends in "…".
    ///
    /// - Parameter columns: the width, as ``DisplayWidth`` counts it; the result is empty for 0
    ///   or less.
    public static func truncated(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        guard DisplayWidth.columns(of: text) > columns else { return text }
        var kept = ""
        var room = columns - 1
        for character in text {
            room -= DisplayWidth.columns(of: character)
            guard room >= 0 else { break }
            kept.append(character)
        }
        while kept.last == " " { kept.removeLast() }
        return kept + "…"
    }

    private static func isPrintableASCII(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte)
    }

    private static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\n", "\r", "\t": " "
        case "\u{7F}": "␡"
        case "\u{00}"..."\u{1F}": Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        default: "\u{FFFD}"
        }
    }
}

extension Unicode.Scalar {
    /// Whether a terminal shows the scalar as itself and does nothing else.
    package var isHarmlessOnTerminal: Bool {
        if value < 0x7F { return value >= 0x20 }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            return false
        default:
            return !properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether the scalar is a variation selector for the text or emoji form of the one before
    /// it.
    package var choosesPresentation: Bool { value == 0xFE0E || value == 0xFE0F }
}

/// A line of a file as a reviewer must see it: only runs of blanks are shortened, and nothing
/// can hide.
public struct ReviewedLine: Hashable, Sendable {
    /// Safe texts to show below each other, since Lua starts a new line at a carriage return.
    public let parts: [String]
    /// Reasons to look closely at the line, phrased to follow its place.
    public let remarks: [String]

    private static let longest = 400
    /// A longer run of blanks pushes the text after it out of sight.
    private static let mostBlanks = 40

    public init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
        let pieces = text.split(separator: "\r", omittingEmptySubsequences: false)
        var parts = pieces.dropLast().map { Self.shown($0) + "␍" }
        // A carriage return at the end belongs to the line break.
        let endsWithReturn = pieces.count > 1 && pieces.last?.isEmpty == true
        if let last = pieces.last, !endsWithReturn { parts.append(Self.shown(last)) }
        self.parts = parts
        var remarks: [String] = []
        if pieces.count > (endsWithReturn ? 2 : 1) {
            remarks.append("goes on in another line behind a carriage return (␍)")
        }
        if text.count > Self.longest {
            remarks.append("has \(text.count) characters; read it to its end")
        }
        let isHiding = pieces.contains { piece in
            let text = String(piece.filter { $0 != "\t" })
            return SafeText.neutralised(text) != text
        }
        if isHiding { remarks.append("has characters that can't be shown, or that hide others") }
        self.remarks = remarks
    }

    private static func shown(_ piece: Substring.UnicodeScalarView) -> String {
        var shown = ""
        var blanks = 0
        func endBlanks() {
            shown +=
                blanks > mostBlanks
                ? " ⟨\(blanks) blanks⟩ " : String(repeating: " ", count: blanks)
            blanks = 0
        }
        for character in SafeText.neutralised(String(piece)) {
            if character.isWhitespace {
                blanks += 1
            } else {
                endBlanks()
                shown.append(character)
            }
        }
        if blanks > mostBlanks { endBlanks() }
        return shown
    }
}
