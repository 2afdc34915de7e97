import Foundation
import Testing

@Suite("docs/writing-rules.md", .inTurns)
struct WritingRulesTests {
    /// Each snippet that says which file it is.
    private static func files() throws -> [(path: String, text: String)] {
        let text = try Documentation.text(of: "docs/writing-rules.md")
        return text.matches(of: /```(?:lua|csv|json) (\S+)\n([\s\S]*?)```/).map {
            (String($0.output.1), String($0.output.2))
        }
    }

    @Test("has rules and plugins that load, pass their tests and can be applied")
    func snippets() async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("ghostvault init")
        let files = try Self.files()
        #expect(files.count >= 19)
        for file in files {
            let path = scenario.folder + (file.path == "sample.json" ? "/" : "/vault/") + file.path
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
                withIntermediateDirectories: true)
            try file.text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        for command in [
            "ghostvault rules check", "ghostvault rules test", "ghostvault plugins test",
            "ghostvault rules try vault/rules/70-gas.lua --on sample.json",
            "ghostvault plugins trust round-up --yes", "ghostvault plugins enable round-up",
            "ghostvault plugins trust first-time --yes", "ghostvault plugins enable first-time",
            "ghostvault apply-rules --dry-run", "ghostvault apply-rules",
            "ghostvault rules hits", "ghostvault lua stubs",
        ] {
            let run = try await scenario.run(command)
            #expect(run.exitCode == 0, "\(command)\n\(run.output)\n\(run.errors)")
        }
        try await scenario.close()
    }

    @Test("shows commands that are there")
    func commands() async throws {
        let text = try Documentation.text(of: "docs/writing-rules.md")
        let commands = Documentation.blocks("sh", in: text).flatMap { $0.split(separator: "\n") }
        #expect(commands.count >= 10)
        let scenario = try Scenario()
        for command in commands {
            let words = command.split(separator: " ").prefix(3)
                .prefix { $0.allSatisfy { $0.isLetter || $0 == "-" } }
            let run = try await scenario.run(words.joined(separator: " ") + " --help")
            #expect(run.exitCode == 0, "\(command)")
        }
        try await scenario.close()
    }

    @Test("shows the mistake that a misspelt field gives")
    func mistake() async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("ghostvault init")
        let rule = try #require(try Self.files().first { $0.path == "rules/20-mine.lua" }).text
        try rule.replacing("description", with: "descripton")
            .write(
                toFile: scenario.folder + "/vault/rules/20-mine.lua", atomically: true,
                encoding: .utf8)
        let run = try await scenario.run("ghostvault rules check")
        try await scenario.close()
        #expect(run.exitCode == 10)
        let shown = try #require(
            Documentation.blocks("", in: try Documentation.text(of: "docs/writing-rules.md")).first)
        #expect(run.errors.contains(shown.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}
