import Foundation
import Testing

@testable import ghostvault

@Suite("The field tables of docs/json.md")
struct JSONReferenceTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/json.md")

    @Test("match the declared fields of the reports; RECORD_TRANSCRIPTS=1 rewrites them")
    func areDeclared() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let declared = try Self.page(text)
        if TranscriptTests.isRecording {
            try declared.write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(text == declared)
        }
    }

    @Test("have a unique name and a meaning for every field")
    func areComplete() {
        for report in ReportReference.reports {
            let names = report.descriptions.map(\.name)
            #expect(Set(names).count == names.count, "\(report.command)")
            for field in report.descriptions {
                #expect(field.meaning.hasSuffix("."), "\(report.command) \(field.name)")
            }
        }
    }

    /// The page with the declared tables in place of its own.
    private static func page(_ text: String) throws -> String {
        var reports = Dictionary(
            uniqueKeysWithValues: ReportReference.reports.map { ($0.command, $0) })
        var lines: [Substring] = []
        var report: (any DescribedReport)?
        var isTable = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let heading = line.wholeMatch(of: /## `ghostvault ([a-z -]*[a-z])(?: .*)? --json`/) {
                report = reports.removeValue(forKey: String(heading.output.1))
            }
            if line == "| field | type | meaning |", let table = report {
                isTable = true
                lines += [line, "| --- | --- | --- |"]
                lines += table.descriptions.map {
                    "| `\($0.name)` | \($0.type) | \($0.meaning) |"
                }
                report = nil
            }
            isTable = isTable && line.hasPrefix("|")
            if !isTable { lines.append(line) }
        }
        try #require(reports.isEmpty, "no section for \(reports.keys.sorted())")
        return lines.joined(separator: "\n")
    }
}
