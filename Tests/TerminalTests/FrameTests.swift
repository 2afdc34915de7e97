import Model
import Terminal
import Testing

@Suite("A frame")
struct FrameTests {
    private static let plain = Palette(
        TerminalCapabilities(isTerminal: true, width: 80, usesColour: false, usesUnicode: true))
    private static let ascii = Palette(
        TerminalCapabilities(isTerminal: true, width: 80, usesColour: false, usesUnicode: false))
    private static let coloured = Palette(
        TerminalCapabilities(isTerminal: true, width: 80, usesColour: true, usesUnicode: true))

    private func line(
        _ width: Int, _ cell: Frame.Cell, in palette: Palette = plain, as style: Style? = nil
    ) -> String {
        var frame = Frame(width: width, palette: palette)
        frame.add(cell, as: style)
        return frame.lines[0]
    }

    @Test("fills and cuts each line to its width")
    func width() {
        #expect(line(6, "ab") == "ab    ")
        #expect(line(3, "abcdef") == "abc")
        #expect(line(6, .init("abcdefgh", width: 5)) == "abcd… ")
        #expect(line(6, .init("ab", width: 5, alignment: .trailing)) == "   ab ")
        #expect(line(0, "ab") == "")
    }

    @Test("doesn't cut a wide character in half")
    func wide() {
        #expect(line(4, "寿司屋") == "寿司")
        #expect(line(5, "寿司屋") == "寿司 ")
        #expect(line(6, .init("寿司屋です", width: 6)) == "寿司… ")
    }

    @Test(
        "shows no part of an amount, the digits of an account's name, and the end of what is typed")
    func cuts() {
        #expect(line(6, .init("-1,234.50", width: 6, cut: .whole)) == "…     ")
        #expect(
            line(11, .init("Checking (4471)", width: 11, cut: .name)) == "Che… (4471)")
        #expect(line(4, .init("typed", width: 4, cut: .start)) == "yped")
    }

    @Test("makes texts safe, and draws them in ASCII where there is nothing else")
    func safe() {
        #expect(line(12, "a\u{1B}[2Jb\nc") == "a␛[2Jb c    ")
        #expect(line(8, .init("Café über", width: 7), in: Self.ascii) == "Cafe... ")
        #expect(line(2, .init("abcdef", width: 2), in: Self.ascii) == "..")
    }

    @Test("ends the colour of a text that is cut, and counts no colour as a column")
    func colour() {
        #expect(line(3, .init("abcdef", .negative), in: Self.coloured) == "\u{1B}[31mabc\u{1B}[0m")
        #expect(line(4, .init("ab", .negative), in: Self.coloured) == "\u{1B}[31mab\u{1B}[0m  ")
        #expect(
            line(4, .init("ab", .negative), in: Self.coloured, as: .chosen)
                == "\u{1B}[7mab  \u{1B}[0m")
        // What begins with a combining mark joins the end of the colour's sequence.
        #expect(
            line(4, .init("\u{301}m", .negative), in: Self.coloured)
                == "\u{1B}[31m\u{301}m\u{1B}[0m   ")
    }

    @Test("stands beside and above others")
    func composition() {
        var left = Frame(width: 2, palette: Self.plain)
        left.add("a")
        left.fill(to: 2)
        var right = Frame(width: 3, palette: Self.plain)
        right.add("b")
        right.add("c")
        right.cursor = (1, 2)
        var whole = Frame(width: 6, palette: Self.plain)
        whole.addRule(at: [2], "┬")
        whole.add(left.beside(right))
        whole.add(right)
        #expect(whole.lines == ["──┬───", "a │b  ", "  │c  ", "b     ", "c     "])
        #expect(whole.cursor?.line == 4 && whole.cursor?.column == 2)
        whole.fill(to: 1)
        #expect(whole.lines == ["──┬───"])
    }

    @Test("has the lines of a table, whatever is wider cut")
    func table() {
        var table = Table(columns: [.init(""), .init("", isFlexible: true, wraps: true)])
        table.add("account", "Checking")
        var frame = Frame(width: 12, palette: Self.plain)
        frame.add(table)
        #expect(frame.lines.allSatisfy { DisplayWidth.columns(of: $0) == 12 })
    }
}
