import ArgumentParser
import Classification
import Foundation
import Terminal

/// An invalid command line.
struct CommandLineMistake: Error {
    let message: String
    var details: [String] = []
    let command: ResolvedCommand

    /// The mistake as the program's other errors are shown.
    var failure: Failure {
        Failure(.usage, message, details: details, "See \"\(command.name) --help\".")
    }
}

extension CommandLineMistake {
    /// What the parser refused, in the program's words.
    ///
    /// - Parameter arguments: the program's arguments, without its name.
    init(_ error: any Error, in arguments: [String]) {
        let message = GhostVault.message(for: error)
        let command = ResolvedCommand(arguments)
        let value = /The value '(.*)' is invalid for '([^']*)'(?:: |\. )?(.*)/.dotMatchesNewlines()
        if let match = message.wholeMatch(of: value) {
            let name = match.2.split(separator: " ").first.map(String.init) ?? ""
            let accepted = Self.accepted(String(match.3))
            self.init(
                message: "\(name) \"\(match.1)\": "
                    + (accepted.isEmpty ? "this is not understood." : accepted),
                details: accepted.isEmpty ? Self.help(of: name, in: error) : [], command: command)
        } else if let match = message.wholeMatch(of: /Missing value for '(\S+).*'/) {
            self.init(
                message: "\(match.1) needs a value.",
                details: Self.help(of: String(match.1), in: error), command: command)
        } else if let match = message.wholeMatch(of: /Missing expected argument '(\S+).*'/) {
            let name = match.1.trimmingCharacters(in: ["'"])
            self.init(
                message: "\(name) is missing.", details: Self.help(of: name, in: error),
                command: command)
        } else if let match = message.wholeMatch(
            of: /Unexpected argument '(.*)'/.dotMatchesNewlines())
        {
            self.init(
                message: "\"\(match.1)\" is one word too many: \(command.name) takes no such.",
                command: command)
        } else {
            self.init(message: message, command: command)
        }
    }

    /// The parser's words for accepted values, as a sentence.
    private static func accepted(_ text: String) -> String {
        var words = text
        let starts = ["Please provide one of the following:", "Please provide one of "]
        if let start = starts.first(where: { text.hasPrefix($0) }) {
            words = String(text.dropFirst(start.count).filter { $0 != "'" })
            let listed = words.split(separator: "\n").map { $0.drop { " -".contains($0) } }
            words = "write " + listed.filter { !$0.isEmpty }.joined(separator: ", ")
        }
        return words.isEmpty || words.hasSuffix(".") ? words : words + "."
    }

    /// The parser's help for what it refused, "--min: The least amount.".
    private static func help(of name: String, in error: any Error) -> [String] {
        let lines = GhostVault.fullMessage(for: error).split(separator: "\n")
        guard let help = lines.first(where: { $0.hasPrefix("Help:") }),
            let start = help.firstRange(of: ">  ")
        else { return [] }
        return ["\(name): \(help[start.upperBound...])"]
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
        let guess = Synonyms.phrase(forOption: unknown, among: known.options.keys.sorted())
        throw CommandLineMistake(
            message: "There is no option \(unknown)\(guess)" + (guess.isEmpty ? "." : ""),
            command: command)
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
