/// A horizontal bar for a share of a whole.
public enum Bar {
    /// The bar, without blanks after it: as long as the share asks for, and
    /// for any share above zero at least its smallest piece.
    ///
    /// - Parameters:
    ///   - share: 0 to 1; what is outside counts as the nearer end, what is no
    ///     number as 0.
    ///   - columns: columns of a share of 1.
    ///   - usesUnicode: eighths of a column by block elements; else whole
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
