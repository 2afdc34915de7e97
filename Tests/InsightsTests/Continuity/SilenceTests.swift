import Model
import TestSupport
import Testing

@testable import Insights

@Suite("Silence of an account")
struct SilenceTests {
    private let start = day(2025, 1, 1)

    private func silence(_ news: [Int], heard: Int) -> Silence? {
        Silence(
            news: news.map { start.adding(days: $0) }, heard: start.adding(days: heard))
    }

    /// Salary on the first and rent some days later, for a year.
    private static let twiceAMonth = (0..<12).flatMap { [$0 * 30, $0 * 30 + 4] }

    private static let everyDay = Array(0..<60)

    private static let looks: [(news: [Int], heard: Int, isSilent: Bool)] = [
        (everyDay, 69, false), (everyDay, 70, true),
        (twiceAMonth, 394, false), (twiceAMonth, 454, true),
    ]

    @Test("begins after several of its usual pauses", arguments: looks)
    func begins(news: [Int], heard: Int, isSilent: Bool) {
        #expect((silence(news, heard: heard) != nil) == isSilent)
    }

    @Test("has the last day of news and the usual pause")
    func usual() throws {
        let found = try #require(silence(Array(stride(from: 0, to: 60, by: 2)), heard: 90))
        #expect(found.since == start.adding(days: 58))
        #expect(found.usualDays == 2)
    }

    @Test(
        "is not known of an account with little news",
        arguments: [[0, 365, 730], [0, 91, 182, 273, 364], [700], []])
    func rare(news: [Int]) {
        #expect(silence(news, heard: 2_000) == nil)
    }

    @Test("is named again although there was an earlier one")
    func earlierSilence() {
        let news = (0..<120).filter { !(40..<90).contains($0) }
        #expect(silence(news, heard: 119 + 20) != nil)
    }

    @Test(
        "is no false alarm on any day of two years of steady schedules",
        arguments: [1, 3, 7, 14, 30], Seeds.first(of: 20))
    func steady(pause: Int, seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        var news = [0]
        while let last = news.last, last < 730 {
            news.append(last + Int.random(in: max(1, pause / 2)...pause * 3 / 2, using: &random))
        }
        for look in stride(from: 0, through: 730, by: 3) {
            #expect(silence(news.filter { $0 <= look }, heard: look) == nil)
        }
    }
}
