import GRDB
import Model
import Testing
import Vault

@Suite("Holds that are posted under another id")
struct SettlementTests {
    let stored: StoredVault
    var vault: Vault { stored.vault }
    let march = day(2025, 3, 1)..<day(2025, 4, 1)

    init() throws {
        stored = try StoredVault()
    }

    func hold(_ id: String = "P1", _ amount: Int64 = -1000) -> ReceivedTransaction {
        transaction(id, amount, isPending: true)
    }

    func posted(
        _ id: String = "T1", _ amount: Int64 = -1000, on day: CalendarDay = day(2025, 3, 11)
    ) -> ReceivedTransaction {
        transaction(id, amount, on: day)
    }

    func receive(_ rows: ReceivedTransaction...) throws -> StoredAnswer {
        try stored.store(account(coverage: march, rows))
    }

    func rows() throws -> [Int64: String] {
        Dictionary(uniqueKeysWithValues: try vault.everything().map { ($0.id, $0.bankID) })
    }

    @Test("settle in place, with all that was said about them")
    func inPlace() throws {
        _ = try receive(hold())
        try vault.correct(
            [1: Correction(category: "gifts", note: "for Ann", tags: ["trip"])], summary: "set")
        let outcome = try receive(posted("T1", -1200))
        #expect(outcome.newTransactions == 0)
        #expect(outcome.changedTransactions == 1)
        let record = try #require(try vault.transaction(1))
        #expect(try rows() == [1: "T1"])
        #expect(!record.isPending)
        #expect(record.amount.minorUnits == -1200)
        #expect(try vault.corrections(of: [1])[1]?.note == "for Ann")
        #expect(try vault.formerBankIDs(of: 1) == ["P1"])
    }

    @Test("settle also where the posted one comes with a later answer")
    func laterAnswer() throws {
        _ = try receive(hold())
        #expect(try receive().changedTransactions == 1)
        #expect(try rows() == [:])
        _ = try receive(posted())
        #expect(try rows() == [1: "T1"])
    }

    @Test("settle also where an answer without the hold's days brings the posted one")
    func otherWindow() throws {
        _ = try receive(hold())
        try stored.store(account(coverage: day(2025, 3, 1)..<day(2025, 3, 10), []))
        try stored.store(
            account(coverage: day(2025, 3, 10)..<day(2025, 4, 1), [posted()]))
        #expect(try rows() == [1: "T1"])
    }

    @Test("stay where the bank still names them")
    func stillNamed() throws {
        _ = try receive(hold())
        _ = try receive(hold(), posted())
        #expect(try rows() == [1: "P1", 2: "T1"])
    }

    /// What a bank names that reports a failure.
    private func receiveIncomplete(_ rows: ReceivedTransaction...) throws {
        try stored.store(account(coverage: nil, asked: march, rows))
    }

    @Test("settle by their words where the answer may lack some")
    func incomplete() throws {
        _ = try receive(hold())
        try receiveIncomplete(posted())
        #expect(try rows() == [1: "T1"])
    }

    @Test("stay pending where the answer may lack some and nothing posted has their words")
    func incompleteWithoutWords() throws {
        _ = try receive(hold())
        let other = transaction("T1", -1000, on: day(2025, 3, 11), description: "NORTHWIND BOOKS")
        try receiveIncomplete(other)
        #expect(try rows() == [1: "P1", 2: "T1"])
        _ = try receive(hold(), other)
        #expect(try rows() == [1: "P1", 2: "T1"])
    }

    @Test("stay pending where two fit what an answer has that may lack some")
    func incompleteAndAlike() throws {
        _ = try receive(hold("P1"), hold("P2"))
        try receiveIncomplete(posted())
        #expect(try rows() == [1: "P1", 2: "P2", 3: "T1"])
    }

    @Test("of another account settle nothing")
    func otherAccount() throws {
        try stored.store(
            account("A1", coverage: march, [hold()]), account("A2", coverage: march, []))
        try stored.store(
            account("A1", coverage: march, []), account("A2", coverage: march, [posted()]))
        #expect(try vault.everything().map(\.account) == [2])
        #expect(try vault.everything().map(\.id) != [1])
    }

    @Test("respect the given limits")
    func limits() throws {
        var limits = SettlementLimits()
        limits.maximumDays = 1
        for rows in [[hold()], [posted()]] {
            _ = try vault.store(
                ReceivedAnswer(
                    institutions: [ReceivedInstitution(key: "bank", name: "Bank", url: nil)],
                    accounts: [account(coverage: march, rows)], receivedAt: firstOfMarch),
                connection: stored.connection, sync: nil, limits: limits)
        }
        #expect(try rows() == [2: "T1"])
    }

    // MARK: Age

