import ArgumentParser
import Classification
import Terminal

/// A command line with the command in front. Options that commands have in common may
/// stand before it, as in git: "--vault V rules --json list".
struct CommandWords {
    /// As the parser takes them.
    let arguments: [String]

    /// Options that may stand before a command, and whether a value follows.
    private static let common = [
        "--vault": true, "--as-of": true, "--json": false, "--help": false, "-h": false,
    ]

    /// - Parameter given: the program's arguments, its own name left out.
    /// - Throws: ``CommandLineMistake`` where a word stands in the place of a command and
    ///   names none.
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

    /// The parser's own command that explains others.
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
            command: MeantCommand(path: path))
    }
}
