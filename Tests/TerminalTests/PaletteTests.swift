import Terminal
import Testing

@Suite("Palette")
struct PaletteTests {
    private let coloured = Palette(
        TerminalCapabilities(isTerminal: true, width: 80, usesColour: true, usesUnicode: true))

    @Test(
        "each style has its escape sequence, and ends it",
        arguments: [
            (Style.heading, "\u{1B}[1mx\u{1B}[0m"), (.positive, "\u{1B}[32mx\u{1B}[0m"),
            (.negative, "\u{1B}[31mx\u{1B}[0m"), (.muted, "\u{1B}[2mx\u{1B}[0m"),
            (.warning, "\u{1B}[33mx\u{1B}[0m"), (.accent, "\u{1B}[36mx\u{1B}[0m"),
            (.chosen, "\u{1B}[7mx\u{1B}[0m"),
        ])
    func sequences(style: Style, expected: String) {
        #expect(coloured.styled("x", as: style) == expected)
    }

    @Test("without colour the text is exactly the text", arguments: Style.allCases)
    func plain(style: Style) {
        #expect(Palette.plain.styled("-1,234.50", as: style) == "-1,234.50")
    }

    @Test("text without a style has no escape sequence")
    func noStyle() {
        #expect(coloured.styled("x", as: nil) == "x")
    }

    @Test("empty text stays empty")
    func empty() {
        #expect(coloured.styled("", as: .warning).isEmpty)
    }
}
