import ArgumentParser
import Foundation

/// A command's help as data: its texts, arguments and subcommands.
struct CommandReference: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let defaultSubcommand: String?

    private let shouldDisplay: Bool?
    private let arguments: [Argument]?
    private let subcommands: [CommandReference]?

    /// The whole program.
    ///
    /// - Throws: an error if the parser's help format has changed.
    static func program() throws -> CommandReference {
        try CommandReference(of: GhostVault.self)
    }

    /// - Throws: an error if the parser's help format has changed.
    init(of command: any ParsableCommand.Type) throws {
        self = try JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8)).command
    }

    /// The arguments, the hidden ones included.
    var allArguments: [Argument] { arguments ?? [] }

    /// The arguments that help shows.
    var shownArguments: [Argument] { allArguments.filter { $0.shouldDisplay ?? true } }

    /// The subcommands that help shows, without "help".
    var shownSubcommands: [CommandReference] {
        (subcommands ?? []).filter { ($0.shouldDisplay ?? true) && $0.commandName != "help" }
    }

    /// The discussion without its examples.
    var explanation: String? { parts.explanation }

    /// The commands under "Examples:".
    var examples: [String] { parts.examples }

    private var parts: (explanation: String?, examples: [String]) {
        guard let discussion else { return (nil, []) }
        let parts = discussion.split(
            separator: /(?:^|\n+)Examples?:\n/, maxSplits: 1, omittingEmptySubsequences: false)
        let examples = parts.dropFirst().first?.split(separator: "\n") ?? []
        return (
            parts[0].isEmpty ? nil : String(parts[0]),
            examples.map { String($0.drop { $0 == " " }) }
        )
    }

    private struct Dump: Decodable {
        let command: CommandReference
    }

    /// An option, a flag or a positional argument.
    struct Argument: Decodable {
        let kind: Kind
        let shouldDisplay: Bool?
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
        let discussion: String?

        enum Kind: String, Decodable {
            case positional, option, flag
        }

        struct Name: Decodable {
            let kind: String
            let name: String

            /// "--month" or "-h".
            var spelling: String { (kind == "long" ? "--" : "-") + name }
        }

        /// "--month <month>", "-h, --help" or "<number>".
        var spelling: String {
            let value = "<\(valueName ?? "value")>"
            guard kind != .positional else { return value }
            let names = (names ?? []).map(\.spelling).joined(separator: ", ")
            return kind == .option ? "\(names) \(value)" : names
        }

        /// The argument in a line of usage, "[<words> ...]".
        var usage: String {
            let word = isRepeating ? "\(spelling) ..." : spelling
            return isOptional ? "[\(word)]" : word
        }

        /// All that help says of it, on one line.
        var help: String {
            var text = abstract ?? ""
            if let values = allValues, !values.isEmpty {
                text += " (values: \(values.joined(separator: ", ")))"
            }
            if let defaultValue { text += " (default: \(defaultValue))" }
            return discussion.map { "\(text) \($0.replacing("\n", with: " "))" } ?? text
        }
    }
}
