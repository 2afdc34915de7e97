internal import Model

/// Text for an output that shows nothing but ASCII.
public enum ASCIIText {
    /// Writes every other character in ASCII: punctuation and drawing by what looks like it,
    /// Latin letters without their marks, and the rest as a question mark for each column.
    public static func text(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var ascii = ""
        for character in text { ascii += character.isASCII ? String(character) : spelt(character) }
        return ascii
    }

    private static func spelt(_ character: Character) -> String {
        if let known = lookalikes[character] { return known }
        guard let first = character.unicodeScalars.first else { return "" }
        if first.isASCII || first.properties.generalCategory == .spaceSeparator {
            return first.isASCII ? String(Character(first)) : " "
        }
        if let letter = latinLetter(first) { return letter }
        return String(repeating: "?", count: DisplayWidth.columns(of: character))
    }

    /// The letter in a name such as "LATIN SMALL LETTER E WITH ACUTE".
    private static func latinLetter(_ scalar: Unicode.Scalar) -> String? {
        let words = (scalar.properties.name ?? "").split(separator: " ")
        guard words.count >= 4, words[0] == "LATIN", words[2] == "LETTER", words[3].count <= 2,
            words.count == 4 || words[4] == "WITH"
        else { return nil }
        return words[1] == "SMALL" ? words[3].lowercased() : String(words[3])
    }

    private static let lookalikes: [Character: String] = [
        "·": "|", "…": "...", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "•": "*",
        "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‘": "'", "’": "'", "‚": "'",
        "→": "->", "←": "<-", "↑": "^", "↓": "v", "×": "x", "≈": "~", "≤": "<=", "≥": ">=",
        "½": "1/2", "€": "EUR", "£": "GBP", "°": "deg", "ß": "ss", "✓": "+", "✗": "x", "✎": "*",
        "␛": "^[", "␍": "^M", "⟨": "<", "⟩": ">", "●": "*", "│": "|", "─": "-", "┤": "+",
        "┼": "+", "├": "+", "└": "+", "┴": "+", "┬": "+", "╭": ".", "╮": ".", "╰": "'", "╯": "'",
        "▁": "_", "▂": ".", "▃": ":", "▄": "-", "▅": "=", "▆": "+", "▇": "*", "█": "#",
        "▓": "=", "░": ".", "▏": "#", "▎": "#", "▍": "#", "▌": "#", "▋": "#", "▊": "#", "▉": "#",
    ]
}
