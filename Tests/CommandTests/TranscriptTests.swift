import Foundation
import Testing

@Suite("Transcripts of the commands", .inTurns)
struct TranscriptTests {
    /// Set to record what the commands print now, in place of checking it.
    static let isRecording =
        ProcessInfo.processInfo.environment["RECORD_TRANSCRIPTS"] == "1"

    @Test(
        "a command prints what its transcript says, and no secret or control character",
        .timeLimit(.minutes(30)), arguments: try TranscriptFiles.names())
    func plays(_ name: String) async throws {
        let expected = try TranscriptFiles.read(name)
        let scenario = try Scenario()
        do {
            let hints = HintRuns(of: name, in: scenario)
            let played = try await scenario.play(expected) { try await hints.run(after: $0, $1) }
            for secret in try scenario.secrets() {
                #expect(!scenario.printed.contains(secret), "a secret was printed")
            }
            #expect(scenario.printed.unicodeScalars.filter(Self.isHarmful).isEmpty)
            if Self.isRecording {
                try TranscriptFiles.write(played, as: name)
            } else if let difference = Difference(played, expected) {
                Issue.record("\(name) differs:\n\(difference)")
            }
        } catch {
            try await scenario.close()
            throw error
        }
        try await scenario.close()
    }

    /// What a terminal could obey, or what turns the reading order round.
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n"
        case .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

/// Where two transcripts part, with the lines after it.
private struct Difference: CustomStringConvertible {
    let description: String

    init?(_ played: Transcript, _ expected: Transcript) {
        let now = played.text.split(separator: "\n", omittingEmptySubsequences: false)
        let before = expected.text.split(separator: "\n", omittingEmptySubsequences: false)
        guard now != before else { return nil }
        let same = zip(now, before).prefix { $0 == $1 }.count
        func part(_ lines: [Substring]) -> String {
            lines.dropFirst(same).prefix(12).joined(separator: "\n")
        }
        let command = now.prefix(same + 1).last { $0.hasPrefix("$") } ?? ""
        description =
            "line \(same + 1), after \(command)\nexpected:\n\(part(before))\nprinted:\n\(part(now))"
    }
}
