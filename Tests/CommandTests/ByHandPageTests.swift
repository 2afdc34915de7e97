import Testing

@Suite("docs/by-hand.md")
struct ByHandPageTests {
    @Test("shows commands that a transcript plays")
    func commands() throws {
        let played = Set(
            try TranscriptFiles.read("by-hand.transcript").lines.compactMap { line in
                if case .command(let command) = line { command } else { nil }
            })
        let shown = Documentation.blocks("", in: try Documentation.text(of: "docs/by-hand.md"))
            .flatMap { $0.split(separator: "\n").map(String.init) }
        #expect(shown.count > 10)
        #expect(shown.filter { !played.contains($0) } == [])
    }
}
