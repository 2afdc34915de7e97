import Classification
import Model
import Rules
import Testing

@Suite("A transfer that the person took apart")
struct UnlinkedTransferTests {
    /// The classes of rows of which the first two were taken apart.
    private func classes(
        _ rows: [Row], unlinked: Bool = true
    ) throws -> [TransactionClass] {
        let classifier = try makeClassifier(
            stages: [
                userStage, transferStage(),
                rulesStage("movements", [("TRANSFER", Effect(class: .transfer))]), defaultStage,
            ])
        let pairs = unlinked ? [TransactionPair(1, 2): PairDecision.unlinked] : [:]
        let conclusions = try classifier.conclude(
            makeSnapshot(rows, decisions: Decisions(pairs: pairs))
        ).conclusions
        return conclusions.entries.map { conclusions.verdict(of: $0).transactionClass.value }
    }

    private func sent(_ text: String, from account: Int = 0) -> Row {
        Row(account: account, cents: -50_000, description: text)
    }

    private func received(_ text: String, in account: Int = 1) -> Row {
        Row(account: account, cents: 50_000, description: text)
    }

    @Test(
        "is no transfer by a text either, whether of a rule or of an account's name",
        arguments: ["TRANSFER", "TRANSFER TO HIGH YIELD SAVINGS", ""])
    func byText(text: String) throws {
        let rows = [sent(text), received(text)]
        #expect(try classes(rows, unlinked: false) == [.transfer, .transfer])
        #expect(try classes(rows) == [.expense, .income])
    }

    @Test("may be one with another transaction")
    func anotherPartner() throws {
        let rows = [sent("TRANSFER"), received("SHOP"), received("TRANSFER", in: 1)]
        #expect(try classes(rows) == [.transfer, .income, .transfer])
    }

    @Test("leaves on a card what the card's text says")
    func card() throws {
        let rows = [sent("TRANSFER"), received("TRANSFER", in: 2)]
        #expect(try classes(rows) == [.expense, .transfer])
    }

    @Test("is what a rule of the person's own says")
    func ownRule() throws {
        let classifier = try makeClassifier(
            "rule { when = { text = \"TRANSFER\" }, set = { class = \"transfer\" } }",
            stages: [userStage, transferStage(), defaultStage])
        let snapshot = makeSnapshot(
            [sent("TRANSFER"), received("SHOP")],
            decisions: Decisions(pairs: [TransactionPair(1, 2): .unlinked]))
        let conclusions = try classifier.conclude(snapshot).conclusions
        #expect(
            conclusions.entries.map { conclusions.verdict(of: $0).transactionClass.value }
                == [.transfer, .income])
    }
}
