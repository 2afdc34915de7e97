import Terminal
import Testing

@Suite("Prose")
struct ProseTests {
    @Test("a long line breaks at words, and goes on two columns deeper")
    func breaks() {
        #expect(
            Prose.wrapped("  Dining takes a third of all that was spent", to: 20) == """
                  Dining takes a
                    third of all
                    that was spent
                """)
    }

    @Test("lines that fit, and outputs without a width, stay as they are")
    func fits() {
        let text = "7,380.70 in · 6,794.85 out\n\nSynced"
        #expect(Prose.wrapped(text, to: 30) == text)
        #expect(Prose.wrapped(String(repeating: "word ", count: 90), to: nil).count == 450)
    }

    @Test("blanks between words are kept within a line, and dropped at a break")
    func blanks() {
        #expect(
            Prose.wrapped("Net income   +585.85   7,380.70 in", to: 24) == """
                Net income   +585.85
                  7,380.70 in
                """)
    }

    @Test("a word that is wider than the terminal stays whole")
    func longWord() {
        let address = "https://bridge.simplefin.org/simplefin/create"
        #expect(Prose.wrapped("Open \(address) now", to: 20) == "Open\n  \(address)\n  now")
    }

    @Test("a percent sign stays with its number")
    func percent() {
        #expect(Prose.wrapped("of which 33 % guessed", to: 11) == "of which 33 %\n  guessed")
    }

    @Test("colour takes no columns, ends with a line and begins anew on the next")
    func colour() {
        #expect(
            Prose.wrapped("\u{1B}[33mone two three\u{1B}[0m four", to: 8)
                == "\u{1B}[33mone two\u{1B}[0m\n  \u{1B}[33mthree\u{1B}[0m\n  four")
    }

    @Test(
        "an account's name is cut in its middle, so that its digits stay",
        arguments: [
            ("High Yield Savings (2210)", 18, "High Yield… (2210)"),
            ("High Yield Savings (2210)", 25, "High Yield Savings (2210)"),
            ("Family Checking", 10, "Family Ch…"), ("Card 4471", 5, "Card…"),
        ])
    func names(name: String, columns: Int, shown: String) {
        #expect(Shortened.name(name, to: columns) == shown)
    }

    @Test(
        "a command to copy is never broken",
        arguments: [
            (
                "9 have no category: ghostvault transactions --uncategorised",
                "9 have no category:\n  ghostvault transactions --uncategorised"
            ),
            (
                "For more, run \"ghostvault docs rules\", which lists all of them",
                "For more, run\n  \"ghostvault docs rules\",\n  which lists all of them"
            ),
            (
                "It is here that ghostvault keeps the files",
                "It is here that ghostvault\n  keeps the files"
            ),
        ])
    func commands(text: String, lines: String) {
        #expect(Prose.wrapped(text, to: 28) == lines)
    }

    @Test(
        "things side by side are never broken",
        arguments: [
            (nil, "q quit  n note  e explain"), (24, "q quit  n note\ne explain"),
            (25, "q quit  n note  e explain"), (3, "q quit\nn note\ne explain"),
        ])
    func listed(width: Int?, lines: String) {
        #expect(Prose.listed(["q quit", "n note", "e explain"], to: width) == lines)
    }

    @Test(
        "ASCII keeps letters and looks like what it stands for",
        arguments: [
            ("7.00 in · 6.00 out – Syncing …", "7.00 in | 6.00 out - Syncing ..."),
            ("Café Zürich, Straße", "Cafe Zurich, Strasse"),
            ("dining → fun 3×", "dining -> fun 3x"),
            ("寿司", "????"), ("▁▃█", "_:#"), ("−5 % ✓", "-5 % +"),
        ])
    func ascii(text: String, shown: String) {
        #expect(ASCIIText.text(text) == shown)
    }
}
