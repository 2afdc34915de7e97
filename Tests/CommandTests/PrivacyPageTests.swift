import Foundation
import Testing

@Suite("docs/privacy.md", .inTurns)
struct PrivacyPageTests {
    @Test("has commands that work")
    func commands() async throws {
        let text = try Documentation.text(of: "docs/privacy.md")
        let commands = Documentation.blocks("sh", in: text).flatMap { $0.split(separator: "\n") }
        #expect(commands.count > 3)
        let scenario = try await JSONHousehold.copy()
        for command in commands {
            let finished = try await scenario.run(String(command))
            #expect(finished.exitCode == 0, "\(command): \(finished.errors)")
        }
        try await scenario.close()
    }
}
