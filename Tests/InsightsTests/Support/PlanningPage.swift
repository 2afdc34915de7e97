import Foundation
import Testing

/// The worked examples of docs/planning.md.
enum PlanningPage {
    /// The cells of an example's table, without its heading.
    static func table(_ scenario: String) throws -> [[String]] {
        let page = try page()
        let mark = try #require(page.range(of: "<!-- scenario: \(scenario) -->\n"))
        let lines = page[mark.upperBound...].split(
            separator: "\n", omittingEmptySubsequences: false
        ).prefix { $0.hasPrefix("|") }
        return lines.dropFirst(2).map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
    /// The lines of a section.
    static func lines(under heading: String) throws -> [Substring] {
        let page = try page()
        let start = try #require(page.range(of: "\n\(heading)\n"))
        return page[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.hasPrefix("## ") }.map { $0 }
    }

    private static func page() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: root.appendingPathComponent("docs/planning.md"), encoding: .utf8)
    }
}
