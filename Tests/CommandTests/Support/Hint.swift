import Foundation

/// A command in an output, with the transcript that has it.
struct Hint: CustomStringConvertible {
    /// Without the program's name.
    let command: String
    let transcript: String

    var description: String { "\(transcript): ghostvault \(command)" }

    /// Those of all transcripts.
    static func printed() throws -> [Hint] {
        try TranscriptFiles.names().flatMap { name in
            try texts(of: name).flatMap { text in
                commands(in: text).map { Hint(command: $0, transcript: name) }
            }
        }
    }

    /// The lines of all transcripts that have any.
    static func lines() throws -> [(line: String, commands: [String])] {
        try TranscriptFiles.names().flatMap(texts).map { ($0, commands(in: $0)) }
            .filter { !$0.commands.isEmpty }
    }

    private static func texts(of name: String) throws -> [String] {
        try TranscriptFiles.read(name).lines.compactMap { line in
            switch line {
            case .output(let text), .error(let text): text
            case .remark, .bank, .stopBank, .command, .exitCode: nil
            }
        }
    }

    /// The commands in quotes, and those after a colon to the end of the sentence.
    static func commands(in text: String) -> [String] {
        // Pages of the manual write "\-" for a hyphen.
        let text = text.replacing("\\-", with: "-").replacing(#/[Uu](?:sage|SAGE): /#, with: "")
        let quoted = text.matches(of: /"ghostvault ([^"]*)"/).map { String($0.output.1) }
        let open = text.matches(of: /: ghostvault ([^;(,]*)/).map { String($0.output.1) }
        return (quoted + open).map { command in
            let words = command.split(separator: " ").joined(separator: " ")
            return words.hasSuffix(".") ? String(words.dropLast()) : words
        }.filter { !$0.isEmpty }
    }
}

/// The commands that the program's sources name in strings, with "N" for what they fill in.
enum SourceHints {
    static func all() throws -> [(place: String, command: String)] {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        var all: [(place: String, command: String)] = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        where file.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
            guard text.contains("ghostvault ") else { continue }
            let strings = withoutInterpolations(joined(text)).split(separator: "\n")
                .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
                .map { $0.replacing("\\\"", with: "\u{1}") }
            for string in strings {
                let found =
                    string.matches(of: /\x01ghostvault ([^\x01"]*)\x01/).map { String($0.output.1) }
                    + string.matches(of: /: ghostvault ([^;(,"\x01]*)/)
                    .map { String($0.output.1) }
                all += found.flatMap { Hint.commands(in: "\"ghostvault \($0)\"") }
                    .map { (file, OpenHint.pattern(of: $0)) }
            }
        }
        // Others are wholly filled in.
        return all.filter { !$0.command.hasPrefix("N") }
    }

    /// The same source with each string in one line.
    private static func joined(_ source: String) -> String {
        source.replacing(/"\s*\n\s*\+ "/, with: "").replacing(/\\\n\s*/, with: "")
    }

    private static func withoutInterpolations(_ source: String) -> String {
        var text = ""
        var depth = 0
        var before: Character = " "
        for character in source {
            if depth > 0 {
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
            } else if before == "\\", character == "(" {
                text.removeLast()
                text.append("N")
                depth = 1
            } else {
                text.append(character)
            }
            before = character
        }
        return text
    }
}
