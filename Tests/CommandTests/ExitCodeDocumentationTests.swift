import Testing

@Suite("docs/exit-codes.md", .inTurns)
struct ExitCodeDocumentationTests {
    @Test("every exit code that a transcript of ghostvault ends with is documented, and no other")
    func documentsExitCodes() throws {
        let documented = try Documentation.text(of: "docs/exit-codes.md")
            .matches(of: /\n\| (\d+) \|/).compactMap { Int32($0.output.1) }
        var seen: Set<Int32> = [0]
        for name in try TranscriptFiles.names() {
            var command = ""
            for line in try TranscriptFiles.read(name).lines {
                switch line {
                case .command(let text): command = text
                // The code of a list of commands is its last one's.
                case .exitCode(let code) where command.hasPrefix("ghostvault"): seen.insert(code)
                default: break
                }
            }
        }
        #expect(Set(documented) == seen)
    }
}
