import Classification
import Engine
import Foundation
import TestSupport
import Testing
import Vault

@Suite("Mistakes that a check of the rules tells")
struct RuleCheckMistakeTests {
    @Test("with their place, whether they are found while reading, testing or running")
    func told() throws {
        let differences = try MistakeCatalogue("rule-checks").differences { text in
            let demo = try DemoVault()
            try demo.importPayments(["COFFEE", "BOOKS"])
            for (path, content) in Self.files(text) {
                try FileManager.default.createDirectory(
                    at: URL(fileURLWithPath: demo.folder.path + "/" + path)
                        .deletingLastPathComponent(), withIntermediateDirectories: true)
                try demo.write(content, to: path)
            }
            let check = try demo.engine().checkRules()
            let all = check.leftOut.flatMap(\.problems) + check.failures + check.notes
            return all.map { problem in
                let place = [problem.line, problem.column].compactMap(\.self).map { ":\($0)" }
                return "\(problem.file)\(place.joined()): \(problem.message)"
            }
        }
        #expect(differences == [])
    }

    /// The files of an input: a line with the path of each, and its text below.
    private static func files(_ text: String) -> [(path: String, content: String)] {
        var files: [(path: String, content: String)] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.wholeMatch(of: /(rules|config)\/[a-z0-9.\/-]+/) != nil {
                files.append((String(line), ""))
            } else if !files.isEmpty {
                files[files.count - 1].content += line + "\n"
            }
        }
        return files
    }
}
