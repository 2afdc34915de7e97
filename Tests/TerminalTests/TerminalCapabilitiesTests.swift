import Foundation
import Terminal
import Testing

@Suite("Terminal capabilities")
struct TerminalCapabilitiesTests {
    private func capabilities(
        terminal: Bool = true, window: Int? = nil, _ environment: [String: String] = [:]
    ) -> TerminalCapabilities {
        TerminalCapabilities(
            isTerminal: terminal, window: window.map { WindowSize(columns: $0, rows: 0) },
            environment: environment)
    }

    @Test("a terminal shows colour")
    func colour() {
        #expect(capabilities(["TERM": "xterm-256color"]).usesColour)
    }

    @Test("an empty NO_COLOR is ignored")
    func emptyRefusal() {
        #expect(capabilities(["TERM": "xterm", "NO_COLOR": ""]).usesColour)
    }

    @Test(
        "the environment can rule colour out",
        arguments: [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": ""], [:]])
    func noColour(environment: [String: String]) {
        #expect(!capabilities(environment).usesColour)
    }

    @Test("a pipe gets no colour")
    func pipedColour() {
        #expect(!capabilities(terminal: false, ["TERM": "xterm"]).usesColour)
    }

    @Test(
        "a pipe gets colour where the environment forces it, unless it refuses it too",
        arguments: [
            (["CLICOLOR_FORCE": "1"], true), (["FORCE_COLOR": "1"], true),
            (["CLICOLOR_FORCE": "0"], false), (["FORCE_COLOR": "1", "NO_COLOR": "1"], false),
        ])
    func forced(environment: [String: String], expected: Bool) {
        #expect(capabilities(terminal: false, environment).usesColour == expected)
    }

    @Test("the person's choice of colour comes before all else", arguments: [true, false])
    func chosen(terminal: Bool) {
        func usesColour(_ choice: ColourChoice) -> Bool {
            TerminalCapabilities(
                isTerminal: terminal, window: nil,
                environment: ["NO_COLOR": "1", "TERM": "xterm"], colour: choice
            ).usesColour
        }
        #expect(usesColour(.always))
        #expect(!usesColour(.never))
        #expect(!usesColour(.auto))
    }

    @Test("the window's width comes before COLUMNS")
    func windowFirst() {
        #expect(capabilities(window: 120, ["COLUMNS": "80"]).width == 120)
    }

    @Test("COLUMNS is used if the window's size is unknown", arguments: [nil, 0])
    func columnsSecond(window: Int?) {
        #expect(capabilities(window: window, ["COLUMNS": "80"]).width == 80)
    }

    @Test("an invalid COLUMNS is ignored", arguments: ["", "wide", "0", "-5"])
    func senselessColumns(value: String) {
        #expect(capabilities(["COLUMNS": value]).width == nil)
    }

    @Test("a pipe has no width")
    func pipedWidth() {
        #expect(capabilities(terminal: false, window: 80, ["COLUMNS": "80"]).width == nil)
    }

    @Test(
        "the first locale variable that is set decides on Unicode",
        arguments: [
            (["LANG": "en_US.UTF-8"], true), (["LANG": "ru_RU.utf8"], true),
            (["LC_CTYPE": "C.UTF-8", "LANG": "C"], true),
            (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false),
            (["LC_ALL": "", "LANG": "en_US.UTF-8"], true), (["LANG": "POSIX"], false), ([:], false),
        ])
    func unicode(environment: [String: String], expected: Bool) {
        #expect(capabilities(environment).usesUnicode == expected)
    }

    @Test(
        "the window's height comes before LINES, which is used if it is unknown",
        arguments: [(WindowSize(columns: 0, rows: 50), 50), (WindowSize(columns: 0, rows: 0), 24)])
    func height(window: WindowSize, height: Int) {
        let found = TerminalCapabilities(
            isTerminal: true, window: window, environment: ["LINES": "24"])
        #expect(found.height == height)
    }

    @Test("an open pipe is seen as no terminal")
    func pipe() {
        let pipe = Pipe()
        let found = TerminalCapabilities(
            of: pipe.fileHandleForWriting.fileDescriptor, environment: ["TERM": "xterm"])
        #expect(!found.isTerminal && found.width == nil && !found.usesColour)
    }
}
