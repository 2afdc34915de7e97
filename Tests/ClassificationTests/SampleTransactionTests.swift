import Classification
import Model
import Scripting
import Testing

@Suite("A sample transaction")
struct SampleTransactionTests {
    private static func table(_ fields: [String: ScriptValue]) -> ScriptValue {
        .table(ScriptTable(fields: fields))
    }

    @Test("is 10 dollars out of a checking account, where nothing else is said")
    func defaults() throws {
        let sample = try SampleTransaction(.string("NETFLIX.COM"))
        let snapshot = SampleTransaction.snapshot(of: [sample])
        let transaction = try #require(snapshot.transactions.first)
        let account = snapshot.account(of: transaction)
        #expect(snapshot.texts[transaction.description] == "NETFLIX.COM")
        #expect(snapshot.texts[transaction.payee] == "NETFLIX.COM")
        #expect(snapshot.texts[transaction.memo] == "")
        #expect(transaction.amount == -1000)
        #expect(transaction.day.description == "2025-01-15")
        #expect(!transaction.isPending)
        #expect(account.name == "Checking")
        #expect(account.type == .checking)
        #expect(account.institution == "Bank")
        #expect(account.currency == Currency(code: "USD"))
    }

    @Test("has what its table says")
    func fields() throws {
        let sample = try SampleTransaction(
            Self.table([
                "description": .string("SQ *CAFE"), "payee": .string("Cafe"),
                "memo": .string("m"), "amount": .number(-15.49), "day": .string("2025-03-09"),
                "account": .string("Card"), "account_type": .string("credit"),
                "institution": .string("Other"), "currency": .string("EUR"),
                "merchant_code": .string("5814"), "pending": .boolean(true),
                "tags": .table(ScriptTable(array: [.string("work"), .string("trip")])),
                "notes": .string("by Ann"),
            ]))
        var expected = SampleTransaction(description: "SQ *CAFE")
        expected.payee = "Cafe"
        expected.memo = "m"
        expected.amount = -1549
        expected.day = try #require(CalendarDay("2025-03-09"))
        expected.account = "Card"
        expected.accountType = .credit
        expected.institution = "Other"
        expected.currency = Currency(code: "EUR")
        expected.merchantCode = "5814"
        expected.isPending = true
        expected.tags = ["work", "trip"]
        expected.notes = "by Ann"
        #expect(sample == expected)
    }

    @Test(
        "has the decimals of its currency",
        arguments: [("USD", -1000), ("JPY", -10), ("KWD", -10_000)] as [(String, Int64)])
    func decimals(currency: String, amount: Int64) throws {
        let sample = try SampleTransaction(Self.table(["currency": .string(currency)]))
        #expect(sample.amount == amount)
    }

    @Test("shares its account with those that name the same one")
    func accounts() throws {
        let cards = try ["Card", "Checking", "Card"].map {
            try SampleTransaction(Self.table(["account": .string($0)]))
        }
        let snapshot = SampleTransaction.snapshot(of: cards)
        #expect(snapshot.accounts.map(\.name) == ["Card", "Checking"])
        #expect(snapshot.transactions.map(\.account) == [0, 1, 0])
        #expect(snapshot.transactions.map(\.id) == [1, 2, 3])
    }

    @Test(
        "today is the latest day, or the day that is given",
        arguments: [(nil, "2025-03-09"), ("2026-01-01", "2026-01-01")] as [(String?, String)])
    func today(given: String?, expected: String) throws {
        let samples = try ["2025-03-09", "2025-03-01"].map {
            try SampleTransaction(Self.table(["day": .string($0)]))
        }
        let snapshot = SampleTransaction.snapshot(
            of: samples, asOf: given.flatMap { CalendarDay($0) })
        #expect(snapshot.asOf.description == expected)
    }

    @Test("reports every mistake in it")
    func mistakes() throws {
        let error = #expect(throws: SampleError.self) {
            try SampleTransaction(
                Self.table([
                    "amount": .string("12,50"), "day": .string("soon"), "decription": .string("x"),
                    "payee": .integer(3), "pending": .string("no"), "account_type": .string("card"),
                ]))
        }
        #expect(
            error?.messages == [
                "\"account_type\" of a sample must be one of checking, savings, credit, investment, "
                    + "brokerage, loan, mortgage, other, cash, asset",
                "\"day\" of a sample must be a day such as \"2025-03-09\"",
                "a sample has no \"decription\" (did you mean \"description\"?)",
                "\"payee\" of a sample must be a text",
                "\"pending\" of a sample must be true or false",
                "\"amount\" of a sample must be a number such as -12.50; "
                    + "write 12.50, with a point instead of the comma",
            ])
    }

    @Test(
        "has an amount that its currency can have",
        arguments: [
            (ScriptValue.number(0.001), "a number with at most 2 decimals, as its currency has"),
            (.number(1e300), "a number such as -12.50"),
            (.string("99999999999999999999"), "a smaller number"),
        ])
    func amount(value: ScriptValue, expected: String) throws {
        let error = #expect(throws: SampleError.self) {
            try SampleTransaction(Self.table(["amount": value]))
        }
        #expect(error?.messages == ["\"amount\" of a sample must be \(expected)"])
    }
}
