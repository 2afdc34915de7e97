import Foundation
import Testing

/// The runs of commands that a transcript's commands print as hints, each in a copy of the
/// folder as it was then.
final class HintRuns {
    private let transcript: String
    private let scenario: Scenario
    private var done: Set<String> = []

    init(of transcript: String, in scenario: Scenario) {
        (self.transcript, self.scenario) = (transcript, scenario)
    }

    /// Commands that need a bank, go on until they are stopped, or change the machine. That the
    /// parser takes them is tested elsewhere.
    private static let unbounded: Set = [
        "sync", "connect", "watch", "demo", "demo-bank", "service", "ui", "lua", "connections",
    ]

    /// What a command without a terminal, an editor or an unambiguous name answers.
    private static let refusals = [
        "needs an answer, but there is no terminal", "No editor is set",
        "The full screen needs a terminal", "There is no vault in",
        "No answer: 127.0.0.1 does not respond",
    ]

    func run(after command: String, _ finished: Finished) async throws {
        // Others name a vault of their own, or are no single command.
        guard let match = command.wholeMatch(of: /((?:[A-Z_]+=\S+ )*)ghostvault [^\n;&|]*/)
        else { return }
        guard !command.contains("--vault") else { return }
        let lines = (finished.output + "\n" + finished.errors).split(separator: "\n")
        for words in lines.flatMap({ HintTests.commands(in: String($0)) }) {
            let hint = "\(match.output.1)ghostvault \(words.joined(separator: " "))"
            guard let name = words.first, !Self.unbounded.contains(name),
                done.insert(hint).inserted
            else { continue }
            let copy = try Scenario(copying: scenario.folder)
            let result = try await copy.run(hint)
            try await copy.close()
            // What only lacks an argument names a command.
            let isIncomplete =
                result.exitCode == 64
                && ["Missing", "Give", "Name", "Write"].contains {
                    result.errors.hasPrefix("ghostvault: \($0) ")
                }
            let isRefusal = isIncomplete || Self.refusals.contains { result.errors.contains($0) }
            let isAnswered = [0, 3, 10].contains(result.exitCode) || isRefusal
            #expect(
                isAnswered,
                "\(transcript): \(command)\nprints \(hint)\nwhich ends with \(result.exitCode): \(result.errors)"
            )
        }
    }
}
