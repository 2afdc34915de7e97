internal import Model

/// Lines of comma- or tab-separated values, safe to open in a spreadsheet.
///
/// Each row is one line. A text that a spreadsheet would take for a formula gets an apostrophe
/// in front. Control characters and line breaks are replaced as ``SafeText`` does.
public enum DelimitedText {
    public enum Delimiter: Sendable {
        /// Quoted where needed, as in RFC 4180; lines end with a line feed.
        case comma
        /// Never quoted: no value holds a tab.
        case tab
    }

    /// A line with its end.
    ///
    /// - Parameter cells: nil is an empty cell.
    public static func line(_ cells: [String?], _ delimiter: Delimiter) -> String {
        var line = ""
        var isFirst = true
        for cell in cells {
            if !isFirst { line += delimiter == .comma ? "," : "\t" }
            isFirst = false
            guard let cell else { continue }
            let text = neutralised(cell)
            line += delimiter == .comma ? quoted(text) : text
        }
        return line + "\n"
    }

    private static func neutralised(_ text: String) -> String {
        let safe = behindSeparators(SafeText.neutralised(text))
        guard let first = text.unicodeScalars.first, startsFormula(first), !isNumber(text) else {
            return safe
        }
        return "'" + safe
    }

    /// Spreadsheets may be told, or guess, that semicolons separate cells.
    private static func behindSeparators(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ";")) else { return text }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        return parts.enumerated().map { place, part in
            let cell = part.drop { $0.isWhitespace || $0 == "\"" }
            guard place > 0, let first = cell.unicodeScalars.first, startsFormula(first),
                !isNumber(String(cell))
            else { return String(part) }
            return part[..<cell.startIndex] + "'" + cell
        }.joined(separator: ";")
    }

    /// Whether spreadsheets take a text with this beginning for a formula.
    private static func startsFormula(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "＝", "＋", "－", "＠": true
        default: scalar.properties.generalCategory == .control
        }
    }

    /// Whether the text is a decimal number, "-12.50".
    private static func isNumber(_ text: String) -> Bool {
        var digits = text.utf8[...]
        if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") {
            digits = digits.dropFirst()
        }
        let parts = digits.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") })
        else { return text }
        return "\""
            + text.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}
