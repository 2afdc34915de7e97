import Foundation

/// A file of commands with what each must print.
///
///     # A remark; blank lines are free too.
///     % bank --months 3         starts the demo bank, or another in its place
///     % stop                    stops it
///     $ ghostvault accounts     a command of the shell ...
///     > --json                  ... and its further lines
///     | No accounts yet.        a line of standard output
///     ! warning                 a line of standard error
///     ? 3                       the exit code, where it is not 0
struct Transcript {
    enum Line: Equatable {
        case remark(String)
        case bank(arguments: String)
        case stopBank
        case command(String)
        case output(String)
        case error(String)
        case exitCode(Int32)
    }

    /// Whatever varies from run to run has its placeholder already.
    let lines: [Line]

    init(_ lines: [Line]) {
        self.lines = lines
    }

    init(text: String) throws {
        var lines: [Line] = []
        for (number, text) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let rest = String(text.dropFirst(2))
            switch (text.first, lines.last) {
            case (nil, _), ("#", _): lines.append(.remark(String(text)))
            case ("$", _): lines.append(.command(rest))
            case (">", .command(let begun)): lines[lines.count - 1] = .command(begun + "\n" + rest)
            case ("|", _): lines.append(.output(rest))
            case ("!", _): lines.append(.error(rest))
            case ("?", _):
                guard let code = Int32(rest) else { throw TranscriptMistake(line: number + 1) }
                lines.append(.exitCode(code))
            case ("%", _) where rest == "stop": lines.append(.stopBank)
            case ("%", _) where rest.hasPrefix("bank"):
                lines.append(.bank(arguments: String(rest.dropFirst(4))))
            default: throw TranscriptMistake(line: number + 1)
            }
        }
        self.lines = lines
    }

    var text: String { lines.map(Self.text).joined(separator: "\n") }

    private static func text(_ line: Line) -> String {
        switch line {
        case .remark(let text): text
        case .bank(let arguments): "% bank" + arguments
        case .stopBank: "% stop"
        case .command(let text): "$ " + text.replacingOccurrences(of: "\n", with: "\n> ")
        case .output(let text): text.isEmpty ? "|" : "| " + text
        case .error(let text): text.isEmpty ? "!" : "! " + text
        case .exitCode(let code): "? \(code)"
        }
    }
}

struct TranscriptMistake: Error, CustomStringConvertible {
    let line: Int
    var description: String { "Line \(line) is no line of a transcript." }
}

/// The files in `Transcripts`.
enum TranscriptFiles {
    static var folder: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Transcripts").path
    }

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".transcript") }.sorted()
    }

    static func read(_ name: String) throws -> Transcript {
        try Transcript(text: String(contentsOfFile: folder + "/" + name, encoding: .utf8))
    }

    static func write(_ transcript: Transcript, as name: String) throws {
        try transcript.text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    }
}
