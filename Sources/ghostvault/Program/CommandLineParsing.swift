import ArgumentParser
import Classification
import Foundation
import Model
import Terminal

/// A command line with the command moved to the front.
///
/// Common options may precede the command, as in git: "--vault V rules --json list".
struct CommandWords {
    /// The arguments in the parser's order.
    let arguments: [String]

    /// The options that may precede a command, and whether they take a value.
    private static let common = [
        "--vault": true, "--as-of": true, "--json": false, "--csv": false, "--tsv": false,
        "--fields": true, "--help": false, "-h": false,
    ]

    /// - Parameter given: the program's arguments, without its name.
    /// - Throws: ``CommandLineMistake`` if a word in the place of a command isn't one.
    init(_ given: [String]) throws {
        var path: [any ParsableCommand.Type] = [GhostVault.self]
        var names: [String] = []
        var options: [String] = []
        var rest = given[...]
        while let word = rest.first {
            let option = String(word.prefix { $0 != "=" })
            if let takesValue = Self.common[option] {
                let count = takesValue && option == word ? 2 : 1
                options += rest.prefix(count)
                rest = rest.dropFirst(count)
                continue
            }
            if word == Self.help, names.isEmpty {
                try Self.check(helpOn: rest.dropFirst())
                arguments = Array(rest)
                return
            }
            guard !word.hasPrefix("-"), !path[path.count - 1].configuration.subcommands.isEmpty
            else { break }
            path.append(try Self.command(word, of: path))
            names.append(word)
            rest = rest.dropFirst()
        }
        arguments = names + options + rest
    }

    /// The parser's built-in help command.
    private static let help = "help"

    private static func check(helpOn words: ArraySlice<String>) throws {
        var path: [any ParsableCommand.Type] = [GhostVault.self]
        for word in words.prefix(while: { !$0.hasPrefix("-") && $0 != help }) {
            path.append(try command(word, of: path))
        }
    }

    private static func command(
        _ word: String, of path: [any ParsableCommand.Type]
    ) throws -> any ParsableCommand.Type {
        let commands = path[path.count - 1].configuration.subcommands
        if let command = commands.first(where: { $0.configuration.commandName == word }) {
            return command
        }
        let name = path.dropFirst().compactMap { $0.configuration.commandName } + [word]
        throw CommandLineMistake(
            message: "There is no command \"\(name.joined(separator: " "))\""
                + Suggestion.phrase(
                    for: word, among: commands.compactMap { $0.configuration.commandName }),
            command: ResolvedCommand(path: path))
    }
}

/// Checks that the parser lacks: options given twice, and unknown options.
struct OptionDiagnostics {
    private let arguments: [String]

    /// - Parameter arguments: the program's arguments, without its name.
    init(_ arguments: [String]) {
        self.arguments = arguments
    }

    /// - Throws: ``CommandLineMistake``.
    func refuseRepetition() throws {
        // The fast path: nearly every command line names each option once.
        let written = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
            .map { $0.prefix { $0 != "=" } }
        guard Set(written).count < written.count else { return }
        let command = ResolvedCommand(arguments)
        let known = try CommandOptions(of: command.type)
        let counts = Dictionary(grouping: known.names(in: arguments), by: \.self).mapValues(\.count)
        let repeated = counts.keys.sorted().first { name in
            guard let option = known.options[name], let count = counts[name] else { return false }
            return count > 1 && option.takesValue && !option.isRepeating
        }
        guard let repeated, let count = counts[repeated] else { return }
        let times = count == 2 ? "twice" : "\(count) times"
        throw CommandLineMistake(
            message: "\(repeated) is given \(times) and takes one value: give one of them.",
            command: command)
    }

    /// - Throws: ``CommandLineMistake``.
    func refuseUnknown() throws {
        let command = ResolvedCommand(arguments)
        // An unknown command has no known options.
        guard command.isNamed || arguments.first?.hasPrefix("-") == true,
            command.type.configuration.subcommands.isEmpty
        else { return }
        let known = try CommandOptions(of: command.type)
        let unknown = known.names(in: arguments).first { known.options[$0] == nil }
        guard let unknown else { return try refuseNegativeNumber(known, command) }
        if !command.isNamed { try refuseOptionBeforeCommand(unknown) }
        throw CommandLineMistake(
            message: "Unknown option '\(unknown)'"
                + Suggestion.phrase(for: unknown, among: known.options.keys), command: command)
    }

