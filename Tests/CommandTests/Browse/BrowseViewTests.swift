import Model
import Terminal
import Testing

@testable import ghostvault

@Suite("The frames of the full screen")
struct BrowseViewTests {
    private func frame(
        _ columns: Int, _ rows: Int, after keys: String = "", usesUnicode: Bool = true,
        usesColour: Bool = false
    ) -> Frame {
        let view = BrowseView(
            palette: Palette(
                TerminalCapabilities(
                    isTerminal: true, width: columns, usesColour: usesColour,
                    usesUnicode: usesUnicode)),
            size: WindowSize(columns: columns, rows: rows))
        var state = BrowseState.sample()
        state.fit(page: view.page)
        for key in keys { _ = state.press(key == "\t" ? .tab : .character(key)) }
        return view.frame(state)
    }

    /// Without the blanks up to the width, and the lines up to the height.
    private func text(_ frame: Frame) -> String {
        let lines = frame.lines.map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        return lines.enumerated().filter { $0 == 0 || lines[$0 - 1] != $1 }.map(\.element)
            .joined(separator: "\n")
    }

    @Test(
        "show the same at each width, as far as it fits",
        arguments: [(80, 24), (120, 40), (60, 20), (40, 12)])
    func sizes(columns: Int, rows: Int) {
        #expect(text(frame(columns, rows)) == Frames.plain["\(columns)×\(rows)"])
    }

    @Test(
        "show what a key opens",
        arguments: ["/", "cg", "n", "?", "e", "\t"])
    func modes(keys: String) {
        #expect(text(frame(80, 18, after: keys)) == Frames.opened[keys])
    }

    @Test("are pure ASCII where there is nothing else")
    func ascii() {
        #expect(text(frame(80, 24, usesUnicode: false)) == Frames.ascii)
        for keys in ["", "/é", "cg", "n寿司", "?", "\t", "a", "]"] {
            let lines = frame(80, 24, after: keys, usesUnicode: false).lines
            #expect(lines.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        }
    }

    @Test(
        "fill any window exactly, whatever is open",
        arguments: ["", "/x", "cg", "n", "?", "\t", "a", "]"])
    func anySize(keys: String) {
        for columns in [1, 20, 35, 36, 40, 69, 70, 80, 109, 110, 120, 200] {
            for rows in [1, 5, 8, 12, 17, 18, 24, 40, 60] {
                let lines = frame(columns, rows, after: keys).lines
                #expect(lines.count == rows, "\(columns) × \(rows)")
                #expect(
                    lines.allSatisfy { DisplayWidth.columns(of: $0) == columns },
                    "\(columns) × \(rows)")
            }
        }
    }

    @Test("show no part of an amount", arguments: [36, 40, 60, 70, 80, 110, 120])
    func amounts(columns: Int) {
        #expect(text(frame(columns, 24)).contains(" -1,234,567.89"))
    }

    @Test("tell what is chosen by a sign, not by colour alone")
    func chosen() {
        let coloured = frame(80, 24, usesColour: true).lines
        #expect(coloured.contains { $0.contains("\u{1B}[7m> pending Chipotle") })
        #expect(frame(80, 24).lines.allSatisfy { !$0.contains("\u{1B}") })
    }

    @Test("have the cursor behind what is typed")
    func cursor() {
        let typed = frame(80, 24, after: "/寿司a").cursor
        #expect(typed?.line == 23 && typed?.column == 13)
        #expect(frame(80, 24).cursor == nil)
        let long = frame(80, 24, after: "/" + String(repeating: "x", count: 200)).cursor
        #expect(long?.column == 79)
    }
}
