import Classification
import Model
import Testing

@Suite("What is kept of the names of accounts")
struct KeptAccountNamesTests {
    /// One transaction of an account at Northbeam whose text names another bank.
    private func snapshot(otherBank: String) -> Snapshot {
        let usd = Currency(code: "USD")
        var texts = TextTable()
        let text = texts.id(of: "TRANSFER TO HARBOR")
        return Snapshot(
            asOf: day("2025-03-09"),
            accounts: [
                AccountFacts(
                    id: 1, name: "Checking", institution: "Northbeam", type: .checking,
                    currency: usd),
                AccountFacts(
                    id: 2, name: "Savings", institution: otherBank, type: .savings, currency: usd),
            ],
            transactions: [
                TransactionFacts(
                    id: 1, amount: -100_00, day: day("2025-03-01"), account: 0, description: text,
                    payee: text, memo: .empty, merchantCode: .empty, isPending: false,
                    transactedDay: nil)
            ], texts: texts, decisions: .none)
    }

    @Test("is not what they were called in an earlier pass")
    func renamed() throws {
        let pipeline = Pipeline(
            stages: [try transferStage(), defaultStage], categories: try makeCategories())
        let kept = try Classifier(
            Plugins([], in: pipeline), userRules: load([]), accountNames: KeptAccountNames())
        for bank in ["Harbor Bank", "Elsewhere", "Harbor Bank", "Another"] {
            let fresh = try Classifier(pipeline: pipeline, userRules: load([]))
            let snapshot = snapshot(otherBank: bank)
            let verdicts = try kept.conclude(snapshot).conclusions.verdicts
            #expect(verdicts == (try fresh.conclude(snapshot).conclusions.verdicts))
            let isTransfer = verdicts.first?.transactionClass.value == .transfer
            #expect(isTransfer == (bank == "Harbor Bank"))
        }
    }
}
