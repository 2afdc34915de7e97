import Terminal
import Testing

@Suite("Pages of documentation at a terminal")
struct MarkdownPageTests {
    private func shown(_ text: String, width: Int = 40) -> String {
        MarkdownPage(text).text(width: width, palette: .plain)
    }

    @Test("the lines of a paragraph are joined and broken at the width")
    func paragraph() {
        let page = shown(
            """
            # The vault

            A vault is a folder. `--vault DIR` names it,
            or else the environment.
            """)
        #expect(
            page == """
                The vault

                A vault is a folder. --vault DIR names
                it, or else the environment.

                """)
    }

    @Test("an item hangs behind its marker")
    func items() {
        let page = shown(
            """
            - **Days** have no time, and a month is
              a month.
            - Short.
            1. First of all, read the whole of this page.
            """, width: 24)
        #expect(
            page == """
                - Days have no time, and
                  a month is a month.
                - Short.
                1. First of all, read
                   the whole of this
                   page.

                """)
    }

    @Test("code is indented and never broken, whatever it contains")
    func code() {
        let line =
            "rule { when = { payee = contains \"coffee\" }, set = { category = \"dining\" } }"
        let page = shown("```lua\n\(line)\n\n# `no heading`\n```\nBehind it.")
        #expect(page == "    \(line)\n\n    # `no heading`\n\nBehind it.\n")
    }

    @Test("a table fits the width by its last column")
    func table() {
        let page = shown(
            """
            | key | what it does |
            | --- | --- |
            | `a` \\| `b` | show all time, or the month again, as before |
            """)
        #expect(page.hasPrefix("key    what it does\na | b  show all time, or the month"))
        #expect(page.split(separator: "\n").allSatisfy { $0.count <= 40 })
    }

    @Test("a table whose last column has no room becomes a list")
    func narrowTable() {
        let page = shown(
            """
            | a long heading for things | meaning |
            |---|---|
            | `2026-01..2026-03` | the quarter of a year |
            """, width: 30)
        #expect(
            page == """
                2026-01..2026-03
                    meaning: the quarter of a
                      year

                """)
    }

    @Test("a link is shown by its words, and with its address if it leads out")
    func links() {
        let page = shown(
            "See [rules](rules.md#tests) and [the bridge](https://b.example).", width: 80)
        #expect(page == "See rules and the bridge (https://b.example).\n")
    }

    @Test("lines are at most 100 columns, however wide the terminal is")
    func widest() {
        let page = shown(String(repeating: "word ", count: 90), width: 300)
        #expect(page.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test("code and bold have their style")
    func styles() {
        let colours = TerminalCapabilities(
            isTerminal: true, width: 80, usesColour: true, usesUnicode: true)
        let page = MarkdownPage("Run `sync`.").text(width: 80, palette: Palette(colours))
        #expect(page == "Run \u{1B}[36msync\u{1B}[0m.\n")
    }
}