    @Test("are void when no answer has named them for so long that none will")
    func age() throws {
        let late = firstOfMarch + 200 * 86_400
        try stored.store(account([hold("P1"), hold("P2")]))
        try stored.store(account([hold("P2")]), receivedAt: late)
        #expect(try rows() == [2: "P2"])
        try stored.store(account([hold("P1")]), receivedAt: late)
        #expect(try rows() == [1: "P1"])
    }

    @Test(
        "are kept for 180 days, since a sync asks for their days",
        arguments: [(46, ["P1", "T9"]), (180, ["P1", "T9"]), (181, ["T9"])])
    func lastDay(days: Int, kept: [String]) throws {
        try stored.store(account([hold()]))
        try stored.store(
            account([posted("T9", 5, on: day(2025, 3, 9).adding(days: days))]),
            receivedAt: day(2025, 3, 9).adding(days: days).secondsSinceEpoch + 3600)
        #expect(try rows().values.sorted() == kept)
    }

    @Test("don't grow old by a clock that is ahead of all that the bank says")
    func clockAhead() throws {
        let ahead = firstOfMarch + 2000 * 86_400
        let balance = ReceivedBalance(
            minorUnits: 5, availableMinorUnits: nil, at: firstOfMarch + 9 * 86_400)
        try stored.store(account(balance: balance, [hold()]), receivedAt: ahead)
        try stored.store(account([posted("T9", 5)]), receivedAt: ahead)
        #expect(try rows() == [1: "P1", 2: "T9"])
    }

    // MARK: What was said about them

    @Test(
        "take a decision along if the text or the day of the payment agrees, and else wait",
        arguments: [
            ("COFFEE 0042 MADISON", day(2025, 3, 11), true), ("", day(2025, 3, 9), true),
            ("", day(2025, 3, 11), false), ("PHARMACY PLUS", day(2025, 3, 9), false),
            ("PHARMACY PLUS", day(2025, 3, 16), false),
        ])
    func amountAlone(text: String, day: CalendarDay, follows: Bool) throws {
        _ = try receive(hold())
        try vault.correct([1: Correction(note: "for Ann")], summary: "a note")
        _ = try receive(transaction("T1", on: day, description: text))
        #expect(try rows() == [follows ? 1 : 2: "T1"])
        #expect(try vault.doubtfulHolds().map(\.hold.id) == (follows ? [] : [1]))
    }

    @Test("take no row of another payee along where something was said, also a week later")
    func weekLater() throws {
        _ = try receive(transaction("P1", description: "CINEMA ROYAL", isPending: true))
        try vault.correct([1: Correction(note: "with Ann")], summary: "a note")
        _ = try receive()
        _ = try receive(
            transaction("T1", on: day(2025, 3, 16), description: "PHARMACY PLUS"))
        #expect(try rows() == [2: "T1"])
        #expect(try vault.corrections(of: [2]).isEmpty)
    }

    @Test("count once when they are listed again beside what they became")
    func echo() throws {
        _ = try receive(hold())
        _ = try receive(posted("T1", -1200))
        let outcome = try receive(hold(), posted("T1", -1200))
        #expect(outcome == StoredAnswer())
        #expect(try rows() == [1: "T1"])
        _ = try receive(hold())
        #expect(try rows() == [1: "T1"])
    }

    @Test("count once when they are listed again with a round sum, beside what was used")
    func echoOfOtherAmount() throws {
        let pump = hold("P1", -100)
        _ = try receive(pump)
        let used = transaction("T1", -4210)
        _ = try receive(used)
        #expect(try receive(pump, used) == StoredAnswer())
        #expect(try rows() == [1: "T1"])
    }

    /// What a bank lists a day later.
    private func receiveNextDay(_ rows: ReceivedTransaction...) throws -> StoredAnswer {
        try stored.store(
            account(coverage: march, rows), receivedAt: firstOfMarch + 86_400)
    }

    @Test("go on as an equal posted one that came while they were still listed")
    func postedBeside() throws {
        _ = try receive(hold())
        try vault.correct([1: Correction(note: "for Ann")], summary: "set")
        _ = try receiveNextDay(hold(), posted())
        #expect(try rows() == [1: "P1", 2: "T1"])
        _ = try receiveNextDay(posted())
        #expect(try rows() == [1: "T1"])
        #expect(try vault.corrections(of: [1])[1]?.note == "for Ann")
        #expect(try receiveNextDay(posted()) == StoredAnswer())
        #expect(try receiveNextDay(hold(), posted()) == StoredAnswer())
        #expect(try vault.doubtfulHolds().isEmpty)
    }

