import ArgumentParser
import Testing

@testable import ghostvault

@Suite("Commands that the program prints as hints")
struct HintTests {
    /// A command in an output, with the transcript that has it.
    struct Hint: CustomStringConvertible {
        let words: [String]
        let transcript: String

        var description: String { "\(transcript): ghostvault \(words.joined(separator: " "))" }
    }

    /// The commands in quotes, and those after a colon to the end of the line. Those with
    /// placeholders, such as NAME or <account>, are left out.
    private static func hints() throws -> [Hint] {
        try TranscriptFiles.names().flatMap { name in
            try TranscriptFiles.read(name).lines.flatMap { line -> [Hint] in
                let text: String
                switch line {
                case .output(let output): text = output
                case .error(let error): text = error
                default: return []
                }
                return Self.commands(in: text).map { Hint(words: $0, transcript: name) }
            }
        }
    }

    /// The words of the commands in a text.
    static func commands(in text: String) -> [[String]] {
        let quoted = text.matches(of: /"ghostvault ([^"]*)"/).map { String($0.output.1) }
        let open = text.matches(of: /: ghostvault ([^;(,]*)/).map { String($0.output.1) }
        return (quoted + open).compactMap { command in
            let words = command.split(separator: " ").map(String.init)
            let isWhole = !words.contains { word in
                word.contains { "<>[]…\"'\\".contains($0) }
                    || word.count > 2 && word.allSatisfy(\.isUppercase)
            }
            return isWhole && !words.isEmpty ? words : nil
        }
    }

    /// Why a hint is no command of the program; nil if it is one. What only lacks an argument
    /// names a command.
    private static func mistake(in words: [String]) -> String? {
        do {
            _ = try ProgramRun.parsed(try CommandWords(words).arguments)
            return nil
        } catch let error as CommandLineMistake {
            return error.message
        } catch {
            let code = GhostVault.exitCode(for: error)
            let message = GhostVault.message(for: error)
            let isIncomplete =
                message.hasPrefix("Missing") || message.hasPrefix("Give ")
                || message.hasPrefix("Name ") || message.hasPrefix("Write ")
            return code == .success || isIncomplete ? nil : message
        }
    }

    @Test("are commands that the parser takes, with options that it knows")
    func parse() throws {
        let hints = try Self.hints()
        #expect(hints.count > 150)
        // Each once: the parser takes its time.
        for (words, hints) in Dictionary(grouping: hints, by: \.words) {
            let mistake = Self.mistake(in: words)
            #expect(mistake == nil, "\(hints): \(mistake ?? "")")
        }
    }

    @Test(
        "are no commands if a word or an option is unknown",
        arguments: [
            ["accounts", "show", "visa", "--sort", "x"], ["spendin"], ["why", "--limit", "3"],
            ["transactions", "--nope"],
        ])
    func unknown(words: [String]) {
        #expect(Self.mistake(in: words) != nil)
    }
}
