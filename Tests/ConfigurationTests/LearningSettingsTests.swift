import Classification
import Configuration
import Foundation
import Testing

@Suite("The stages that learn")
struct LearningSettingsTests {
    /// The snippet of docs/rules.md.
    private static func snippet() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/rules.md"), encoding: .utf8)
        return String(try #require(page.firstMatch(of: /```toml\n([^`]+)```/)).output.1)
    }

    /// The shipped pipeline with other text in place of the stage that guesses.
    private static func stages(guessingBy text: String) throws -> [Stage] {
        var texts = try ShippedFiles.texts()
        let shipped = try #require(texts["pipeline.toml"])
        let stage = try #require(
            shipped.firstMatch(of: /\[\[stage\]\]\nname = "guess"\n[^\[]*/)
        ).range
        texts["pipeline.toml"] = shipped.replacingCharacters(in: stage, with: text + "\n")
        return try ConfigurationFiles(texts: texts).pipeline().stages
    }

    private static func leastChances(_ stages: [Stage]) -> [Int] {
        stages.compactMap {
            if case .guess(let settings) = $0.kind { settings.leastChance } else { nil }
        }
    }

    @Test("the documented stage guesses where it is surer than the shipped one")
    func documented() throws {
        let shipped = try ShippedFiles.configuration().pipeline().stages
        #expect(Self.leastChances(shipped) == [70])
        let changed = try Self.stages(guessingBy: try Self.snippet())
        #expect(Self.leastChances(changed) == [85])
        #expect(changed.map(\.name) == shipped.map(\.name))
    }

    @Test("without its stage nothing is guessed")
    func leftOut() throws {
        #expect(Self.leastChances(try Self.stages(guessingBy: "")).isEmpty)
    }
}