    @Test("are in doubt if something was said about the equal posted one, too")
    func bothDecided() throws {
        _ = try receive(hold())
        _ = try receiveNextDay(hold(), posted())
        try vault.correct(
            [1: Correction(note: "for Ann"), 2: Correction(note: "for Bob")], summary: "set")
        _ = try receiveNextDay(posted())
        #expect(try rows() == [2: "T1"])
        #expect(try vault.doubtfulHolds().map(\.hold.id) == [1])
    }

    @Test("are no tip of another purchase if their equal came while they were still listed")
    func postedBesideAndAnother() throws {
        _ = try receive(hold())
        _ = try receiveNextDay(hold(), posted())
        _ = try receiveNextDay(posted(), posted("T2", -1100, on: day(2025, 3, 15)))
        #expect(try rows() == [2: "T1", 3: "T2"])
    }

    @Test("count once when they are listed again with the day of the answer")
    func echoDatedNow() throws {
        _ = try receive(hold())
        _ = try receive(posted())
        let today = CalendarDay(secondsSinceEpoch: firstOfMarch)
        #expect(
            try receive(transaction("P1", on: today, isPending: true), posted())
                == StoredAnswer())
        #expect(try rows() == [1: "T1"])
    }

    @Test("go on as their equal though they were listed beside it with the day of the answer")
    func beforeEchoDatedNow() throws {
        func receive(on day: CalendarDay, _ rows: ReceivedTransaction...) throws {
            try stored.store(
                account(coverage: march, rows), receivedAt: day.secondsSinceEpoch + 50_000)
        }
        func held(on day: CalendarDay) -> ReceivedTransaction {
            transaction("P1", on: day, isPending: true)
        }
        try receive(on: day(2025, 3, 15), held(on: day(2025, 3, 15)))
        try vault.correct([1: Correction(note: "for Ann")], summary: "a note")
        let posted = posted(on: day(2025, 3, 18))
        try receive(on: day(2025, 3, 20), posted, held(on: day(2025, 3, 20)))
        try receive(on: day(2025, 3, 22), posted)
        #expect(try rows() == [1: "T1"])
    }

    @Test(
        "stay themselves if a tip and another id come while they are pending",
        arguments: [
            (transaction("P2", -1150, isPending: true), [1: "P2"]),
            (transaction("P2", -1150, on: day(2025, 3, 20), isPending: true), [2: "P2"]),
            (transaction("P2", -1150, description: "PHARMACY", isPending: true), [2: "P2"]),
            (transaction("P2", -1500, isPending: true), [2: "P2"]),
        ])
    func tipWhilePending(row: ReceivedTransaction, kept: [Int64: String]) throws {
        _ = try receive(hold())
        try vault.correct([1: Correction(note: "for Ann")], summary: "set")
        _ = try receiveNextDay(row)
        #expect(try rows() == kept)
    }

    @Test("leave an id behind that a bank may use for another")
    func usedAgain() throws {
        _ = try receive(hold())
        _ = try receive(posted())
        _ = try receive(posted(), transaction("P1", -70, description: "BAKER", isPending: true))
        #expect(try rows() == [1: "T1", 2: "P1"])
    }

    @Test("stay void when they are listed again after the person settled them")
    func settledByHand() throws {
        try doubt()
        try vault.settle(hold: 1, as: 3, summary: "transactions settle 1 3")
        _ = try receive(hold("P1"), posted())
        #expect(try rows() == [3: "T1"])
    }

    @Test("stay themselves under other ids, dated by the day of the answer or missing from one")
    func datedNow() throws {
        for number in 9...14 {
            let today = day(2025, 3, number)
            let row = transaction("P\(number)", on: today, isPending: true)
            try stored.store(
                account(coverage: march, number == 12 ? [] : [row]),
                receivedAt: today.secondsSinceEpoch + 50_000)
            if number == 10 { try vault.correct([1: Correction(note: "x")], summary: "a note") }
        }
        #expect(try rows() == [1: "P14"])
    }

    @Test("stay themselves though they came under another id in an answer that lacks some")
    func datedNowInPart() throws {
        func receive(_ id: String, on day: CalendarDay, _ coverage: Range<CalendarDay>?) throws {
            try stored.store(
                account(coverage: coverage, [transaction(id, on: day, isPending: true)]),
                receivedAt: day.secondsSinceEpoch + 50_000)
        }
        try receive("P1", on: day(2025, 3, 9), march)
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        try receive("P2", on: day(2025, 3, 10), nil)
        #expect(try rows() == [1: "P1", 2: "P2"])
        for number in 11...13 {
            try receive("P2", on: day(2025, 3, number), march)
            #expect(try rows() == [1: "P2"])
        }
        #expect(try vault.corrections(of: [1, 2]) == [1: Correction(note: "x")])
    }
}
