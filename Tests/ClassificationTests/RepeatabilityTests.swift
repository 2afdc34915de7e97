import Classification
import Model
import TestSupport
import Testing

@Suite("The same facts come to the same conclusions")
struct RepeatabilityTests {
    /// What is concluded on one transaction.
    private struct Conclusion: Hashable {
        let verdict: Verdict
        let partner: Int64?
        let parts: [SplitPart]?
    }

    private func conclude(
        _ rows: [Row], with classifier: Classifier
    ) throws -> [Int64: Conclusion] {
        let conclusions = try classifier.conclude(makeSnapshot(rows)).conclusions
        var byID: [Int64: Conclusion] = [:]
        for entry in conclusions.entries {
            byID[entry.transaction] = Conclusion(
                verdict: conclusions.verdict(of: entry), partner: entry.partner,
                parts: conclusions.splits[entry.transaction])
        }
        return byID
    }

    private func numbered(_ rows: [Row]) -> [Row] {
        rows.enumerated().map { position, row in
            var row = row
            row.id = Int64(position + 1)
            return row
        }
    }

    @Test("twice over one snapshot", arguments: Seeds.first(of: 4))
    func twice(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let snapshot = makeSnapshot(randomRows(60, using: &random))
        let classifier = try makeHouseClassifier()
        let first = try classifier.conclude(snapshot).conclusions
        let second = try classifier.conclude(snapshot).conclusions
        #expect(first.entries == second.entries)
        #expect(first.verdicts == second.verdicts)
        #expect(first.splits == second.splits)
        #expect(!first.splits.isEmpty)
        #expect(first.entries.contains { $0.partner != nil })
    }

    @Test("whatever the order of the rows", arguments: Seeds.first(of: 8))
    func shuffled(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let rows = numbered(randomRows(60, using: &random))
        let classifier = try makeHouseClassifier()
        let expected = try conclude(rows, with: classifier)
        #expect(try conclude(rows.shuffled(using: &random), with: classifier) == expected)
    }

    @Test("whatever the numbers of the transactions", arguments: Seeds.first(of: 8))
    func renumbered(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let rows = numbered(randomRows(60, using: &random))
        let classifier = try makeHouseClassifier()
        let expected = try conclude(rows, with: classifier)
        let numbers = (1...60).map { Int64($0 * 1000) }.shuffled(using: &random)
        let others = rows.indices.map { position in
            var row = rows[position]
            row.id = numbers[position]
            return row
        }
        let found = try conclude(others, with: classifier)
        for (position, number) in numbers.enumerated() {
            let conclusion = try #require(expected[Int64(position + 1)])
            #expect(found[number]?.verdict == conclusion.verdict)
            #expect(found[number]?.parts == conclusion.parts)
            #expect(found[number]?.partner == conclusion.partner.map { numbers[Int($0) - 1] })
        }
    }

    @Test("whichever classifier ran before with the same rules")
    func otherClassifierBefore() throws {
        var random = RandomNumbers(seed: 9)
        let rows = randomRows(60, using: &random)
        let expected = try conclude(rows, with: try makeHouseClassifier())
        let rules = try makeHouseRules()
        let plain = Classifier(
            pipeline: Pipeline(
                stages: [userStage, defaultStage], categories: try makeCategories()),
            userRules: rules)
        let house = Classifier(pipeline: try makeHousePipeline(), userRules: rules)
        for _ in 0..<3 { _ = try conclude(randomRows(40, using: &random), with: plain) }
        #expect(try conclude(rows, with: house) == expected)
    }
}
