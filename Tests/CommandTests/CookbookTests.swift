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

    @Test("have no rule of more than ten lines beside its tests")
    func lengths() throws {
        let rules = Documentation.blocks("lua", in: try Documentation.text(of: "docs/cookbook.md"))
        for rule in rules {
            let before = rule.split(separator: "\n").prefix { !$0.contains("tests =") }
            #expect(before.count <= 10, "\(rule)")
        }
    }
}
