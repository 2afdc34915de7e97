import Foundation
import Testing

@Suite("The Lua prompt at a terminal", .inTurns)
struct LuaPromptTests {
    /// The languages of terminals, of which each is typed and shown in UTF-8.
    private static let locales = ["C", "C.UTF-8", "none-of-this-system"]

    @Test("reads on where a line is no whole statement", arguments: locales)
    func unfinished(locale: String) async throws {
        try await Self.atPrompt(locale: locale) { prompt in
            try await prompt.type("for i = 20, 21 do\n", after: "> ")
            try await prompt.type("print(i * 2)\n", after: "… ")
            try await prompt.type("end\n", after: "… ")
            _ = try await prompt.shown(upTo: "\n40\r\n42\r\n")
        }
    }

    @Test(
        "says what a statement lacks that is never finished",
        arguments: ["tx(1).", "f = function()"])
    func neverFinished(line: String) async throws {
        try await Self.atPrompt(locale: "C") { prompt in
            try await prompt.type(line + "\n", after: "> ")
            try await prompt.type("= 1\n", after: "… ")
            _ = try await prompt.shown(upTo: "near '='")
        }
    }

    @Test("takes letters of all languages", arguments: locales)
    func letters(locale: String) async throws {
        try await Self.atPrompt(locale: locale) { prompt in
            try await prompt.type("\"café 東京\" .. #\"café 東京\"\n", after: "> ")
            _ = try await prompt.shown(upTo: "\"café 東京12\"")
        }
    }

    @Test(
        "completes words, and names in quotes, when Tab is pressed",
        arguments: [
            // The letters before the cursor have more bytes than columns.
            ("#\"é\" + vie\t:cou\t()\n", "\n2\r\n"),
            ("#\"\" + #view:where { categ\t = 'groc\t' }\n", "\n0\r\n"),
            ("view:by_ac\t('x')\n", "\n{}\r\n"),
        ])
    func completion(line: String, answer: String) async throws {
        try await Self.atPrompt(locale: "C.UTF-8") { prompt in
            try await prompt.type(line, after: "> ")
            _ = try await prompt.shown(upTo: answer)
        }
    }

    @Test("knows earlier lines when it is opened again", arguments: locales)
    func history(locale: String) async throws {
        try await Self.inVault { scenario in
            for line in ["\"é\" .. 1 + 1\n", "\u{1B}[A\n"] {
                let prompt = try scenario.startAtTerminal(
                    "ghostvault lua", environment: ["LC_ALL": locale])
                try await prompt.type(line, after: "> ")
                try await prompt.type("\u{04}", after: "\n\"é2\"\r\n> ")
                #expect(try await prompt.ended() == 0)
            }
        }
    }

    @Test(
        "gives up a line at Control-C, also one that is not finished",
        arguments: [("print('gone", "gone"), ("for i = 1, 2 do\n", "… ")])
    func interruption(line: String, shown: String) async throws {
        // A terminal that isn't the command's own makes no signal of the key.
        try await Self.atPrompt(locale: "C.UTF-8") { prompt in
            try await prompt.type(line, after: "> ")
            try await prompt.type("\u{03}", after: shown)
            try await prompt.type("40 + 2\n", after: "> ")
            _ = try await prompt.shown(upTo: "\n42\r\n")
        }
    }

    @Test("shows nothing for a statement, whatever it looks for")
    func statement() async throws {
        try await Self.atPrompt(locale: "C.UTF-8") { prompt in
            try await prompt.type("x = view:where { payee = 'noodle' }\n", after: "> ")
            try await prompt.type("#x\n", after: "}\r\n> ")
            _ = try await prompt.shown(upTo: "\n0\r\n")
        }
    }

    /// Opens a prompt, lets a person type and ends it.
    private static func atPrompt(
        locale: String, _ type: (TerminalSession) async throws -> Void
    ) async throws {
        try await inVault { scenario in
            let prompt = try scenario.startAtTerminal(
                "ghostvault lua", environment: ["LC_ALL": locale])
            try await type(prompt)
            try await prompt.type("\u{04}", after: "> ")
            #expect(try await prompt.ended() == 0)
        }
    }

    private static func inVault(_ body: (Scenario) async throws -> Void) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("ghostvault init")
        try await body(scenario)
        try await scenario.close()
    }
}
