import Testing

@Suite("docs/planning.md")
struct PlanningPageTests {
    @Test("shows commands that a transcript plays")
    func commands() throws {
        let played = Set(
            try TranscriptFiles.read("planning.transcript").lines.compactMap { line in
                if case .command(let command) = line { command } else { nil }
            })
        let shown = Documentation.blocks("sh", in: try Documentation.text(of: "docs/planning.md"))
            .flatMap { $0.split(separator: "\n").map(String.init) }
        #expect(shown.count >= 6)
        #expect(shown.filter { !played.contains($0) } == [])
    }
}
