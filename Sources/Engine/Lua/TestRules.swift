public import Classification
internal import Foundation
internal import Vault

/// What came of the tests that are written in rules.
public struct RulesTest: Sendable {
    /// In the order in which rules are asked.
    public let outcomes: [RuleTestOutcome]
    /// Files with mistakes, whose tests were not run.
    public let leftOut: [LeftOutFile]
}

extension Engine {
    /// Runs the tests that are written in the vault's rules.
    ///
    /// - Parameter name: the only file whose tests are run, as "20-mine",
    ///   "20-mine.lua", "rules/20-mine.lua" or the path to it; nil for all.
    /// - Throws: ``RuleError/noSuchFile(_:hint:)``.
    public func testRules(inFile name: String? = nil) throws -> RulesTest {
        try uninterrupted {
            let (written, leftOut) = try rulesAsWritten()
            // Of those with a mistake only where a test fails can tests be run.
            let readable = Set(written.userRules.files.map(\.name))
            let broken = leftOut.filter { !readable.contains($0.file) }
            guard let name else {
                return RulesTest(
                    outcomes: try RuleTests.run(written.userRules, in: written.pipeline),
                    leftOut: broken)
            }
            let known = written.userRules.files.map(\.name) + broken.map(\.file)
            guard let file = known.first(where: { isRuleFile($0, called: name) }) else {
                let meant = name.contains("/") ? name : "rules/" + Self.luaFile(name)
                throw RuleError.noSuchFile(name, hint: Suggestion.phrase(for: meant, among: known))
            }
            return RulesTest(
                outcomes: try RuleTests.run(written.userRules, of: [file], in: written.pipeline),
                leftOut: broken.filter { $0.file == file })
        }
    }

    /// - Parameter file: "rules/20-mine.lua".
    private func isRuleFile(_ file: String, called name: String) -> Bool {
        let written = Self.luaFile(name)
        guard file != written, file != "rules/" + written else { return true }
        let folder = URL(fileURLWithPath: vault.folder.path).standardizedFileURL
        return URL(fileURLWithPath: name).standardizedFileURL == folder.appendingPathComponent(file)
    }

    private static func luaFile(_ name: String) -> String {
        name.hasSuffix(".lua") ? name : name + ".lua"
    }
}
