import ArgumentParser
import Foundation

struct ManualCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Write the manual pages into a folder.",
        shouldDisplay: false)

    @Argument(help: "The folder, such as share/man/man1.")
    var folder: String

    func run(on screen: Screen) throws {
        for page in try ManualPage.all() {
            try Data(page.text.utf8).write(
                to: URL(fileURLWithPath: folder).appendingPathComponent(page.fileName))
        }
    }
}

/// A manual page in roff, with the macros of man(7).
struct ManualPage {
    /// "ghostvault-rules.1".
    let fileName: String
    let text: String

    /// The pages of the program and of each command that help shows. A group's page has its
    /// subcommands.
    ///
    /// - Throws: an error if the parser's help format has changed.
    static func all() throws -> [ManualPage] {
        let program = try CommandReference.program()
        let commands = program.shownSubcommands
        return [ManualPage(program, path: [], commands: commands)]
            + commands.map { ManualPage($0, path: [program.commandName], commands: []) }
    }

    /// - Parameter commands: those with pages of their own, to name them.
    private init(_ command: CommandReference, path: [String], commands: [CommandReference]) {
        let names = path + [command.commandName]
        let title = names.joined(separator: "-")
        fileName = title + ".1"
        let parts = commands.isEmpty ? command.shownSubcommands : []
        var lines = [
            ".TH \"\(title.uppercased())\" 1", ".SH NAME",
            "\(Self.escaped(title)) \\- \(Self.escaped(command.abstract ?? title))",
        ]
        lines += Self.synopsis(of: command, names: names)
        if let explanation = command.explanation {
            lines += [".SH DESCRIPTION"] + Self.paragraphs(explanation)
        }
        lines += Self.arguments(of: command, heading: ".SH OPTIONS")
        for part in parts {
            let heading = (names + [part.commandName]).joined(separator: " ").uppercased()
            lines += [".SH \"\(heading)\"", Self.escaped(part.abstract ?? "")]
            if let explanation = part.explanation {
                lines += [".PP"] + Self.paragraphs(explanation)
            }
            lines += Self.arguments(of: part, heading: ".PP")
        }
        if !commands.isEmpty { lines.append(".SH COMMANDS") }
        lines += commands.flatMap {
            Self.item("\(title)-\($0.commandName)(1)", $0.abstract ?? "")
        }
        lines += Self.section("EXIT STATUS", ManualFacts.exitStatuses)
        lines += Self.section("ENVIRONMENT", ManualFacts.environment)
        lines += Self.section("FILES", ManualFacts.files)
        let examples = ([command] + parts).flatMap(\.examples)
        let shown = commands.isEmpty ? examples : ManualFacts.examples
        if !shown.isEmpty {
            lines += [".SH EXAMPLES", ".nf"] + shown.map(Self.escaped) + [".fi"]
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func synopsis(of command: CommandReference, names: [String]) -> [String] {
        let words = command.shownArguments.filter { $0.kind == .positional }.map(\.usage)
        let rest = command.shownSubcommands.isEmpty ? ["[OPTIONS]"] : ["[COMMAND]", "[OPTIONS]"]
        return [
            ".SH SYNOPSIS", ".B \(escaped(names.joined(separator: " ")))",
            escaped((rest + words).joined(separator: " ")),
        ]
    }

    private static func arguments(of command: CommandReference, heading: String) -> [String] {
        let shown = command.shownArguments
        guard !shown.isEmpty else { return [] }
        return [heading] + shown.flatMap { item($0.spelling, $0.help) }
    }

    private static func section(_ heading: String, _ facts: [ManualFacts.Fact]) -> [String] {
        [".SH \(heading.contains(" ") ? "\"\(heading)\"" : heading)"]
            + facts.flatMap { item($0.name, $0.meaning) }
    }

    private static func item(_ name: String, _ text: String) -> [String] {
        [".TP", ".B \(escaped(name))", escaped(text)]
    }

    /// Indented lines are shown as they are.
    private static func paragraphs(_ text: String) -> [String] {
        var lines: [String] = []
        var isExample = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let begins = line.hasPrefix(" ")
            if begins != isExample { lines.append(begins ? ".nf" : ".fi") }
            isExample = begins
            lines.append(line.isEmpty ? ".PP" : escaped(String(line)))
        }
        return isExample ? lines + [".fi"] : lines
    }

    private static func escaped(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}
