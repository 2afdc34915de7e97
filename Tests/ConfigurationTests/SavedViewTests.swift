import Configuration
import Testing

@Suite("config/views.toml")
struct SavedViewTests {
    private func views(_ text: String) throws -> [SavedView] {
        try ShippedFiles.configuration(replacing: ["views.toml": text]).savedViews()
    }

    private func view(_ name: String, _ words: String) -> String {
        "[[view]]\nname = \"\(name)\"\nwords = '''\(words)'''\n"
    }

    @Test("has no view as shipped")
    func shipped() throws {
        #expect(try ShippedFiles.configuration().savedViews().isEmpty)
    }

    @Test(
        "has words as people type them",
        arguments: [
            ("coffee ytd  --sort amount", ["coffee", "ytd", "--sort", "amount"]),
            (#"--where "{ payee = 'x' }""#, ["--where", "{ payee = 'x' }"]),
            (#"'two words' --text="more of them""#, ["two words", "--text=more of them"]),
            (#"--note """#, ["--note", ""]), ("", []), ("  ", []),
        ])
    func words(text: String, words: [String]) throws {
        #expect(try views(view("v", text)).map(\.words) == [words])
    }

    @Test(
        "tells a mistake with its line",
        arguments: [
            ("[[view]]\nname = \"a\"\n", 1, "\"words\" in view 1 is missing"),
            ("\n[[view]]\nname = \"a\"\nwords = 1\n", 4, "\"words\" in view 1 must be a text"),
            ("[[view]]\nname = \"a\nwords = \"\"\n", 2, "a quotation mark is missing"),
            (
                "[[view]]\nname = \"a\"\nwords = \"\"\n\n[[view]]\nnme = \"b\"\nwords = \"\"\n", 6,
                "unknown setting \"nme\" in view 2 (did you mean \"name\"?)"
            ),
        ])
    func mistakes(text: String, line: Int, message: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try views(text) }
        #expect(error?.line == line)
        #expect(error?.message == message)
    }

    @Test("finds the line of a mistake behind a line that looks like a header")
    func hostileLines() throws {
        let blanks = String(repeating: " ", count: 50_000)
        let text = "view = [\n  { name = \"a\", words = [\n[\(blanks)\n1]] } ]\n"
        let error = #expect(throws: ConfigurationError.self) { try views(text) }
        #expect(error?.message == "\"words\" in view 1 must be a text")
    }

    @Test("refuses two views of one name, and one without", arguments: ["a", " "])
    func names(name: String) throws {
        #expect(throws: ConfigurationError.self) {
            try views(view(name, "x") + view(name, "y"))
        }
    }
}