    /// Rejects a command's option that precedes the command.
    private func refuseOptionBeforeCommand(_ option: String) throws {
        for word in arguments.drop(while: { $0.prefix { $0 != "=" } != option }).dropFirst() {
            let command = ResolvedCommand([word])
            guard command.isNamed, try CommandOptions(of: command.type).options[option] != nil
            else { continue }
            throw CommandLineMistake(
                message: "\(option) belongs behind its command: ghostvault \(word) \(option)",
                command: command)
        }
    }

    /// Rejects a negative number, which the parser takes for options.
    private func refuseNegativeNumber(_ known: CommandOptions, _ command: ResolvedCommand) throws {
        guard
            let number = known.words(in: arguments).first(where: {
                $0.wholeMatch(of: /-\d+/) != nil
            })
        else { return }
        throw CommandLineMistake(
            message: "\(number) is negative: numbers in lists begin at 1.", command: command)
    }
}

/// The command that a command line starts with.
struct ResolvedCommand {
    /// From the program down.
    let path: [any ParsableCommand.Type]
    /// Whether the command line names the command, or the group that it is the default of.
    let isNamed: Bool

    /// - Parameters:
    ///   - path: from the program down to a command or a group of commands.
    ///   - isComplete: whether a group stands for its default command.
    init(path: [any ParsableCommand.Type], isComplete: Bool = false) {
        var path = path
        isNamed = path.count > 1
        while isComplete, let customary = path[path.count - 1].configuration.defaultSubcommand {
            path.append(customary)
        }
        self.path = path
    }

    init(_ arguments: [String]) {
        var path: [any ParsableCommand.Type] = [GhostVault.self]
        for argument in arguments {
            let next = path[path.count - 1].configuration.subcommands.first {
                $0.configuration.commandName == argument
            }
            guard let next else { break }
            path.append(next)
        }
        isNamed = path.count > 1
        while let customary = path[path.count - 1].configuration.defaultSubcommand {
            path.append(customary)
        }
        self.path = path
    }

    var type: any ParsableCommand.Type { path[path.count - 1] }

    /// The command or group that some of its words name.
    func group(named names: [String]) -> any ParsableCommand.Type {
        path[min(names.count, path.count - 1)]
    }

    /// The command as written, "ghostvault rules add".
    var name: String {
        path.compactMap { $0.configuration.commandName }.joined(separator: " ")
    }
}

/// An invalid command line, reported in the parser's format.
struct CommandLineMistake: Error {
    let message: String
    let command: ResolvedCommand

    var text: String {
        """
        Error: \(SafeText.neutralised(message))
        Usage: \(GhostVault.usageString(for: command.type))
          See '\(command.name) --help' for more information.
        """
    }
}

/// A command's options, as the parser lists them.
struct CommandOptions {
    struct Option {
        let takesValue: Bool
        let isRepeating: Bool
        /// The only possible values; empty if there are others.
        let values: [String]
        /// What it is for, on one line.
        let abstract: String
    }

    /// By name, "--month".
    let options: [String: Option]

    /// - Throws: an error if the parser's help format has changed.
    init(of command: any ParsableCommand.Type) throws {
        let listing = try JSONDecoder().decode(Listing.self, from: Data(command._dumpHelp().utf8))
        var options: [String: Option] = [:]
        for argument in listing.command.arguments ?? [] {
            for name in argument.names ?? [] where name.kind == "long" {
                options["--" + name.name] = Option(
                    takesValue: argument.kind == "option", isRepeating: argument.isRepeating,
                    values: argument.allValues ?? [], abstract: argument.abstract ?? "")
            }
        }
        self.options = options
    }

    /// The options of a command line in order, without their values.
    func names(in arguments: some Sequence<String>) -> [String] {
        words(in: arguments).filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
    }

    /// The words of a command line before "--", without the values of options.
    func words(in arguments: some Sequence<String>) -> [String] {
        var words: [String] = []
        var isValue = false
        for argument in arguments {
            if argument == "--" { break }
            if !isValue { words.append(argument) }
            isValue = !isValue && options[argument]?.takesValue == true
        }
        return words
    }

    private struct Listing: Decodable {
        let command: Command

        struct Command: Decodable {
            let arguments: [Argument]?
        }

        struct Argument: Decodable {
            let kind: String
            let isRepeating: Bool
            let names: [Name]?
            let allValues: [String]?
            let abstract: String?
        }

        struct Name: Decodable {
            let kind: String
            let name: String
        }
    }
}
