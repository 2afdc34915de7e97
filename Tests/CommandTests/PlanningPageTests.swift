import Testing

@Suite("docs/planning.md")
struct PlanningPageTests {
    private func commands(of transcript: String) throws -> [String] {
        try TranscriptFiles.read(transcript).lines.compactMap { line in
            if case .command(let command) = line { command } else { nil }
        }
    }

    @Test(
        "shows commands that a transcript plays",
        arguments: [("sh", "planning.transcript"), ("", "budgets.transcript")])
    func commands(language: String, transcript: String) throws {
        let played = try commands(of: transcript)
        let shown = Documentation.blocks(
            language, in: try Documentation.text(of: "docs/planning.md")
        ).flatMap { $0.split(separator: "\n").map(String.init) }
        #expect(shown.count >= 6)
        #expect(shown.filter { !played.contains($0) } == [])
    }

    @Test(
        "shows files that a transcript writes",
        arguments: [
            ("[[budget]]", "budgets.transcript"), ("[[debt]]", "planning.transcript"),
        ])
    func files(table: String, transcript: String) throws {
        let played = try commands(of: transcript)
        let files = Documentation.blocks("toml", in: try Documentation.text(of: "docs/planning.md"))
        let file = try #require(files.first { $0.contains(table) })
        #expect(played.contains { $0.hasSuffix("<<'END'\n\(file)\nEND") })
    }
}
