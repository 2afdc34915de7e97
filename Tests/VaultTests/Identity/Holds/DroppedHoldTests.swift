import Model
import Testing
import Vault

@Suite("Pending charges that a bank drops")
struct DroppedHoldTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    init() throws { stored = try StoredVault() }

    private func receive(on number: Int, _ rows: ReceivedTransaction...) throws {
        try stored.store(
            account(coverage: day(2025, 3, 1)..<day(2025, 4, 15), rows),
            receivedAt: day(2025, 3, 1).adding(days: number - 1).secondsSinceEpoch + 43_200)
    }

    private func transactions() throws -> [String] { try vault.everything().map(\.bankID) }

    @Test("are stored again if an answer has them beside what they seemed to become")
    func both() throws {
        let one = transaction(
            "P1", -6_257, on: day(2025, 3, 9), description: "PHARMACY PLUS 3580", isPending: true)
        let other = transaction(
            "T2", -5_791, on: day(2025, 3, 9), description: "PHARMACY PLUS 4183")
        try receive(on: 9, one)
        try receive(on: 15, other)
        try receive(on: 16, one, other)
        #expect(try transactions().sorted() == ["P1", "T2"])
        try receive(on: 17, one, other)
        #expect(try transactions().sorted() == ["P1", "T2"])
    }

    @Test(
        "stay settled if they are listed again in words that the posted text contains",
        arguments: [
            ("PENDING HARBOR SUSHI", "HARBOR SUSHI 5099 TACOMA WA"),
            ("HARBOR SUSHI", "POS HARBOR SUSHI 5099 TACOMA WA"),
            ("AUTHORISATION HARBOR SUSHI 5099", "HARBOR SUSHI 5099"),
        ])
    func listedAgain(held: String, posted: String) throws {
        let hold = transaction(
            "P1", -100, on: day(2025, 3, 9), description: held, isPending: true)
        let charge = transaction("T1", -1_840, on: day(2025, 3, 10), description: posted)
        try receive(on: 9, hold)
        try receive(on: 10, charge)
        #expect(try transactions() == ["T1"])
        try receive(on: 11, hold, charge)
        #expect(try transactions() == ["T1"])
    }

    @Test(
        "are asked about if their id is posted with another amount and text",
        arguments: [true, false])
    func sameID(isDecided: Bool) throws {
        try receive(
            on: 9,
            transaction(
                "X", -100, on: day(2025, 3, 9), description: "PENDING AUTH 9921", isPending: true))
        let note = Correction(note: "shared")
        if isDecided { try vault.correct([1: note], summary: "a note") }
        try receive(
            on: 10,
            transaction("X", -8_311, on: day(2025, 3, 9), description: "SHELL OIL 57442"))
        let doubts = try vault.doubtfulHolds()
        #expect(doubts.map(\.hold.id) == (isDecided ? [1] : []))
        #expect(doubts.map { $0.candidates.map(\.id) } == (isDecided ? [[2]] : []))
        #expect(try transactions() == ["X"])
        guard isDecided else { return }
        #expect(try applied().isEmpty)
        try vault.settle(hold: 1, as: 2, summary: "settle")
        #expect(try vault.corrections(of: [2]) == [2: note])
        #expect(try applied() == [2: note])
    }

    /// The corrections that a pass applies, or says that it can't.
    private func applied() throws -> [Int64: Correction] {
        try vault.snapshot(asOf: day(2025, 3, 10)).decisions.corrections
    }

    /// The bank drops the charge of 3 March at once, and answers each day without it.
    private func buyAgain(on second: Int) throws -> (posted: Int64, note: Correction?) {
        try receive(on: 3, transaction("P1", -450, on: day(2025, 3, 3), isPending: true))
        try vault.correct([1: Correction(note: "shared")], summary: "a note")
        for number in 4..<second { try receive(on: number) }
        try receive(on: second, transaction("T2", -450, on: day(2025, 3, second)))
        let posted = try #require(try vault.everything().first { $0.bankID == "T2" }?.id)
        return (posted, try vault.corrections(of: [posted])[posted])
    }

    @Test("keep their notes from next week's purchase, and are asked about")
    func nextWeek() throws {
        let (posted, note) = try buyAgain(on: 11)
        #expect(note == nil)
        #expect(try vault.doubtfulHolds().map { $0.candidates.map(\.id) } == [[posted]])
    }

    @Test("give their notes to what is posted within days")
    func soon() throws {
        #expect(try buyAgain(on: 6).note == Correction(note: "shared"))
    }
}
