import Model
import SimpleFIN
import Testing

@Suite("A transaction")
struct TransactionTests {
    @Test(
        "has its exact amount, however the bank writes it",
        arguments: [
            (#""-05.50""#, "USD", -550), (#""00.00""#, "USD", 0),
            (#""105884.8""#, "USD", 10_588_480),
            (#""-33293.43""#, "USD", -3_329_343), (#""+7""#, "USD", 700), (#""1.500""#, "USD", 150),
            ("-12.5", "USD", -1250), ("1000000", "USD", 100_000_000), ("0.1", "USD", 10),
            ("0.29", "USD", 29), ("90071992547409.93", "USD", 9_007_199_254_740_993),
            (#""1234""#, "JPY", 1234), (#""0.12345678""#, "BTC", 12_345_678),
            (#""1.234""#, "BHD", 1234), (#""92233720368547758.07""#, "USD", Int64.max),
            (#""-92233720368547758.07""#, "USD", -Int64.max),
        ])
    func amounts(_ json: String, _ currency: String, _ minorUnits: Int64) throws {
        let read = try transaction(#""id":"T","posted":1,"amount":\#(json)"#, currency: currency)
        #expect(read.amount.minorUnits == minorUnits)
    }

    @Test(
        "without an exact amount is rejected",
        arguments: [
            (#""1.005""#, AmountError.tooManyDecimals), ("0.001", .tooManyDecimals),
            (#""1,000.00""#, .notANumber), (#""$5""#, .notANumber), (#"" 5""#, .notANumber),
            (#""NaN""#, .notANumber), ("1e2", .notANumber),
            (#""92233720368547758.08""#, .tooLarge), (#""-92233720368547758.08""#, .tooLarge),
            ("1" + String(repeating: "0", count: 400), .tooLarge),
        ])
    func inexact(_ json: String, _ fault: AmountError) throws {
        let entry = try rejectedTransaction(#""id":"T9","posted":1,"amount":\#(json)"#)
        #expect(entry.subject == .transaction)
        #expect(entry.accountID == "A1")
        #expect(entry.transactionID == "T9")
        #expect(entry.field == "amount")
        #expect(entry.reason == .inexactAmount(fault))
    }

    @Test(
        "with a field of the wrong kind is rejected by that field",
        arguments: [
            (#""posted":1,"amount":"1""#, "id", RejectedEntry.Reason.missing),
            (#""id":"","posted":1,"amount":"1""#, "id", .missing),
            (#""id":null,"posted":1,"amount":"1""#, "id", .missing),
            (#""id":["T"],"posted":1,"amount":"1""#, "id", .wrongType),
            (#""id":"T","posted":1"#, "amount", .missing),
            (#""id":"T","posted":1,"amount":null"#, "amount", .missing),
            (#""id":"T","posted":1,"amount":"""#, "amount", .missing),
            (#""id":"T","posted":1,"amount":true"#, "amount", .wrongType),
            (#""id":"T","posted":{},"amount":"1""#, "posted", .wrongType),
            (#""id":"T","posted":"soon","amount":"1""#, "posted", .notAnInstant),
            (#""id":"T","posted":1736496000000,"amount":"1""#, "posted", .notAnInstant),
            (#""id":"T","posted":1000000000000000000,"amount":"1""#, "posted", .notAnInstant),
            (#""id":"T","posted":-1000000000000000000,"amount":"1""#, "posted", .notAnInstant),
            (#""id":"T","posted":-1,"amount":"1""#, "posted", .notAnInstant),
            (#""id":"T","posted":7258118400,"amount":"1""#, "posted", .notAnInstant),
            (
                #""id":"T","posted":1,"transacted_at":1736496000000,"amount":"1""#, "transacted_at",
                .notAnInstant
            ),
            (#""id":"T","posted":99999999999999999999,"amount":"1""#, "posted", .notAnInstant),
            (
                #""id":"T","posted":1,"transacted_at":"2025-01-01","amount":"1""#, "transacted_at",
                .notAnInstant
            ),
            (#""id":"T","pending":"maybe","amount":"1""#, "pending", .wrongType),
            (#""id":"T","posted":1,"amount":"1","description":5"#, "description", .wrongType),
            (#""id":"T","posted":1,"amount":"1","payee":{}"#, "payee", .wrongType),
        ])
    func wrongField(_ members: String, _ field: String, _ reason: RejectedEntry.Reason) throws {
        let entry = try rejectedTransaction(members)
        #expect(entry.field == field)
        #expect(entry.reason == reason)
    }

    @Test(
        "is pending where the bank says so or posts it at 0, not where a date is missing",
        arguments: [
            (#""posted":1736496000"#, false), (#""posted":1736496000,"pending":false"#, false),
            (#""posted":1736496000,"pending":null"#, false), (#""posted":0"#, true),
            (#""posted":"0""#, true), (#""posted":1736496000,"pending":true"#, true),
            (#""pending":true"#, true), (#""pending":1"#, true), (#""memo":"""#, false),
            (#""posted":null"#, false), (#""posted":"""#, false),
        ])
    func pending(_ members: String, _ isPending: Bool) throws {
        #expect(try transaction(#""id":"T","amount":"1",\#(members)"#).isPending == isPending)
    }

    @Test(
        "reads instants as numbers or texts, and 0 as none",
        arguments: [
            ("1736496000", 1_736_496_000 as Int64?), (#""1736496000""#, 1_736_496_000),
            ("1736496000.25", 1_736_496_000), ("1", 1), ("7258118399", 7_258_118_399), ("0", nil),
            (#""0""#, nil),
            ("null", nil), (#""""#, nil),
        ])
    func instants(_ json: String, _ seconds: Int64?) throws {
        let read = try transaction(
            #""id":"T","amount":"1","posted":\#(json),"transacted_at":\#(json)"#)
        #expect(read.posted == seconds)
        #expect(read.transactedAt == seconds)
    }

    @Test(
        "has the UTC day of posting, else of payment, else of the answer",
        arguments: [
            (#""posted":1746532800,"transacted_at":1746400000"#, "2025-05-06"),
            (#""posted":1746489599"#, "2025-05-05"),
            (#""posted":0,"transacted_at":1746400000"#, "2025-05-04"),
            (#""posted":0,"transacted_at":0"#, "2026-02-28"),
        ])
    func day(_ members: String, _ day: String) throws {
        let received = try #require(CalendarDay(year: 2026, month: 2, day: 28))
        let read = try transaction(#""id":"T","amount":"1",\#(members)"#)
        #expect(read.day(receivedOn: received).description == day)
    }

    @Test("keeps its texts exactly, control characters and markup included")
    func texts() throws {
        let read = try transaction(
            #""id":"T","amount":"1","description":"A\u0000<b>\u001b[31m \ud83d\ude00\/","payee":" x ""#
        )
        #expect(read.description == "A\0<b>\u{1B}[31m 😀/")
        #expect(read.payee == " x ")
    }

    @Test(
        "survives text that is not Unicode",
        arguments: [
            (Array(#"\ud800!"#.utf8), "\u{FFFD}!"), (Array(#"\ud800\u0041"#.utf8), "\u{FFFD}A"),
            (Array(#"\udc00\n"#.utf8), "\u{FFFD}\n"), ([0x43, 0xE9, 0x21], "C\u{FFFD}!"),
        ])
    func brokenText(_ bytes: [UInt8], _ text: String) throws {
        let parts = answer(#""transactions":[{"id":"T","amount":"1","memo":"@"}],"#)
            .split(separator: "@")
        let body = Array(parts[0].utf8) + bytes + Array(parts[1].utf8)
        let set = try AccountSet(decoding: body)
        #expect(set.accounts.first?.transactions.first?.memo == text)
    }

    @Test("equal to another in one answer stays beside it")
    func twins() throws {
        let one = #"{"id":"T","posted":1736496000,"amount":"-4.50","description":"Coffee"}"#
        #expect(try account("\"transactions\":[\(one),\(one)],").transactions.count == 2)
    }
}
