import Foundation
import Testing

@Suite("A pager and colour", .inTurns)
struct PagerTests {
    private static let preparation = """
        ghostvault init
        for n in 1 2 3 4 5 6; do ghostvault rules add --payee "SHOP $n" --tag t$n; done
        """

    private static let marking = "sed s/^/PAGED/"

    private static func terminal(
        of command: String, lines: Int, pager: String = marking, in scenario: Scenario
    ) throws -> TerminalSession {
        try scenario.startAtTerminal(
            "sh -c '\(command); echo THE-END'",
            environment: [
                "COLUMNS": "80", "LINES": "\(lines)", "NO_COLOR": "1", "GHOSTVAULT_PAGER": pager,
            ])
    }

    /// What a terminal of a few lines shows of a command.
    private func shown(
        _ command: String, lines: Int = 5, pager: String = marking
    ) async throws -> String {
        let scenario = try Scenario()
        _ = try await scenario.run(Self.preparation)
        let terminal = try Self.terminal(of: command, lines: lines, pager: pager, in: scenario)
        let shown = try await terminal.shown(upTo: "THE-END")
        try await scenario.close()
        return shown
    }

    @Test("an answer that is longer than the screen is shown in the pager, whole")
    func long() async throws {
        let text = try await shown("ghostvault history")
        let lines = text.split(separator: "\r\n")
        #expect(lines.count > 5)
        #expect(lines.allSatisfy { $0.hasPrefix("PAGED") })
    }

    @Test("output that fits the screen is not paged", arguments: [20, 0])
    func short(lines: Int) async throws {
        let text = try await shown("ghostvault history", lines: lines)
        #expect(text.contains("SHOP 6") && !text.contains("PAGED"))
    }

    @Test(
        "a default page of transactions and the dashboard fit 24 lines",
        arguments: ["--no-sync", "transactions", "transactions feb", "payees", "transfers"])
    func fits(command: String) async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 3")
        _ = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback")
        let terminal = try Self.terminal(of: "ghostvault \(command)", lines: 24, in: scenario)
        let shown = try await terminal.shown(upTo: "THE-END")
        #expect(!shown.contains("PAGED"), "\(shown)")
        #expect(shown.split(separator: "\r\n").count > 10, "\(shown)")
        try await scenario.close()
    }

    @Test(
        "the dashboard lists less where its cards need more than the window has",
        arguments: [
            (24, 2..<6, #"["net_worth", "income", "spending", "budgets", "due", "sync"]"#),
            (
                24, 2..<5,
                #"["net_worth", "income", "spending", "budgets", "recurring", "lens", "due"]"#
            ),
            (
                50, 5..<6,
                #"["net_worth", "income", "spending", "budgets", "recurring", "lens", "due"]"#
            ),
        ])
    func dashboard(lines: Int, categories: Range<Int>, cards: String) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run(
            "ghostvault demo --vault demo && ghostvault demo --vault demo --stop")
        _ = try await scenario.run("echo 'cards = \(cards)' >demo/config/dashboard.toml")
        let terminal = try Self.terminal(
            of: "ghostvault --vault demo --no-sync", lines: lines, in: scenario)
        let shown = try await terminal.shown(upTo: "THE-END")
        #expect(!shown.contains("PAGED"), "\(shown)")
        #expect(
            categories.contains(shown.split(separator: "\r\n").count { $0.contains("by then") }))
        try await scenario.close()
    }

    @Test(
        "a person can do without", arguments: ["--no-pager history", "history --no-pager"])
    func refused(command: String) async throws {
        let text = try await shown("ghostvault \(command)")
        #expect(text.contains("SHOP 6") && !text.contains("PAGED"))
    }

    @Test(
        "where the pager is no program, the answer is shown without it, however long it is",
        arguments: ["history", "rules list --all"])
    func missing(command: String) async throws {
        let text = try await shown("ghostvault \(command)", pager: "no-such-pager-here")
        #expect(text.contains("SHOP 6") && text.contains("SHOP 1"))
    }

    @Test("a person may leave the pager before the end")
    func left() async throws {
        let text = try await shown(
            "ghostvault rules list --all; echo ended with $?", pager: "head -n 2")
        #expect(text.contains("ended with 0"))
        #expect(text.split(separator: "\r\n").count == 3)
    }

    @Test(
        "--color stands before the command or behind it",
        arguments: [
            ("--color always history", true), ("history --color=always", true),
            ("history --color never", false), ("history", false),
        ])
    func colour(command: String, isColoured: Bool) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run(Self.preparation)
        let finished = try await scenario.run("ghostvault \(command)")
        #expect(finished.output.contains("\u{1B}[") == isColoured)
        #expect(finished.exitCode == 0)
        let mistaken = try await scenario.run("ghostvault history --color often")
        #expect(mistaken.exitCode == 64)
        #expect(mistaken.errors.contains("always, auto or never"))
        try await scenario.close()
    }
}
