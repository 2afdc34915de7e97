import Foundation
import Testing

@Suite("README.md and docs/rules.md", .inTurns)
struct ReadmeTests {
    @Test("the dashboard shown is that of the demo household")
    func showsTheDashboard() async throws {
        let shown = try #require(
            Documentation.blocks("", in: try Documentation.text(of: "README.md")).first)
        let printed = try await inDemoVault { try await $0.run("ghostvault").output }
            // A slow machine may take minutes where a fast one takes none.
            .replacing(/Last sync \d+ minutes? ago/, with: "Last sync just now")
        #expect(shown + "\n" == printed)
    }

    @Test("the rules shown load and match transactions")
    func showsRulesThatWork() async throws {
        let rules = Documentation.blocks("lua", in: try Documentation.text(of: "README.md"))
        #expect(rules.count == 2)
        for rule in rules {
            let name = try #require(rule.firstMatch(of: /name = "([^"]+)"/)?.output.1)
            let printed = try await inDemoVault { scenario in
                try rule.write(
                    toFile: scenario.folder + "/vault/rules/20-mine.lua", atomically: true,
                    encoding: .utf8)
                return try await scenario.run("ghostvault apply-rules --dry-run")
            }
            #expect(printed.exitCode == 0)
            #expect(printed.output.contains("Matched: \(name)"))
        }
    }

    @Test("the handler shown fits the demo household and its transactions")
    func showsHandlerThatWorks() async throws {
        let readme = try Documentation.text(of: "README.md")
        let handler = try #require(readme.firstMatch(of: /```lua (automation\/\S+)\n([^`]+)```/))
        let (checked, tried, large) = try await inDemoVault { scenario in
            let path = URL(fileURLWithPath: scenario.folder + "/vault/\(handler.output.1)")
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try String(handler.output.2).write(to: path, atomically: true, encoding: .utf8)
            return (
                try await scenario.run("ghostvault automation check"),
                try await scenario.run("ghostvault automation try large_transaction"),
                try await scenario.run("ghostvault transactions '>500' mar --csv")
            )
        }
        #expect(checked.exitCode == 0)
        #expect(checked.errors.isEmpty)
        #expect(tried.output.contains("notify"))
        #expect(large.output.split(separator: "\n").count > 1)
    }

    @Test("each rule of the reference loads on its own")
    func referenceRules() async throws {
        let reference = try Documentation.text(of: "docs/rules.md")
        let rules = Documentation.blocks("lua", in: reference)
        let maps = reference.matches(of: /```csv (\S+)\n([^`]+)```/)
        #expect(!maps.isEmpty)
        #expect(rules.count >= 4)
        let scenario = try Scenario()
        for (position, rule) in rules.enumerated() {
            // A vault of its own, since a rule of a kind may be there twice.
            let made = try await scenario.run("ghostvault init --vault v\(position)")
            #expect(made.exitCode == 0)
            for map in maps {
                try String(map.output.2).write(
                    toFile: scenario.folder + "/v\(position)/\(map.output.1)", atomically: true,
                    encoding: .utf8)
            }
            try rule.write(
                toFile: scenario.folder + "/v\(position)/rules/20-mine.lua", atomically: true,
                encoding: .utf8)
            let applied = try await scenario.run("ghostvault apply-rules --vault v\(position)")
            #expect(applied.exitCode == 0, "\(applied.errors)\n\(rule)")
        }
        try await scenario.close()
    }

    @Test("every command shown runs")
    func showsCommandsThatRun() async throws {
        let commands = try Self.shownLines()
            .filter { $0.hasPrefix("ghostvault ") || $0 == "ghostvault" }
            // It asks for a token; the transcripts show it.
            .filter { $0 != "ghostvault connect" }
        #expect(commands.count >= 10)
        let failed = try await inDemoVault { scenario in
            var failed: [String] = []
            for command in commands {
                let finished = try await scenario.run(command)
                if finished.exitCode != 0 { failed.append("\(command)\n\(finished.errors)") }
            }
            return failed
        }
        #expect(failed.isEmpty)
    }

    @Test("the other shell lines are targets of make and the installation of a package")
    func showsNoOtherLines() throws {
        let others = try Self.shownLines().filter {
            !$0.hasPrefix("ghostvault ") && $0 != "ghostvault" && !$0.hasPrefix("make ")
        }
        let package = "ghostvault-VERSION-linux-ARCH"
        #expect(
            others == [
                "sudo apt install ./ghostvault_VERSION_ARCH.deb",
                "tar -xf \(package).tar.xz", "\(package)/install.sh",
            ])
    }

    @Test("the pictures shown exist, are small and have a description")
    func showsPictures() throws {
        let pictures = try Documentation.text(of: "README.md")
            .matches(of: /!\[([^\]]+)\]\(([^)]+)\)/)
        #expect(pictures.count == 5)
        for picture in pictures {
            let path = String(picture.output.2)
            guard path.hasSuffix(".svg") else {
                let isSheet = path.hasSuffix(".jpg")
                let bytes = try Documentation.bytes(of: path)
                #expect(bytes.count < (isSheet ? 400_000 : 60_000))
                #expect(bytes.starts(with: isSheet ? [0xFF, 0xD8, 0xFF] : [0x89] + "PNG".utf8))
                continue
            }
            let text = try Documentation.text(of: path)
            #expect(text.utf8.count < 60_000)
            #expect(text.hasPrefix("<svg "))
            #expect(text.hasSuffix("</svg>\n"))
            #expect(text.contains("<title>"))
        }
    }

    @Test("the make targets shown exist", arguments: ["README.md", "CONTRIBUTING.md"])
    func showsTargets(_ file: String) throws {
        let makefile = try Documentation.text(of: "Makefile")
        for target in try Documentation.text(of: file).matches(of: /(?:`|\n)make ([a-z-]+)/) {
            #expect(makefile.contains("\n\(target.output.1):"), "make \(target.output.1)")
        }
    }

    /// The lines of README.md's shell blocks, without comments.
    private static func shownLines() throws -> [String] {
        Documentation.blocks("sh", in: try Documentation.text(of: "README.md"))
            .flatMap { $0.split(separator: "\n") }
            .map { ($0.split(separator: "#").first ?? "").trimmingCharacters(in: .whitespaces) }
    }

    private func inDemoVault<Value>(
        _ body: (Scenario) async throws -> Value
    ) async throws -> Value {
        let scenario = try Scenario()
        do {
            try await scenario.startBank("")
            let connected = try await scenario.run(
                "ghostvault connect --token-file token --allow-http-on-loopback")
            #expect(connected.exitCode == 0)
            let value = try await body(scenario)
            try await scenario.close()
            return value
        } catch {
            try await scenario.close()
            throw error
        }
    }
}
