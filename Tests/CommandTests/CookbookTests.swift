import Foundation
import Testing

@Suite("docs/cookbook.md and docs/coming-from.md", .inTurns)
struct CookbookTests {
    @Test(
        "have rules that load and pass their tests, as files of one vault",
        arguments: [("docs/cookbook.md", 30), ("docs/coming-from.md", 8)])
    func rules(document: String, least: Int) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("ghostvault init")
        let rules = Documentation.blocks("lua", in: try Documentation.text(of: document))
        #expect(rules.count >= least)
        for (number, rule) in rules.enumerated() {
            #expect(rule.contains("tests ="), "\(rule)")
            try rule.write(
                toFile: scenario.folder + "/vault/rules/\(10 + number)-recipe.lua",
                atomically: true, encoding: .utf8)
        }
        for command in ["ghostvault rules check", "ghostvault rules test"] {
            let run = try await scenario.run(command)
            #expect(run.exitCode == 0, "\(command)\n\(run.output)\n\(run.errors)")
        }
        try await scenario.close()
    }

    @Test("have queries that add up what notes and amounts hold")
    func sums() async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("ghostvault init")
        let text = try Documentation.text(of: "docs/cookbook.md")
        let rule = try #require(
            Documentation.blocks("lua", in: text).first { $0.contains("{number} km") })
        try rule.write(
            toFile: scenario.folder + "/vault/rules/10-recipe.lua", atomically: true,
            encoding: .utf8)
        let rows =
            "Date,Description,Amount\n2026-01-05,FUEL 454 KM,-60.10\n"
            + "2026-02-05,FUEL 300 KM,-40.00\n2026-02-06,FUEL,-5.25\n"
        try rows.write(
            toFile: scenario.folder + "/rows.csv", atomically: true, encoding: .utf8)
        let imported = try await scenario.run(
            "ghostvault import rows.csv --new Mine --currency USD")
        #expect(imported.exitCode == 0, "\(imported.output)\n\(imported.errors)")
        var last: [String] = []
        for query in Documentation.blocks("sh", in: text) {
            let run = try await scenario.run(
                query.replacing("sql ", with: "sql --csv ", maxReplacements: 1))
            last.append(run.output.split(separator: "\n").last.map(String.init) ?? run.errors)
        }
        #expect(last == ["2026,754", "USD,165"])
        try await scenario.close()
    }

    @Test("have no rule of more than ten lines beside its tests")
    func lengths() throws {
        let rules = Documentation.blocks("lua", in: try Documentation.text(of: "docs/cookbook.md"))
        for rule in rules {
            let before = rule.split(separator: "\n").prefix { !$0.contains("tests =") }
            #expect(before.count <= 10, "\(rule)")
        }
    }
}
