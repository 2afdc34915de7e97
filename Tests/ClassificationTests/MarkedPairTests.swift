import Classification
import Model
import Rules
import Testing

@Suite("A pair that the person marked as a transfer")
struct MarkedPairTests {
    private static let marked = [TransactionPair(1, 2): PairDecision.linked]

    /// A friend's money, in and out: nothing but the mark makes it a transfer.
    private func conclude(
        _ rules: String = "", corrections: [Int64: Correction] = [:],
        others: [Row] = []
    ) throws -> Conclusions {
        let rows = [
            Row(account: 0, cents: -35_000, day: 1, description: "CHECK 118"),
            Row(account: 1, cents: 35_000, day: 9, description: "MOBILE DEPOSIT"),
        ]
        let classifier = try makeClassifier(
            rules, stages: [userStage, correctionStage, transferStage(), defaultStage])
        return try classifier.conclude(
            makeSnapshot(
                rows + others,
                decisions: Decisions(corrections: corrections, pairs: Self.marked))
        ).conclusions
    }

    private func classes(_ conclusions: Conclusions) -> [TransactionClass] {
        conclusions.entries.map { conclusions.verdict(of: $0).transactionClass.value }
    }

    @Test("is one, whatever the texts and the days")
    func marked() throws {
        #expect(try classes(conclude()) == [.transfer, .transfer])
    }

    @Test("counts by its signs where the person calls one side something else")
    func corrected() throws {
        let conclusions = try conclude(corrections: [2: Correction(class: .income)])
        #expect(classes(conclusions) == [.expense, .income])
    }

    @Test("counts by its signs where a rule of the person's calls one side something else")
    func ruled() throws {
        let conclusions = try conclude(
            "rule { when = { description = \"CHECK 118\" }, set = { class = \"expense\" } }")
        #expect(classes(conclusions) == [.expense, .income])
    }

    @Test("stays linked where one side is called something else, so that it can be marked anew")
    func linked() throws {
        let conclusions = try conclude(corrections: [2: Correction(class: .income)])
        #expect(conclusions.entries.map(\.partner) == [2, 1])
    }

    @Test("leaves its sides to other transfers where one side is called something else")
    func otherPartner() throws {
        let conclusions = try conclude(
            corrections: [2: Correction(class: .income)],
            others: [
                Row(account: 1, cents: 35_000, day: 1, description: "TRANSFER FROM CHECKING")
            ])
        #expect(conclusions.entries.map(\.partner) == [3, nil, 1])
        #expect(classes(conclusions) == [.transfer, .income, .transfer])
    }

    @Test(
        "of which less arrived than was sent has the rest as a fee",
        arguments: [(-50_500, 50_000, 500), (-50_090, 50_000, 90), (-100_000, 98_500, 1500)])
    func fee(sent: Int64, received: Int64, fee: Int64) throws {
        let classifier = try makeClassifier(
            "", stages: [userStage, correctionStage, transferStage(), defaultStage])
        let conclusions = try classifier.conclude(
            makeSnapshot(
                [
                    Row(account: 0, cents: sent, day: 1, description: "CHECK 118"),
                    Row(account: 1, cents: received, day: 2, description: "MOBILE DEPOSIT"),
                ], decisions: Decisions(corrections: [:], pairs: Self.marked))
        ).conclusions
        #expect(classes(conclusions) == [.transfer, .transfer])
        #expect(conclusions.splits[1]?.map(\.minorUnits) == [-fee, sent + fee])
        #expect(conclusions.splits[2] == nil)
        #expect(try classes(conclude()) == [.transfer, .transfer])
        #expect(try conclude().splits.isEmpty)
    }
}
