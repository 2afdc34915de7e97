import Classification
import Model
import Testing

@Suite("What a function reads of a transaction and its account")
struct RecordFieldTests {
    @Test("is that transaction's, whatever was read before")
    func freshEachTime() throws {
        let start = try #require(CalendarDay("2025-03-09"))
        var texts = TextTable()
        let description = texts.id(of: "SHOP")
        func transaction(_ id: Int64, account: Int32, made: CalendarDay?) -> TransactionFacts {
            TransactionFacts(
                id: id, amount: -100, day: start, account: account, description: description,
                payee: description, memo: .empty, merchantCode: .empty, isPending: false,
                transactedDay: made)
        }
        let usd = Currency(code: "USD")
        let snapshot = Snapshot(
            asOf: start,
            accounts: [
                AccountFacts(
                    id: 7, name: "A", institution: "B", type: .checking, currency: usd,
                    balance: 12_345),
                AccountFacts(id: 8, name: "C", institution: "B", type: .credit, currency: usd),
            ],
            transactions: [
                transaction(1, account: 0, made: start.adding(days: -2)),
                transaction(2, account: 1, made: nil),
                transaction(3, account: 0, made: start.adding(days: -2)),
                transaction(4, account: 0, made: start),
            ], texts: texts)
        let classifier = Classifier(
            pipeline: try makeBarePipeline(),
            userRules: try load([
                """
                rule { when = {}, set = function(tx)
                    return { notes = tx.day .. " " .. tostring(tx.transacted_day) .. " "
                        .. tx.account_id .. " " .. tostring(tx.account_balance) .. " "
                        .. tostring(tx.account_balance_minor) }
                end }
                """
            ]))
        let pass = try classifier.conclude(snapshot)
        #expect(pass.problems == [])
        #expect(
            pass.conclusions.entries.map { pass.conclusions.verdict(of: $0).notes?.value } == [
                "2025-03-09 2025-03-07 7 123.45 12345", "2025-03-09 nil 8 nil nil",
                "2025-03-09 2025-03-07 7 123.45 12345", "2025-03-09 2025-03-09 7 123.45 12345",
            ])
    }
}
