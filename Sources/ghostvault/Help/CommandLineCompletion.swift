import ArgumentParser
import Terminal

/// The candidates for completing a command line.
struct CommandLineCompletion {
    struct Candidate: Equatable {
        let word: String
        /// A few words that a shell shows beside it; may be empty.
        let note: String

        init(_ word: String, _ note: String = "") {
            self.word = word
            self.note = note
        }
    }

    /// The source of the candidates.
    enum Place: Equatable {
        case commands(of: [String])
        case options(of: [String])
        /// The values that the command line itself lists.
        case oneOf([String])
        case names(Names)
        /// A file, or something only the person knows.
        case anything
    }

    /// Names that a vault knows.
    enum Names: Equatable {
        case accounts, banks, categories, connections, documents, months, payees, planned, plugins,
            rules, series, tags, transactions
    }

    /// The beginning of the word to complete, without "--category=".
    let beginning: String
    let places: [Place]
    /// The folder given by --vault.
    let vault: String?

    /// - Parameter words: those before the cursor, without the program's name. The last is the
    ///   one to complete, and may be empty.
    /// - Throws: an error if the parser's help format has changed.
    init(_ words: [String]) throws {
        let words = Self.joined(words)
        let current = words.last ?? ""
        var path: [any ParsableCommand.Type] = [GhostVault.self]
        var options = try CommandOptions(of: DashboardCommand.self)
        var valueOf: String?
        var vault: String?
        var positionals = 0
        for word in words.dropLast() {
            if let option = valueOf {
                if option == "--vault" { vault = word }
                valueOf = nil
                continue
            }
            if word.hasPrefix("-") {
                let name = String(word.prefix { $0 != "=" })
                if name == "--vault", name != word { vault = String(word.dropFirst(8)) }
                let takesValue = options.options[name]?.takesValue == true || name == Self.colour
                valueOf = name == word && takesValue ? name : nil
                continue
            }
            let next = path[path.count - 1].configuration.subcommands.first {
                positionals == 0 && $0.configuration.commandName == word
            }
            guard let next else {
                positionals += 1
                continue
            }
            path.append(next)
            options = try CommandOptions(of: ResolvedCommand(path: path, isComplete: true).type)
        }
        self.vault = vault
        let names = path.dropFirst().compactMap { $0.configuration.commandName }
        if let option = valueOf {
            beginning = current
            places = [Self.place(ofValueOf: option, options)]
        } else if current.hasPrefix("-"), let equals = current.firstIndex(of: "=") {
            beginning = String(current[current.index(after: equals)...])
            places = [Self.place(ofValueOf: String(current[..<equals]), options)]
        } else {
            beginning = current
            let isGroup = !path[path.count - 1].configuration.subcommands.isEmpty
            var places: [Place] = []
            if isGroup, positionals == 0, !current.hasPrefix("-") {
                places.append(.commands(of: names))
            }
            if !isGroup || path.count > 1 {
                places.append(Self.place(ofWordOf: names, after: positionals))
            }
            if current.hasPrefix("-") { places = [.options(of: names)] }
            self.places = places
        }
    }

    /// An option of every command, which the parser doesn't see.
    private static let colour = "--color"

    /// Bash parts a word at "="; other shells don't.
    private static func joined(_ words: [String]) -> [String] {
        var joined: [String] = []
        for word in words {
            if let last = joined.last, last.hasPrefix("--"), word == "=" || last.hasSuffix("=") {
                joined[joined.count - 1] = last + word
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    private static func place(ofValueOf option: String, _ options: CommandOptions) -> Place {
        if let values = options.options[option]?.values, !values.isEmpty { return .oneOf(values) }
        if option == colour { return .oneOf(ColourChoice.allCases.map(\.rawValue)) }
        return switch option {
        case "--account": .names(.accounts)
        case "--bank": .names(.banks)
        case "--category", "--in", "--parent": .names(.categories)
        case "--connection": .names(.connections)
        case "--month": .names(.months)
        case "--payee": .names(.payees)
        case "--rule": .names(.rules)
        case "--tag", "--untag": .names(.tags)
        default: .anything
        }
    }

    /// The meaning of a command's positional arguments.
    ///
    /// - Parameter count: how many of them come before.
    private static func place(ofWordOf command: [String], after count: Int) -> Place {
        switch command.first {
        case "accounts" where command.last == "add": .anything
        case "accounts" where ["value", "follow"].contains(command.last) && count > 0: .anything
        case "accounts": .names(.accounts)
        case "categories": .names(.categories)
        case "connections": .names(.connections)
        case "docs": .names(.documents)
        case "transactions" where command.last == "split" && count > 0: .names(.categories)
        case "transactions" where command.last == "add":
            count == 1 ? .names(.payees) : .anything
        case "explain", "transactions": .names(.transactions)
        case "income", "lens", "spending": .names(.months)
        case "payees": .names(.payees)
        case "plan" where command.last == "categories": .names(.months)
        case "plan" where command.last == "remove": .names(.planned)
        case "plugins": .names(.plugins)
        case "recurring": .names(.series)
        case "rules" where ["new", "add", "check", "test"].contains(command.last): .anything
        case "rules": .names(.rules)
        case "transfers": .names(.transactions)
        default: .anything
        }
    }

    /// The words that complete a command line alone.
    ///
    /// - Throws: an error if the parser's help format has changed.
    static func candidates(at place: Place) throws -> [Candidate] {
        switch place {
        case .commands(let names):
            let group = ResolvedCommand(names).group(named: names)
            return group.configuration.subcommands
                .filter { $0.configuration.shouldDisplay }.map {
                    Candidate(
                        $0.configuration.commandName ?? "", $0.configuration.abstract)
                }
        case .options(let names):
            let known = try CommandOptions(of: ResolvedCommand(names).type)
            return known.options.sorted { $0.key < $1.key }.map {
                Candidate($0.key, $0.value.abstract)
            }
        case .oneOf(let values): return values.map { Candidate($0) }
        case .names, .anything: return []
        }
    }
}
