import Foundation
import Testing

@testable import ghostvault

@Suite("docs/commands.md")
struct CommandPageTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/commands.md")

    @Test("has the help of every command; RECORD_TRANSCRIPTS=1 writes it")
    func hasTheHelp() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(text.range(of: "\n## All commands\n")).upperBound
        let end = try #require(text.range(of: "\n## The full screen\n")).lowerBound
        let generated = try CommandPage(CommandReference.program()).text
        if TranscriptTests.isRecording {
            try text.replacingCharacters(in: start..<end, with: generated)
                .write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(text[start..<end] == generated)
        }
    }
}

/// The generated part of the page: a heading for each command, under it its help.
private struct CommandPage {
    let text: String

    init(_ program: CommandReference) {
        let commands = program.shownSubcommands
        let common = Self.commonOptions(of: program)
        var lines = ["", "| command | what it does |", "|---|---|"]
        lines += commands.map { "| `ghostvault \($0.commandName)` | \($0.abstract ?? "") |" }
        lines += ["", "Many commands share these options:", ""] + common.map(Self.item)
        for command in commands {
            lines += Self.section(command, path: [program.commandName], level: "###", common)
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    /// The options that many commands share, which are described once.
    private static func commonOptions(
        of program: CommandReference
    ) -> [CommandReference.Argument] {
        let names = [
            "--vault", "--as-of", "--json", "--csv", "--tsv", "--fields", "--version", "--help",
        ]
        let list = program.shownSubcommands.first { $0.commandName == "transactions" }?
            .shownSubcommands.first { $0.commandName == "list" }
        let known = (list?.shownArguments ?? []) + program.shownArguments
        return names.compactMap { name in
            known.first { $0.names?.contains { $0.spelling == name } ?? false }
        }
    }

    private static func section(
        _ command: CommandReference, path: [String], level: String,
        _ common: [CommandReference.Argument]
    ) -> [String] {
        let path = path + [command.commandName]
        let own = command.shownArguments.filter { argument in
            !common.contains { $0.spelling == argument.spelling && $0.help == argument.help }
        }
        let words = own.filter { $0.kind == .positional }.map(\.usage)
        let name = path.joined(separator: " ")
        let end = command.defaultSubcommand.map { " Without a subcommand, it runs `\($0)`." } ?? ""
        var lines = ["", "\(level) \(name)", "", (command.abstract ?? "") + end]
        if !words.isEmpty {
            lines += ["", "`\(([name] + words).joined(separator: " "))`"]
        }
        if let explanation = command.explanation { lines += [""] + Self.paragraphs(explanation) }
        if !own.isEmpty { lines += [""] + own.map(item) }
        if !command.examples.isEmpty { lines += ["", "```sh"] + command.examples + ["```"] }
        for part in command.shownSubcommands {
            lines += section(part, path: path, level: "####", common)
        }
        return lines
    }

    private static func item(_ argument: CommandReference.Argument) -> String {
        "- `\(argument.spelling)`: \(argument.help)"
    }

    /// Indented lines are code.
    private static func paragraphs(_ text: String) -> [String] {
        var lines: [String] = []
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let begins = line.hasPrefix(" ")
            if begins != isCode { lines.append("```") }
            isCode = begins
            lines.append(String(begins ? line.drop { $0 == " " } : line))
        }
        return isCode ? lines + ["```"] : lines
    }
}
