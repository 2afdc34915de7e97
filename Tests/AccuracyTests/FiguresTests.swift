import Accuracy
import DemoHousehold
import Foundation
import Testing

@Suite("Figures of accuracy")
struct FiguresTests {
    /// Of a pipeline that looks at nothing but the sign of an amount.
    private static let bySign = Result { () throws -> Score? in
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "accuracy-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer {
            do {
                try FileManager.default.removeItem(atPath: folder)
            } catch {
                Issue.record(error)
            }
        }
        let stage = "[[stage]]\nname = \"default\"\nkind = \"default\"\n"
        try stage.write(toFile: folder + "/pipeline.toml", atomically: true, encoding: .utf8)
        for name in ["categories.toml", "account-types.toml"] {
            try Package.text(of: "config/" + name).write(
                toFile: folder + "/" + name, atomically: true, encoding: .utf8)
        }
        return try Trial.sample.scores(of: ShippedPipeline(configuration: folder))[.none]
    }

    private func bySign() throws -> Score { try #require(try Self.bySign.get()) }

    @Test("finding nothing promises nothing")
    func nothingFound() throws {
        let score = try bySign()
        for subject in [Subject.transfers, .payments, .series, .seriesMembers] {
            let tally = try #require(score.tallies[subject])
            #expect(tally.found == 0)
            #expect(tally.recall == Percentage(hundredths: 0))
            #expect(tally.precision == Percentage(hundredths: 0))
        }
    }

    @Test("calling all income that comes in finds all income, and much that is none")
    func incomeBySign() throws {
        let tally = try #require(try bySign().tallies[.income])
        #expect(tally.recall == Percentage(hundredths: 10_000))
        #expect(tally.precision < Percentage(hundredths: 5_000))
        #expect(tally.found > tally.right)
    }

    @Test("each mistake is listed with what is true and what was said")
    func misses() throws {
        let misses = try bySign().misses
        let paidBack = misses.filter { $0.key.payee == "Priya K" && $0.key.subject == .income }
        #expect(paidBack.keys.map(\.expected) == ["expense"])
        #expect(paidBack.keys.map(\.concluded) == ["income by default"])
        #expect(misses.keys.contains { $0.subject == .transfers && $0.concluded == "no pair" })
        #expect(misses.keys.contains { $0.subject == .series && $0.concluded == "no series" })
    }

    @Test("are written as text and read back the same")
    func text() throws {
        var figures = Figures()
        figures.take(try bySign(), of: .sample, at: .much)
        #expect(figures.text.contains("\n[sample.noise-2]\ntransfers-precision = 0.00\n"))
        #expect(try Figures(text: figures.text) == figures)
    }

    @Test("a score keeps to its own figures")
    func equal() throws {
        var figures = Figures()
        figures.take(try bySign(), of: .sample, at: .none)
        #expect(figures.shortfalls(of: try bySign(), in: .sample, at: .none) == [])
    }

    @Test("a figure that fell is named with both values")
    func fallen() throws {
        var figures = Figures()
        figures.take(try bySign(), of: .sample, at: .none)
        let raised = try Figures(
            text: figures.text.replacing("transfers-recall = 0.00", with: "transfers-recall = 0.01")
        )
        #expect(
            raised.shortfalls(of: try bySign(), in: .sample, at: .none) == [
                "transfers-recall at noise-0 (sample) is 0.00, below the committed 0.01."
            ])
    }

    @Test("a figure that nothing is committed for is named too")
    func uncommitted() throws {
        let shortfalls = Figures().shortfalls(of: try bySign(), in: .sample, at: .none)
        #expect(shortfalls.count == (try bySign()).figures.count)
        #expect(
            shortfalls.first
                == "transfers-precision at noise-0 (sample) has no committed figure.")
    }
}
