import Testing

@testable import ghostvault

@Suite("The words of the help")
struct HelpWordsTests {
    /// Words that no person would use for what a program does, as whole words.
    private static let dialect = [
        "anew", "asked for", "at fault", "be reminded", "by which", "by whom", "goes on", "heed",
        "heeds", "in force", "in vain", "is none", "is not there", "it is in doubt", "lay out",
        "look whether", "mend", "mended", "mends", "no more than", "not any more", "of which",
        "outranks", "said of", "say that", "says so", "take away", "taken away", "takes away",
        "takes it back", "taken back", "tell", "tells", "told", "to be had", "turn round",
        "what is", "what was", "where nothing", "who keeps", "whom",
    ]

    private static func help() throws -> [(name: String, texts: [String])] {
        try texts(of: CommandReference.program(), path: [])
    }

    private static func texts(
        of command: CommandReference, path: [String]
    ) -> [(name: String, texts: [String])] {
        let path = path + [command.commandName]
        let own =
            [command.abstract, command.explanation].compactMap(\.self)
            + command.shownArguments.map(\.help)
        return [(path.joined(separator: " "), own)]
            + command.shownSubcommands.flatMap { texts(of: $0, path: path) }
    }

    @Test("an abstract is a sentence of fewer than 50 characters that begins with a verb")
    func abstracts() throws {
        let help = try Self.help()
        #expect(help.count > 120)
        let nouns = ["The", "A", "An", "What", "Who", "Whom", "Whether", "How", "Your", "Of"]
        for (name, texts) in try Self.help() {
            let abstract = texts.first ?? ""
            #expect((1..<50).contains(abstract.count), "\(name): \(abstract)")
            #expect(abstract.hasSuffix("."), "\(name): \(abstract)")
            let first = abstract.prefix { $0 != " " }
            #expect(
                first.first?.isUppercase == true && !nouns.contains(String(first)),
                "\(name): \(abstract)")
        }
    }

    @Test("every option has a sentence of help")
    func options() throws {
        for (name, texts) in try Self.help() {
            for text in texts.dropFirst() {
                #expect(text.count > 3 && !text.hasPrefix(" "), "\(name): \(text)")
            }
        }
    }

    @Test("has fewer than 3 dialect words in 10,000")
    func dialectWords() throws {
        var wordCount = 0
        var found: [String] = []
        for (name, texts) in try Self.help() {
            for text in texts {
                let words = text.lowercased().split { !$0.isLetter && $0 != "'" }
                wordCount += words.count
                let line = " " + words.joined(separator: " ") + " "
                found += Self.dialect.filter { line.contains(" \($0) ") }
                    .map { "\($0) in \(name): \(text)" }
            }
        }
        #expect(wordCount > 2_500)
        #expect(found.count * 10_000 < 3 * wordCount, "\(found.joined(separator: "\n"))")
    }
}
