import Foundation
import SimpleFIN
import Testing

private let folderOfRealAnswers = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/fixtures/simplefin").standardizedFileURL

private let hasRealAnswers = FileManager.default.fileExists(atPath: folderOfRealAnswers.path)

@Suite("Answers that bridges really sent", .enabled(if: hasRealAnswers))
struct RealAnswerTests {
    private func bodies() throws -> [(name: String, body: [UInt8])] {
        try FileManager.default
            .contentsOfDirectory(at: folderOfRealAnswers, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
            .map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
    }

    @Test("are read whole, but for those about versions")
    func readWhole() throws {
        let bodies = try bodies()
        #expect(!bodies.isEmpty)
        for (name, body) in bodies {
            if String(decoding: body, as: UTF8.self).contains("\"versions\"") {
                #expect(failure { try AccountSet(decoding: body) } == .notAnAnswer(.noErrorList))
                continue
            }
            let set = try AccountSet(decoding: body)
            #expect(set.rejected == [], "\(name)")
            for account in set.accounts {
                #expect(account.balance != nil, "\(name)")
                #expect(account.balanceDate != nil, "\(name)")
                #expect(set.institution(of: account)?.name.isEmpty == false, "\(name)")
            }
        }
    }
}
