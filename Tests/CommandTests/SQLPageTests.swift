import Foundation
import Testing
import Vault

@testable import ghostvault

@Suite("docs/sql.md")
struct SQLPageTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/sql.md")

    @Test("has the columns of every view; RECORD_TRANSCRIPTS=1 writes them")
    func hasTheViews() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(text.range(of: "\n## The views\n")).upperBound
        let declared = text[..<start] + VaultView.all.map(Self.section(of:)).joined()
        if TranscriptTests.isRecording {
            try declared.write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(text == declared)
        }
    }

    private static func section(of view: VaultView) -> String {
        let rows = view.columns.map { "| `\($0.name)` | \($0.type) | \($0.meaning) |" }
        return """

            ### `\(view.name)`

            \(view.meaning)

            | column | type | meaning |
            | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }

    @Test("has queries that give rows or none, and no mistake")
    func queries() async throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let queries =
            text.matches(of: /`(SELECT [^`]*)`/).map { String($0.output.1) }
            + text.matches(of: /"(SELECT [^"\n]*)"/).map { String($0.output.1) }
            + text.matches(of: /```sql\n([^`]*)\n```/).map { String($0.output.1) }
        #expect(queries.count > 7)
        let scenario = try await JSONHousehold.copy()
        for query in queries where !query.contains("vault.v_") {
            try query.write(
                toFile: scenario.folder + "/query.sql", atomically: true, encoding: .utf8)
            let found = try await scenario.run("ghostvault sql --file query.sql")
            #expect(found.exitCode == 0, "\(query): \(found.errors)")
        }
        try await scenario.close()
    }
}
