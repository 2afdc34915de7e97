/// A line of a file as a reviewer sees it: nothing in it is shortened but blanks, and
/// nothing can stand where it is not looked for.
public struct ReviewedLine: Hashable, Sendable {
    /// Harmless texts, one below the other: Lua begins a line at a carriage return.
    public let parts: [String]
    /// What makes the line worth a closer look, after its place.
    public let remarks: [String]

    private static let longest = 400
    /// More blanks in a row than these push what follows them out of sight.
    private static let mostBlanks = 40

    public init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
        let pieces = text.split(separator: "\r", omittingEmptySubsequences: false)
        var parts = pieces.dropLast().map { Self.shown($0) + "␍" }
        // At the end of a line it is a part of the line break.
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
