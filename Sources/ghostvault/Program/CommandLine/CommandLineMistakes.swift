import ArgumentParser
import Classification
import Model
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
    /// What the parser refused, in its words.
    ///
    /// - Parameter arguments: the program's arguments, without its name.
    init(_ error: any Error, in arguments: [String]) {
        let message = Self.advised(
            Self.onOneLine(GhostVault.message(for: error)), in: arguments)
        // A command at the end is for copying.
        let isSentence = message.hasSuffix(".") || message.contains(": ghostvault ")
        // The parser's help for what it refused: "Help:  --min <min>  The smallest amount.".
        let help = GhostVault.fullMessage(for: error).split(separator: "\n")
            .first { $0.hasPrefix(Self.helpMark) }
        self.init(
            message: isSentence ? message : message + ".",
            details: help.map { [String($0.dropFirst(Self.helpMark.count))] } ?? [],
            command: ResolvedCommand(arguments))
    }

    private static let helpMark = "Help:  "

    /// The message with what to write in place of an amount with a comma. The parser takes
    /// "-18,50" for an option, and refuses what comes next.
    private static func advised(_ message: String, in arguments: [String]) -> String {
        guard
            let refused = message.prefixMatch(
                of: /The value '([^']{1,40})' is invalid for '([^']*(?:amount|percent)[^']*)'$/)
        else { return message }
        let negative = arguments.first {
            $0.prefixMatch(of: /-\d/) != nil && !DecimalComma.phrase(for: $0).isEmpty
        }
        if let negative {
            return "The value '\(SafeText.neutralised(negative))' is invalid for '\(refused.2)'"
                + DecimalComma.phrase(for: negative)
        }
        return message + DecimalComma.phrase(for: refused.1)
    }

    /// The message with its list of accepted values after commas.
    private static func onOneLine(_ message: String) -> String {
        let lines = message.split(separator: "\n")
        let values = lines.dropFirst().map { $0.drop { " -".contains($0) } }
        return [lines.first.map(String.init), values.joined(separator: ", ")]
            .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
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
        let unknown =
            known.names(in: arguments).first { known.options[$0] == nil }
            ?? known.words(in: arguments).first {
                $0.wholeMatch(of: /-[A-Za-z]/) != nil && !Self.short.contains($0)
                    && known.short[$0] == nil
            }
        guard let unknown else {
            try refuseNegativeNumber(known, command)
            return try refuseSurplus(known, command)
        }
        if !command.isNamed { try refuseOptionBeforeCommand(unknown) }
        let guess = Synonyms.phrase(forOption: unknown, among: known.options.keys.sorted())
        throw CommandLineMistake(
            message: "There is no option \(unknown)\(guess)" + (guess.isEmpty ? "." : ""),
            command: command)
    }

    /// The options of one letter, which every command has.
    private static let short: Set<String> = ["-h", "-V"]

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

    /// Rejects a word for a command that has only options.
    private func refuseSurplus(_ known: CommandOptions, _ command: ResolvedCommand) throws {
        let words = known.words(in: arguments).dropFirst(command.wordCount)
        guard !known.takesWords, let word = words.first(where: { !$0.hasPrefix("-") }) else {
            return
        }
        throw CommandLineMistake(
            message: "Unexpected argument '\(word)': this command takes only options.",
            command: command)
    }

    /// Rejects a negative number, which the parser takes for options. A plugin's setting may be
    /// one, and its command says how.
    private func refuseNegativeNumber(_ known: CommandOptions, _ command: ResolvedCommand) throws {
        guard command.type != PluginsSetCommand.self,
            let number = known.words(in: arguments).first(where: {
                $0.wholeMatch(of: /-\d+/) != nil
            })
        else { return }
        throw CommandLineMistake(
            message: "\(number) is negative: numbers in lists begin at 1.", command: command)
    }
}
