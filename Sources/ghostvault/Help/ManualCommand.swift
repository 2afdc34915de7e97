import ArgumentParser
import Foundation

/// Writes the manual pages; `make install` runs it.
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

/// The manual page of a command, in the roff macros of man(7).
struct ManualPage {
    /// "ghostvault-rules.1".
    let fileName: String
    let text: String

    /// The pages of the program and of each command that help shows. A group's page has its
    /// subcommands.
    ///
    /// - Throws: an error if the parser's help format has changed.
    static func all() throws -> [ManualPage] {
        let listing = try JSONDecoder().decode(
            Listing.self, from: Data(GhostVault._dumpHelp().utf8))
        let program = listing.command
        let commands = (program.subcommands ?? []).filter { $0.shouldDisplay ?? true }
            .filter { $0.commandName != "help" }
        return [ManualPage(program, path: [], commands: commands)]
            + commands.map { ManualPage($0, path: [program.commandName], commands: []) }
    }

    /// - Parameter commands: those with pages of their own, to name them.
    private init(_ command: Listing.Command, path: [String], commands: [Listing.Command]) {
        let names = path + [command.commandName]
        let title = names.joined(separator: "-")
        fileName = title + ".1"
        var lines = [".TH \"\(title.uppercased())\" 1", ".SH NAME"]
        lines.append(
            "\(Self.escaped(title)) \\- \(Self.escaped(command.abstract ?? command.commandName))")
        lines += Self.section("SYNOPSIS", of: command, names: names)
        if let discussion = command.discussion {
            lines.append(".SH DESCRIPTION")
            lines += Self.paragraphs(discussion)
        }
        lines += Self.arguments(of: command, heading: ".SH OPTIONS")
        let parts = commands.isEmpty ? command.subcommands ?? [] : []
        for part in parts where part.commandName != "help" && part.shouldDisplay ?? true {
            let heading = (names + [part.commandName]).joined(separator: " ").uppercased()
            lines.append(".SH \"\(heading)\"")
            lines.append(Self.escaped(part.abstract ?? ""))
            if let discussion = part.discussion { lines += [".PP"] + Self.paragraphs(discussion) }
            lines += Self.arguments(of: part, heading: ".PP")
        }
        if !commands.isEmpty { lines.append(".SH COMMANDS") }
        for other in commands {
            lines += [
                ".TP", ".B \(Self.escaped(title + "-" + other.commandName))(1)",
                Self.escaped(other.abstract ?? ""),
            ]
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func section(
        _ heading: String, of command: Listing.Command, names: [String]
    ) -> [String] {
        let group = command.subcommands?.isEmpty == false
        let name = escaped(names.joined(separator: " "))
        return [".SH \(heading)", ".B \(name)", group ? "[COMMAND] [OPTIONS]" : "[OPTIONS]"]
    }

    private static func arguments(of command: Listing.Command, heading: String) -> [String] {
        let shown = (command.arguments ?? []).filter { $0.shouldDisplay ?? true }
        guard !shown.isEmpty else { return [] }
        return [heading]
            + shown.flatMap { argument in
                [".TP", ".B \(escaped(argument.spelling))", escaped(argument.abstract ?? "")]
            }
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

    private struct Listing: Decodable {
        let command: Command

        struct Command: Decodable {
            let commandName: String
            let abstract: String?
            let discussion: String?
            let shouldDisplay: Bool?
            let arguments: [Argument]?
            let subcommands: [Command]?
        }

        struct Argument: Decodable {
            let kind: String
            let shouldDisplay: Bool?
            let valueName: String?
            let abstract: String?
            let names: [Name]?

            /// "--month <month>".
            var spelling: String {
                let words = (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
                let value = "<\(valueName ?? "value")>"
                guard kind != "positional" else { return value }
                let names = words.joined(separator: ", ")
                return kind == "option" ? "\(names) \(value)" : names
            }
        }

        struct Name: Decodable {
            let kind: String
            let name: String
        }
    }
}
