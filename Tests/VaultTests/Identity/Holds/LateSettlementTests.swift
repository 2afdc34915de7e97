import Model
import Testing
import Vault

@Suite("Holds that are posted long after they were made")
struct LateSettlementTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }
    private let march = day(2025, 3, 1)..<day(2025, 4, 1)
    private let held = transaction("P1", on: day(2025, 3, 9), isPending: true)

    init() throws {
        stored = try StoredVault()
    }

    private func posted(
        _ id: String = "T1", paidOn paid: CalendarDay = day(2025, 3, 9), text: String = "COFFEE",
        amount: Int64 = -1000
    ) -> ReceivedTransaction {
        ReceivedTransaction(
            bankID: id, day: day(2025, 3, 31), amount: amount, description: text, payee: "",
            memo: "", merchantCode: "", isPending: false,
            postedAt: day(2025, 3, 31).secondsSinceEpoch, transactedAt: paid.secondsSinceEpoch)
    }

    private func receive(
        _ rows: ReceivedTransaction..., days: Range<CalendarDay>? = nil
    ) throws -> StoredAnswer {
        try stored.store(account(coverage: days ?? march, rows))
    }

    /// As a sync asks: the hold's days first, and then the last ones.
    private func receiveInTwoAnswers(_ rows: ReceivedTransaction...) throws {
        _ = try receive(days: day(2025, 3, 1)..<day(2025, 3, 27))
        try stored.store(account(coverage: day(2025, 3, 27)..<day(2025, 4, 1), rows))
    }

    private func rows() throws -> [Int64: String] {
        Dictionary(uniqueKeysWithValues: try vault.everything().map { ($0.id, $0.bankID) })
    }

    @Test(
        "settle if the bank says that both were paid on one day, also with another amount",
        arguments: [-1000, -1200, -4000])
    func late(amount: Int64) throws {
        _ = try receive(held)
        _ = try receive(posted(amount: amount))
        #expect(try rows() == [1: "T1"])
    }

    @Test("count once when they are listed again, if both were paid on one day")
    func lateEcho() throws {
        _ = try receive(held)
        _ = try receive(posted())
        #expect(try receive(held, posted()) == StoredAnswer())
        #expect(try rows() == [1: "T1"])
    }

    @Test("settle with all that was said, though an answer of earlier days lacked them first")
    func laterAnswer() throws {
        _ = try receive(held)
        try vault.correct([1: Correction(tags: ["trip"])], summary: "a tag")
        try receiveInTwoAnswers(posted())
        #expect(try rows() == [1: "T1"])
        #expect(try vault.corrections(of: [1]) == [1: Correction(tags: ["trip"])])
    }

    @Test(
        "are others than what was paid on another day or to someone else",
        arguments: [(10, "COFFEE"), (9, "NORTHWIND BOOKS")])
    func others(paid: Int, text: String) throws {
        _ = try receive(held)
        try receiveInTwoAnswers(posted(paidOn: day(2025, 3, paid), text: text))
        #expect(try rows() == [2: "T1"])
        #expect(try vault.doubtfulHolds().isEmpty)
    }

    @Test("wait for the person's word if two that were paid on their day are posted")
    func two() throws {
        _ = try receive(held)
        try receiveInTwoAnswers(posted("T1"), posted("T2"))
        #expect(try rows() == [2: "T1", 3: "T2"])
        #expect(try vault.doubtfulHolds().map { $0.candidates.map(\.id) } == [[2, 3]])
    }

    // MARK: Without a day

    /// As a bank sends it that says no day: the day is that of the answer.
    private func undated(_ id: String, received: CalendarDay) -> ReceivedTransaction {
        ReceivedTransaction(
            bankID: id, day: received, amount: -7_777, description: "TWIN OAKS HARDWARE",
            payee: "", memo: "", merchantCode: "", isPending: true, postedAt: nil,
            transactedAt: nil)
    }

    /// A bank that lists a hold without a day among the last days.
    private func receiveUndated(
        _ id: String?, on today: CalendarDay, isWhole: Bool = true
    ) throws {
        let middle = today.adding(days: -20)
        for (days, rows) in [
            (today.adding(days: -60)..<middle, []),
            (middle..<today.adding(days: 1), id.map { [undated($0, received: today)] } ?? []),
        ] {
            try stored.store(
                account(coverage: isWhole ? days : nil, asked: days, rows),
                receivedAt: today.secondsSinceEpoch + 50_000)
        }
    }

    @Test(
        "go on under another id if they have no day, with what was said, however long pending",
        arguments: [1, 9])
    func undatedOn(daysBetween: Int) throws {
        for number in stride(from: 1, through: 31, by: 3) {
            try receiveUndated("P1", on: day(2025, 3, number))
            if number == 1 { try vault.correct([1: Correction(note: "x")], summary: "a note") }
        }
        try receiveUndated("P2", on: day(2025, 3, 31).adding(days: daysBetween))
        #expect(try rows() == [1: "P2"])
    }

    @Test("go on under another id also if it came first in an answer that lacks some")
    func undatedInPart() throws {
        try receiveUndated("P1", on: day(2025, 3, 1))
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        try receiveUndated("P1", on: day(2025, 3, 30))
        try receiveUndated("P2", on: day(2025, 3, 31), isWhole: false)
        #expect(try rows() == [1: "P1", 2: "P2"])
        for number in 32...33 {
            try receiveUndated("P2", on: day(2025, 3, number))
            #expect(try rows() == [1: "P2"])
        }
    }

    @Test("without a day are dropped if an equal one comes weeks after the bank listed them last")
    func undatedDropped() throws {
        try receiveUndated("P1", on: day(2025, 3, 1))
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        try receiveUndated(nil, on: day(2025, 3, 2))
        try receiveUndated("P2", on: day(2025, 4, 1))
        #expect(try rows() == [2: "P2"])
    }

    @Test("settle when they are posted after weeks if they have no day, with what was said")
    func undatedPosted() throws {
        for number in stride(from: 1, through: 31, by: 3) {
            try receiveUndated("P1", on: day(2025, 3, number))
            if number == 1 { try vault.correct([1: Correction(note: "x")], summary: "a note") }
        }
        let today = day(2025, 4, 2)
        try receiveUndated(nil, on: today.adding(days: -1))
        try stored.store(
            account(
                coverage: today.adding(days: -20)..<today.adding(days: 1),
                [transaction("T1", -7_777, on: today, description: "TWIN OAKS HARDWARE")]),
            receivedAt: today.secondsSinceEpoch + 50_000)
        #expect(try rows() == [1: "T1"])
    }

    @Test("settle as what is equal rather than as a tip, though only the tip is of the next days")
    func equalBeforeTip() throws {
        // Dated with the moment of the answer, after which no one asked for weeks.
        try stored.store(
            account(
                coverage: march,
                [
                    transaction(
                        "P1", -1_045, on: day(2025, 3, 9), description: "RECORDS 1774",
                        isPending: true)
                ]),
            receivedAt: day(2025, 3, 9).secondsSinceEpoch + 50_000)
        let tip = ReceivedTransaction(
            bankID: "T1", day: day(2025, 3, 19), amount: -1_095, description: "RECORDS 1020",
            payee: "", memo: "", merchantCode: "", isPending: false,
            postedAt: day(2025, 3, 19).secondsSinceEpoch, transactedAt: nil)
        let equal = ReceivedTransaction(
            bankID: "T2", day: day(2025, 3, 28), amount: -1_045, description: "RECORDS 1774",
            payee: "", memo: "", merchantCode: "", isPending: false,
            postedAt: day(2025, 3, 28).secondsSinceEpoch,
            transactedAt: day(2025, 3, 2).secondsSinceEpoch)
        try stored.store(
            account(coverage: march, [tip, equal]),
            receivedAt: day(2025, 3, 31).secondsSinceEpoch + 50_000)
        #expect(try rows() == [1: "T2", 2: "T1"])
    }
}
