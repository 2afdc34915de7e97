import ArgumentParser
import Classification
import Model

/// A command whose arguments may be mistaken for commands of its group.
protocol CommandWithWords: ParsableCommand {
    /// Whether it takes any words, not only those of a period.
    static var takesText: Bool { get }
}

extension CommandWithWords {
    static var takesText: Bool { false }
}

/// The default command of a group that takes a file.
protocol CommandWithFile: ParsableCommand {}

/// A command line with the command moved to the front.
///
/// Common options may precede the command, as in git: "--vault V rules --json list". Words that
/// people try for a command stand for it.
struct CommandWords {
    /// The arguments in the parser's order.
    let arguments: [String]

    /// The options that may precede a command, and whether they take a value.
    private static let common = [
        "--vault": true, "--as-of": true, "--json": false, "--ndjson": false, "--csv": false,
        "--tsv": false, "--html": false, "--fields": true, "--help": false, "-h": false,
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
                arguments = try [Self.help] + Self.commands(named: rest.dropFirst())
                return
            }
            guard !word.hasPrefix("-") || word == "-V" && names.isEmpty,
                let name = try Self.command(rest, of: path)
            else { break }
            names.append(name)
            rest = rest.dropFirst()
            guard let command = path[path.count - 1].subcommand(name) else { break }
            path.append(command)
        }
        arguments = try Self.withPlainCounts(names + options + rest)
    }

    /// The parser's built-in help command.
    private static let help = "help"

    /// The words behind "help", with the names of commands.
    private static func commands(named words: ArraySlice<String>) throws -> [String] {
        var path: [any ParsableCommand.Type] = [GhostVault.self]
        var names: [String] = []
        for word in words.prefix(while: { !$0.hasPrefix("-") && $0 != help }) {
            guard let name = try command([word], of: path, isForHelp: true),
                let command = path[path.count - 1].subcommand(name)
            else { break }
            names.append(name)
            path.append(command)
        }
        return names + words.dropFirst(names.count)
    }

    /// The name of the command that the first word stands for.
    ///
    /// - Returns: nil if the words are arguments.
    private static func command(
        _ words: ArraySlice<String>, of path: [any ParsableCommand.Type], isForHelp: Bool = false
    ) throws -> String? {
        guard let word = words.first, let group = path.last else { return nil }
        let names = group.configuration.subcommands.compactMap { $0.configuration.commandName }
        guard !names.isEmpty else { return nil }
        if names.contains(word) { return word }
        if group.configuration.defaultSubcommand is any CommandWithFile.Type,
            word == "-" || word.contains(where: "./".contains)
        {
            return nil
        }
        let customary = isForHelp ? nil : DefaultWords(of: group)
        if customary != nil, PeriodWords.leading(words.prefix { !$0.hasPrefix("-") }) != nil {
            return nil
        }
        let isTop = path.count == 1
        if let command = Synonyms.command(for: word, among: names, isTop: isTop) { return command }
        var details = isTop ? Synonyms.hints(for: word) : []
        let guess = details.isEmpty ? Suggestion.phrase(for: word, among: names) : ""
        let name = path.dropFirst().compactMap { $0.configuration.commandName }
        if let customary, customary.takesText {
            guard !guess.isEmpty else { return nil }
            let place = ["ghostvault"] + name + [customary.name, word]
            details = ["To search for it: " + place.joined(separator: " ")]
        }
        if !isTop, details.isEmpty, guess.isEmpty {
            let place = (["ghostvault"] + name).joined(separator: " ")
            if PeriodWords.leading(words.prefix { !$0.hasPrefix("-") }) != nil {
                details = ["\"\(place)\" takes no period."]
            } else if word.allSatisfy({ $0.isLetter || $0.isNumber }), names.contains("unlink") {
                details = ["To look for it: ghostvault transactions \(word) --transfers"]
            } else if group.configuration.defaultSubcommand is any CommandWithFile.Type {
                details = ["If it is a file, write ./\(word)"]
            } else if names.contains("show") {
                details = ["\"\(place) show NAME\" shows one of them."]
            }
        }
        let whole = (name + [word]).joined(separator: " ")
        throw CommandLineMistake(
            message: "There is no command \"\(whole)\"" + (guess.isEmpty ? "." : guess),
            details: details, command: ResolvedCommand(path: path))
    }

    /// A group's default command whose arguments may be mistaken for commands.
    private struct DefaultWords {
        let name: String
        let takesText: Bool

        /// Nil if the group has none.
        init?(of group: any ParsableCommand.Type) {
            guard let type = group.configuration.defaultSubcommand as? any CommandWithWords.Type
            else { return nil }
            name = type.configuration.commandName ?? ""
            takesText = type.takesText
        }
    }

    /// Writes "-30d" without its sign where the parser would take it for an option.
    private static func withPlainCounts(_ arguments: [String]) throws -> [String] {
        func isCount(_ word: String) -> Bool {
            word.hasPrefix("-") && word.dropFirst().first?.isNumber == true
                && PeriodWords(word) != nil
        }
        guard arguments.contains(where: isCount) else { return arguments }
        let options = try CommandOptions(of: ResolvedCommand(arguments).type)
        var plain: [String] = []
        for word in arguments {
            let isValue = plain.last.map(options.takesValue) ?? false
            plain.append(isCount(word) && !isValue ? String(word.dropFirst()) : word)
        }
        return plain
    }
}

extension ParsableCommand {
    fileprivate static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }
}

/// The command that a command line starts with.
struct ResolvedCommand {
    /// From the program down.
    let path: [any ParsableCommand.Type]
    /// The number of words that name the command, or the group that it is the default of.
    let wordCount: Int

    /// Whether the command line names the command, or the group that it is the default of.
    var isNamed: Bool { wordCount > 0 }

    /// - Parameters:
    ///   - path: from the program down to a command or a group of commands.
    ///   - isComplete: whether a group stands for its default command.
    init(path: [any ParsableCommand.Type], isComplete: Bool = false) {
        var path = path
        wordCount = path.count - 1
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
        wordCount = path.count - 1
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
    /// The options of one letter, "-e", and whether each takes a value.
    let short: [String: Bool]
    /// Whether it takes words besides options.
    let takesWords: Bool

    /// - Throws: an error if the parser's help format has changed.
    init(of command: any ParsableCommand.Type) throws {
        var options: [String: Option] = [:]
        var short: [String: Bool] = [:]
        let arguments = try CommandReference(of: command).allArguments
        takesWords = arguments.contains { $0.kind == .positional }
        for argument in arguments {
            for name in argument.names ?? [] where name.kind == "short" {
                short[name.spelling] = argument.kind == .option
            }
            for name in argument.names ?? [] where name.kind == "long" {
                options[name.spelling] = Option(
                    takesValue: argument.kind == .option, isRepeating: argument.isRepeating,
                    values: argument.allValues ?? [], abstract: argument.abstract ?? "")
            }
        }
        (self.options, self.short) = (options, short)
    }

    /// Whether a word is an option whose value is the next word.
    func takesValue(_ word: String) -> Bool { options[word]?.takesValue ?? short[word] ?? false }

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
            isValue = !isValue && takesValue(argument)
        }
        return words
    }
}
