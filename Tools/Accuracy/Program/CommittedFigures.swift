import Accuracy
import Foundation

/// The files of the package that hold the figures.
enum CommittedFigures {
    private static let figures = "Tools/Accuracy/figures.toml"
    private static let page = "docs/accuracy.md"
    private static let beginning = "<!-- figures -->\n"
    private static let end = "\n<!-- end of figures -->"

    static func read() throws -> Figures {
        try Figures(text: String(contentsOfFile: figures, encoding: .utf8))
    }

    /// Writes the file of figures, and the table in the documentation.
    static func write(_ measured: Figures) throws {
        try measured.text.write(toFile: figures, atomically: true, encoding: .utf8)
        var text = try String(contentsOfFile: page, encoding: .utf8)
        guard let start = text.range(of: beginning)?.upperBound,
            let end = text.range(of: end, range: start..<text.endIndex)?.lowerBound
        else { throw NoPlaceForFigures() }
        text.replaceSubrange(start..<end, with: measured.table)
        try text.write(toFile: page, atomically: true, encoding: .utf8)
    }

    struct NoPlaceForFigures: Error, CustomStringConvertible {
        let description = "\(page) has no place for the figures."
    }
}
