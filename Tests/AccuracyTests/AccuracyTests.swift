import Accuracy
import DemoHousehold
import Foundation
import Testing

@Suite("The accuracy of the shipped pipeline")
struct AccuracyTests {
    /// Measured once: it takes seconds.
    private static let scores = Result {
        try Trial.sample.scores(of: ShippedPipeline(configuration: Package.path(of: "config")))
    }

    @Test("is nowhere below the committed figures", arguments: Noise.Level.allCases)
    func floor(level: Noise.Level) throws {
        let score = try #require(try Self.scores.get()[level])
        let committed = try Figures(text: Package.text(of: "Tools/Accuracy/figures.toml"))
        #expect(committed.shortfalls(of: score, in: .sample, at: level) == [])
    }

    @Test("is shown in docs/accuracy.md as it is committed")
    func documentation() throws {
        let committed = try Figures(text: Package.text(of: "Tools/Accuracy/figures.toml"))
        #expect(try Package.text(of: "docs/accuracy.md").contains("\n\(committed.table)\n"))
    }

    @Test("is measured on thousands of transactions with every sort of thing in them")
    func size() throws {
        let score = try #require(try Self.scores.get()[.none])
        let least: [Subject: Int64] = [
            .transfers: 150, .payments: 150, .income: 150, .series: 25, .seriesMembers: 700,
            .classes: 3_000, .categories: 2_000, .spending: 100_000_00,
        ]
        for subject in Subject.allCases {
            let tally = try #require(score.tallies[subject])
            #expect(tally.existing >= least[subject] ?? 0, "\(subject)")
        }
    }
}

/// Files of this package.
enum Package {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func path(of name: String) -> String { folder.appending(path: name).path() }

    static func text(of name: String) throws -> String {
        try String(contentsOfFile: path(of: name), encoding: .utf8)
    }
}
