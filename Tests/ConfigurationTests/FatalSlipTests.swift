import Configuration
import TestSupport
import Testing

@Suite("Slips in configuration files at which reading could end the program")
struct FatalSlipTests {
    private static let namelessTable =
        "the name of a table must begin with a letter, a digit, \"-\", \"_\" or a quote"

    @Test(
        "one without a name is a mistake with its place, where somebody is still writing too",
        arguments: [
            ("[[\n", 1, 3), ("[\n", 1, 2), ("[ = ]", 1, 3), ("[#\n", 1, 2), ("[{a}]", 1, 2),
            ("[[ \t=]]", 1, 5), ("[é]", 1, 2), ("need = 1\n  [)x]", 2, 4), ("[\r\n", 1, 2),
            ("a = \"\"\"\n[)\n\"\"\"\"\n[/", 4, 2), ("a = 'é' # [)\n[.a]", 2, 2),
            ("a = \"\\\"\"\n[)", 2, 2), ("a = \"\"\n[)", 2, 2), ("\u{FEFF}[)", 1, 3),
            ("a = [\n  [ 1 ],\n]\n[\u{0}]", 4, 2),
        ])
    func unnamed(text: String, line: Int, column: Int) {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFiles(texts: ["lens.toml": text]).lensTargets()
        }
        #expect(error?.line == line)
        #expect(error?.column == column)
        #expect(error?.message == Self.namelessTable)
        let ofMap = #expect(throws: ConfigurationError.self) {
            try MapFile.read(
                name: "m.toml", file: "rules/m.toml", bytes: Array(text.utf8))
        }
        #expect(ofMap?.message == Self.namelessTable)
    }

    @Test(
        "a list that is closed like a table is a mistake with its place",
        arguments: [("a = [ }", 1, 7), ("a = [ 1, { b = [\n  'é' }", 2, 7)])
    func closedAsTable(text: String, line: Int, column: Int) {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFiles(texts: ["lens.toml": text]).lensTargets()
        }
        #expect(error?.line == line)
        #expect(error?.column == column)
        #expect(error?.message == "a list ends with ], not with }")
    }

    @Test(
        "a date whose T no time follows is a mistake with its place",
        arguments: [
            ("a = 1979-05-27T\n", 1, 16), ("a = [\n  1979-05-27tx ]", 2, 14),
            ("a = { b = 1979-05-27T}", 1, 22),
        ])
    func dateWithoutTime(text: String, line: Int, column: Int) {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFiles(texts: ["lens.toml": text]).lensTargets()
        }
        #expect(error?.line == line)
        #expect(error?.column == column)
        #expect(error?.message == "a time such as 09:30:00 must follow the T")
    }

    @Test(
        "what only looks like one of them is read as it is",
        arguments: [
            "a = [\n  [ { b = 1 } ],\n  [\n  ]\n]", "a = \"\"\"\n[)\n\"\"\"", "a = '''\n[[\n'''",
            "a = { b = \"[ [ ) }\" }", "# [)", "a = \"[)\" # [)\n", "[\"é\"]\nb = 1", "[-]", "[]",
            "a = [ { b = [] }, { } ]", "a = }", "[a}", "1979-05-27T = 1", "a = 1979-05-27 # T",
            "a = { 1979-05-27T = 1, 1980-05-27T = 1 }", "a = 1979-05-27T07:32:00Z",
            "a = 1979-05-27T",
        ])
    func others(text: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFiles(texts: ["lens.toml": text]).lensTargets()
        }
        #expect(error.map { !Self.messages.contains($0.message) } == true)
    }

    @Test("no text with a few slips ends the program", arguments: 1...4)
    func slips(seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        let letters = Array("[]{}=.,\"'#\n\r\t -+_:aezTZ019x\\u\u{E9}\u{0}\u{7F}")
        for _ in 0..<500 {
            var text = Array(Self.text)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: text.removeSubrange((place + 1)...)
                case 1: text[place] = letters.randomElement(using: &random) ?? " "
                default: text.insert(letters.randomElement(using: &random) ?? " ", at: place)
                }
            }
            #expect(throws: ConfigurationError.self) {
                try ConfigurationFiles(texts: ["lens.toml": String(text)]).lensTargets()
            }
        }
    }

    private static let text = """
        [[rule]]
        n = [1, 2, { x = 'y' }, [ "z" ]]
        [t."u v"]
        d = 1979-05-27T07:32:00Z
        e = { f = 1.5e3, g = 0xff, h = 07:32:00 }
        m = \"\"\"a
        ""b\"\"\"
        """

    private static let messages = [
        namelessTable, "a list ends with ], not with }",
        "a time such as 09:30:00 must follow the T",
    ]
}
