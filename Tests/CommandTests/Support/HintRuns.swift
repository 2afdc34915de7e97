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

    /// What isn't run, and why. That the parser takes it is tested elsewhere.
    private static let notRun = [
        "connect": "asks for a token at a terminal; ConnectTests, guided.transcript",
        "connections reconnect": "asks for a token at a terminal; connections.transcript",
        "sync": "would use up requests that the transcript shows; failed-sync.transcript",
        "watch": "goes on until it is stopped; WatchTests",
        "demo": "starts a bank that goes on; demo.transcript",
        "demo-bank": "goes on until it is stopped; demo.transcript",
        "service install": "changes the machine; service.transcript",
        "service remove": "changes the machine; service.transcript",
        "service status": "looks at the machine; service.transcript",
        "service logs": "looks at the machine; service.transcript",
        "ui": "needs a terminal; BrowseTests",
        "lua": "needs a terminal; LuaPromptTests",
        "web": "goes on until it is stopped; WebPageTests",
        "ask": "needs a model; AskTests",
        "transactions settle": "needs a doubtful hold; JSONReferenceTests",
        "mcp": "talks to another program; AssistantProtocolTests",
    ]

    /// Nil for a command that is run.
    static func reasonNotToRun(_ command: String) -> String? {
        if command.hasSuffix("--help") || command == "sync history" { return nil }
        return notRun.first { command == $0.key || command.hasPrefix($0.key + " ") }?.value
    }

    /// What the documentation says of commands that look for problems.
    private static let codesOfFindings: [(command: String, codes: Set<Int32>)] = [
        ("doctor", [3, 4]), ("accounts check", [3]), ("rules check", [3, 10]),
        ("rules test", [1, 10]), ("automation check", [3, 10]), ("automation test", [1, 10]),
        ("plugins disable", [3]), ("undo", [10]),
    ]

    /// What a person at a terminal would answer, or have set.
    private static let answers: [(command: String, variables: String, options: String)] = [
        ("plugins trust ", "", " --yes"), ("rules edit", "EDITOR=true ", ""),
        ("review", "", " --list"), ("backup restore ", "", " --yes"),
        ("accounts add ", "", " --value 50"), ("undo", "", " --yes"),
    ]

    func run(after command: String, _ finished: Finished) async throws {
        // Others name a vault of their own, or are no single command.
        guard let match = command.wholeMatch(of: /((?:[A-Z_]+=\S+ )*)ghostvault [^\n;&|]*/)
        else { return }
        guard !command.contains("--vault") else { return }
        let lines = (finished.output + "\n" + finished.errors).split(separator: "\n")
        for hint in lines.flatMap({ Hint.commands(in: String($0)) })
        where OpenHint.of(hint) == nil && Self.reasonNotToRun(hint) == nil {
            let answer = Self.answers.first { hint.hasPrefix($0.command) }
            let isHelp = hint.hasSuffix("--help")
            let line =
                "\(match.output.1)\(answer?.variables ?? "")ghostvault \(hint)"
                + (isHelp ? "" : answer?.options ?? "")
            guard done.insert(line).inserted else { continue }
            let copy = try Scenario(copying: scenario.folder)
            let result = try await copy.run(line.replacing(scenario.folder, with: copy.folder))
            try await copy.close()
            // A file with a mistake is told by each command.
            var codes: Set<Int32> = [0]
            let vault = scenario.folder + "/vault/vault.sqlite"
            if !FileManager.default.fileExists(atPath: vault) { codes.insert(4) }
            if [3, 10].contains(finished.exitCode) { codes.insert(finished.exitCode) }
            for (command, more) in Self.codesOfFindings where hint.hasPrefix(command) {
                codes.formUnion(more)
            }
            #expect(
                codes.contains(result.exitCode),
                "\(transcript): \(command)\nprints \(line)\nwhich ends with \(result.exitCode): \(result.errors)"
            )
        }
    }
}
