import Classification
import Model
import Testing

@Suite("The lens of a transfer between own accounts")
struct TransferLensTests {
    struct Movement: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Positions among the accounts.
        let from: Int
        let to: Int
        /// Of the side that pays, and the one that receives.
        let lenses: [Lens?]
    }

    @Test(
        "is told by the account on the other side",
        arguments: [
            Movement(testDescription: "to savings", from: 0, to: 1, lenses: [.saving, nil]),
            Movement(testDescription: "back from savings", from: 1, to: 0, lenses: [nil, .saving]),
            Movement(testDescription: "to a card", from: 0, to: 2, lenses: [nil, nil]),
            Movement(testDescription: "to a loan", from: 0, to: 3, lenses: [.need, nil]),
            Movement(
                testDescription: "from savings to a loan", from: 1, to: 3, lenses: [.need, nil]),
            Movement(testDescription: "paid out by a loan", from: 3, to: 0, lenses: [nil, nil]),
            Movement(testDescription: "between savings", from: 1, to: 4, lenses: [nil, nil]),
        ])
    func otherSide(_ movement: Movement) throws {
        #expect(try lenses(movement) == movement.lenses)
    }

    @Test("is a rule's where one sets it")
    func rule() throws {
        let movement = Movement(testDescription: "", from: 0, to: 1, lenses: [])
        #expect(
            try lenses(
                movement,
                "rule { name = \"a\", when = { amount = less(0) }, set = { lens = \"want\" } }"
            ) == [.want, nil])
    }

    private func lenses(_ movement: Movement, _ rules: String = "") throws -> [Lens?] {
        let classifier = try makeClassifier(
            rules, stages: [userStage, transferStage(), lensStage, defaultStage])
        let types: [AccountType] = [.checking, .savings, .credit, .mortgage, .brokerage]
        let plain = makeSnapshot([
            Row(account: movement.from, cents: -5000, description: "TRANSFER"),
            Row(account: movement.to, cents: 5000, description: "TRANSFER"),
        ])
        let snapshot = Snapshot(
            asOf: plain.asOf,
            accounts: types.enumerated().map { position, type in
                AccountFacts(
                    id: Int64(position + 1), name: "Account \(position)", institution: "Bank",
                    type: type, currency: Currency(code: "USD"))
            }, transactions: plain.transactions, texts: plain.texts, decisions: plain.decisions)
        let conclusions = try classifier.conclude(snapshot).conclusions
        #expect(conclusions.entries.map(\.partner) == [2, 1])
        return conclusions.entries.map { conclusions.verdict(of: $0).lens?.value }
    }
}
