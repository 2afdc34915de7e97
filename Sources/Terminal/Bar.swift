/// A horizontal bar for a share of a whole.
public enum Bar {
    /// Renders the bar without trailing blanks. Any share above zero gets at least the smallest
    /// piece.
    ///
    /// - Parameters:
    ///   - share: 0 to 1; values outside are clamped, and NaN counts as 0.
    ///   - columns: the width of a share of 1.
    ///   - usesUnicode: whether to draw eighths of a column with block elements; else whole
    ///     columns of "#".
    public static func text(share: Double, columns: Int, usesUnicode: Bool) -> String {
        guard share > 0, columns > 0 else { return "" }
        let length = min(share, 1) * Double(columns)
        guard usesUnicode else {
            return String(repeating: "#", count: max(1, Int(length.rounded())))
        }
        let eighths = max(1, Int((length * 8).rounded()))
        let part = eighths % 8
        return String(repeating: "█", count: eighths / 8) + (part == 0 ? "" : partBlocks[part - 1])
    }

    private static let partBlocks = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
