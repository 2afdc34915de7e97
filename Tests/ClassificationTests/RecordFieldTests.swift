import Classification
import Model
import Scripting
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
                    id: 7, name: "A", bankName: "A at B", institution: "B", type: .checking,
                    currency: usd, bankID: "CHK-1", balance: 12_345),
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
                        .. tostring(tx.account_balance_minor) .. " "
                        .. tx.account_bank_name .. "/" .. tx.account_bank_id }
                end }
                """
            ]))
        let pass = try classifier.conclude(snapshot)
        #expect(pass.problems == [])
        #expect(
            pass.conclusions.entries.map { pass.conclusions.verdict(of: $0).notes?.value } == [
                "2025-03-09 2025-03-07 7 123.45 12345 A at B/CHK-1",
                "2025-03-09 nil 8 nil nil C/", "2025-03-09 2025-03-07 7 123.45 12345 A at B/CHK-1",
                "2025-03-09 2025-03-09 7 123.45 12345 A at B/CHK-1",
            ])
    }

    @Test("is what the bank and the person say, whether many are asked together or one alone")
    func everyField() throws {
        let fields = [
            "id", "account", "account_type", "institution", "amount", "amount_minor", "currency",
            "day", "year", "month", "day_of_month", "weekday", "description", "payee", "memo",
            "merchant_code", "pending", "account_id", "bank_payee", "account_bank_id",
            "account_bank_name",
        ]
        let line = fields.map { "tostring(tx.\($0))" }.joined(separator: " .. \"|\" .. ")
        let rules = try load([
            """
            rule { when = function(tx) print(\(line)) end, set = {} }
            rule { when = {}, set = function(tx) print(\(line)) end }
            """
        ])
        let rows = [
            Row(
                account: 4, cents: -1_250, day: 3, description: "A SHOP", payee: "Shop",
                memo: "note", merchantCode: "5812"),
            Row(account: 0, cents: 99, day: -70, description: "B", isPending: true),
        ]
        _ = try rules.opinions(on: makeSnapshot(rows))
        let first =
            "1|Yen Account|savings|First Example Bank|-1250.0|-1250|JPY|2025-03-12|2025|3|12|"
            + "wednesday|A SHOP|Shop|note|5812|false|11|Shop||Yen Account"
        let second =
            "2|Everyday Checking|checking|First Example Bank|0.99|99|USD|2024-12-29|2024|12|29|"
            + "sunday|B|B|||true|17|B||Everyday Checking"
        #expect(rules.takeOutput().map(\.text) == [first, first, second, second])
    }
}
