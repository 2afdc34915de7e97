import ArgumentParser
import Foundation

/// The options that a command takes, as the parser lists them.
struct CommandOptions {
    struct Option {
        let takesValue: Bool
        let isRepeating: Bool
    }

    /// By name, "--month".
    let options: [String: Option]

    /// - Throws: where the parser lists them otherwise than it did.
    init(of command: any ParsableCommand.Type) throws {
        let listing = try JSONDecoder().decode(Listing.self, from: Data(command._dumpHelp().utf8))
        var options: [String: Option] = [:]
        for argument in listing.command.arguments ?? [] {
            for name in argument.names ?? [] where name.kind == "long" {
                options["--" + name.name] = Option(
                    takesValue: argument.kind == "option", isRepeating: argument.isRepeating)
            }
        }
        self.options = options
    }

    /// The options of a command line in their order, without their values.
    func names(in arguments: some Sequence<String>) -> [String] {
        words(in: arguments).filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
    }

    /// The words of a command line before "--" that are no values of options.
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
        }

        struct Name: Decodable {
            let kind: String
            let name: String
        }
    }
}
