import Model
import Testing
import Vault

@Suite("Holds that a bank lists beside what they became")
struct SettledBesideTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }
    private let held = transaction("P1", -100, on: day(2025, 3, 9), isPending: true)

    init() throws {
        stored = try StoredVault()
    }

    /// As fuel pumps do, that hold a round sum and post what was used.
    private func posted(
        _ id: String = "T1", _ amount: Int64 = -517, paidOn paid: Int = 9,
        at payee: String = "COFFEE"
    ) -> ReceivedTransaction {
        ReceivedTransaction(
            bankID: id, day: day(2025, 3, 11), amount: amount, description: payee, payee: "",
            memo: "", merchantCode: "", isPending: false,
            postedAt: day(2025, 3, 11).secondsSinceEpoch,
            transactedAt: day(2025, 3, paid).secondsSinceEpoch)
    }

    private func receive(_ rows: ReceivedTransaction..., at hour: Int64) throws {
        try stored.store(
            account(coverage: day(2025, 3, 1)..<day(2025, 4, 1), rows),
            receivedAt: day(2025, 3, 11).secondsSinceEpoch + hour * 3600)
    }

    private func listBeside(_ posted: ReceivedTransaction, says word: Correction?) throws {
        try receive(held, at: 0)
        if let word { try vault.correct([1: word], summary: "a word") }
        try receive(held, posted, at: 1)
        #expect(try vault.everything().map(\.bankID) == ["P1", "T1"])
        try receive(posted, at: 2)
        #expect(try vault.everything().map(\.bankID) == ["T1"])
    }

    @Test("are reviewed once gone, if another amount was paid on their day")
    func asked() throws {
        try listBeside(posted(), says: Correction(tags: ["trip"]))
        let doubts = try vault.doubtfulHolds()
        #expect(doubts.map(\.hold.id) == [1])
        #expect(doubts.map { $0.candidates.map(\.id) } == [[2]])
    }

    @Test("need no review without a decision")
    func undecided() throws {
        try listBeside(posted(), says: nil)
        #expect(try vault.doubtfulHolds().isEmpty)
    }

    @Test(
        "are not asked about if it was paid on another day or to someone else",
        arguments: [(10, "COFFEE"), (9, "NORTHWIND BOOKS")])
    func others(paid: Int, payee: String) throws {
        try listBeside(posted(paidOn: paid, at: payee), says: Correction(tags: ["trip"]))
        #expect(try vault.doubtfulHolds().isEmpty)
    }

    @Test(
        "are asked about if their bank dates them with each answer, unless it was paid later",
        arguments: [(9, 9, true), (10, 9, true), (10, 3, true), (10, 2, false), (9, 10, false)])
    func askedIfDatedNow(first: Int, paid: Int, isAsked: Bool) throws {
        func receive(on number: Int, _ rows: ReceivedTransaction...) throws {
            try stored.store(
                account(coverage: day(2025, 3, 1)..<day(2025, 4, 1), rows),
                receivedAt: day(2025, 3, number).secondsSinceEpoch + 50_000)
        }
        func held(on number: Int) -> ReceivedTransaction {
            transaction("P1", -100, on: day(2025, 3, number), isPending: true)
        }
        try receive(on: first, held(on: first))
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        try receive(on: 11, held(on: 11), posted(paidOn: paid))
        try receive(on: 12, posted(paidOn: paid))
        #expect(try vault.everything().map(\.id) == [2])
        #expect(try vault.doubtfulHolds().map(\.hold.id) == (isAsked ? [1] : []))
    }

    @Test(
        "are what was posted with a tip, if it alone was paid on their day",
        arguments: [
            (-112, 9, 1, 0), (-112, 10, 2, 0), (-131, 9, 2, 1), (-99, 9, 2, 1),
        ] as [(Int64, Int, Int64, Int)])
    func tip(amount: Int64, paid: Int, kept: Int64, asked: Int) throws {
        let row = posted("T1", amount, paidOn: paid)
        try receive(held, at: 0)
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        try receive(held, row, at: 1)
        try receive(row, at: 2)
        #expect(try vault.everything().map(\.id) == [kept])
        #expect(try vault.everything().map(\.amount.minorUnits) == [Int128(amount)])
        #expect(try vault.doubtfulHolds().count == asked)
    }

    @Test("are not what another one with a tip became while they are listed beside it")
    func tipOfAnother() throws {
        let other = transaction("P2", -112, on: day(2025, 3, 10), isPending: true)
        let posted = transaction("T2", -112, on: day(2025, 3, 11))
        try receive(held, other, at: 0)
        try receive(other, posted, at: 1)
        #expect(try vault.everything().map(\.id).sorted() == [2, 3])
        try receive(posted, at: 2)
        #expect(try vault.everything().map(\.amount.minorUnits) == [-112])
    }

    @Test("are asked about if several that were paid on their day may be they with a tip")
    func tips() throws {
        let both = [posted("T1", -112), posted("T2", -115)]
        try receive(held, at: 0)
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        try receive(held, both[0], both[1], at: 1)
        try receive(both[0], both[1], at: 2)
        #expect(try vault.everything().map(\.id) == [2, 3])
        #expect(try vault.doubtfulHolds().map { $0.candidates.map(\.id) } == [[2, 3]])
    }

    @Test("are asked about if another id and amount came in part, and settled when they are gone")
    func changedInPart() throws {
        let march = day(2025, 3, 1)..<day(2025, 4, 1)
        let changed = transaction("P2", -517, on: day(2025, 3, 9), isPending: true)
        try receive(held, at: 0)
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        try stored.store(
            account(asked: march, [changed]),
            receivedAt: day(2025, 3, 11).secondsSinceEpoch + 3600)
        try receive(posted(), at: 2)
        #expect(try vault.everything().map(\.id) == [2])
        #expect(try vault.doubtfulHolds().map { $0.candidates.map(\.id) } == [[2]])
    }

    @Test("are asked about if an answer lacked them before another amount was paid on their day")
    func askedLater() throws {
        try receive(held, at: 0)
        try vault.correct([1: Correction(tags: ["trip"])], summary: "a tag")
        try stored.store(account(coverage: day(2025, 3, 1)..<day(2025, 4, 1), []))
        try receive(posted(), at: 2)
        #expect(try vault.everything().map(\.id) == [2])
        #expect(try vault.doubtfulHolds().map { $0.candidates.map(\.id) } == [[2]])
    }

    @Test("go on under another id though something else is posted at the same payee")
    func otherPosted() throws {
        try receive(held("P1", on: 9), on: 9)
        let other = transaction("T1", -15_551, on: day(2025, 3, 10))
        try stored.store(
            account(
                coverage: day(2025, 3, 1)..<day(2025, 4, 1), [held("P2", on: 10), other]),
            receivedAt: day(2025, 3, 10).secondsSinceEpoch + 50_000)
        let bankIDs = try vault.everything().map { [$0.id: $0.bankID] }
        #expect(bankIDs == [[1: "P2"], [2: "T1"]])
    }

    @Test("do not go on as one that was paid later if another amount was posted for their day")
    func paidLater() throws {
        try receive(held, at: 0)
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        try receive(held, posted(), at: 1)
        let later = transaction("P2", -100, on: day(2025, 3, 12), isPending: true)
        try receive(posted(), later, at: 26)
        #expect(try vault.everything().map(\.id) == [2, 3])
        #expect(try vault.doubtfulHolds().map { $0.candidates.map(\.id) } == [[2]])
    }

    @Test("settle as what was paid on their day, though an equal one that was paid later is new")
    func equalPaidLater() throws {
        try receive(held, at: 0)
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        let later = transaction("P2", -100, on: day(2025, 3, 12), isPending: true)
        try receive(posted(), later, at: 26)
        #expect(try vault.everything().map { [$0.id: $0.bankID] } == [[1: "T1"], [2: "P2"]])
    }

    @Test("are asked about if both came in part: the equal one, and what was paid on their day")
    func equalPaidLaterInPart() throws {
        let rows = [posted(), transaction("P2", -100, on: day(2025, 3, 12), isPending: true)]
        try receive(held, at: 0)
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        try stored.store(
            account(asked: day(2025, 3, 1)..<day(2025, 4, 1), rows),
            receivedAt: day(2025, 3, 12).secondsSinceEpoch)
        #expect(try vault.everything().map(\.id) == [1, 2, 3])
        try receive(rows[0], rows[1], at: 26)
        #expect(try vault.everything().map(\.id) == [2, 3])
        #expect(try vault.doubtfulHolds().map { $0.candidates.map(\.id) } == [[2]])
    }

    @Test("go on if their bank dates them with each answer, though another was paid on their day")
    func datedNow() throws {
        for number in 9...11 {
            let other = number < 11 ? [] : [posted(paidOn: 10)]
            try stored.store(
                account(
                    coverage: day(2025, 3, 1)..<day(2025, 4, 1),
                    other + [
                        transaction(
                            "P\(number)", -100, on: day(2025, 3, number), isPending: true)
                    ]),
                receivedAt: day(2025, 3, number).secondsSinceEpoch + 50_000)
        }
        #expect(try vault.everything().map { [$0.id: $0.bankID] } == [[1: "P11"], [2: "T1"]])
    }

    @Test(
        "go on beside an equal one that is posted, if their bank dates them with each answer",
        arguments: [[], [1], [2], [1, 2]], [9, 10])
    func equalOneIsPosted(decided: [Int64], until last: Int) throws {
        func hold(_ id: String, on number: Int) -> ReceivedTransaction {
            transaction(id, -100, on: day(2025, 3, number), isPending: true)
        }
        for number in 9...last {
            try receiveAll(
                hold("P\(number)", on: number), hold("Q\(number)", on: number), on: number)
        }
        for id in decided { try vault.correct([id: Correction(note: "x")], summary: "a note") }
        try receiveAll(posted("T1", -100, paidOn: 9), hold("P11", on: 11), on: 11)
        let bankIDs = try vault.everything().map { [$0.id: $0.bankID] }
        #expect(bankIDs == [[1: "P11"], [3: "T1"]])
        let kept = try vault.corrections(of: try vault.everything().map(\.id))
        #expect(kept.count + (try vault.doubtfulHolds().count) >= decided.count)
    }

    @Test("are what was posted beside them, though an answer in part has its first number again")
    func numberOfOneBeside() throws {
        try receive(held, at: 0)
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        try receive(held, posted("7", -100), at: 1)
        try receive(posted("7", -100), at: 2)
        try receive(posted("6", -100), at: 3)
        try stored.store(
            account(asked: day(2025, 3, 1)..<day(2025, 4, 1), [posted("7", -100)]),
            receivedAt: day(2025, 3, 12).secondsSinceEpoch)
        #expect(try vault.everything().map { [$0.id: $0.bankID] } == [[1: "7"]])
    }

    // MARK: Two for one

    private func receive(
        _ row: ReceivedTransaction, on number: Int, isWhole: Bool = true
    ) throws {
        let march = day(2025, 3, 1)..<day(2025, 4, 1)
        try stored.store(
            account(coverage: isWhole ? march : nil, asked: march, [row]),
            receivedAt: day(2025, 3, number).secondsSinceEpoch + 50_000)
    }

    /// Posted on the 12th, and paid on the 9th.
    private var settled: ReceivedTransaction {
        ReceivedTransaction(
            bankID: "T1", day: day(2025, 3, 12), amount: -1000, description: "COFFEE", payee: "",
            memo: "", merchantCode: "", isPending: false,
            postedAt: day(2025, 3, 12).secondsSinceEpoch,
            transactedAt: day(2025, 3, 9).secondsSinceEpoch)
    }

    private func held(_ id: String, on number: Int) -> ReceivedTransaction {
        transaction(id, on: day(2025, 3, number), isPending: true)
    }

    @Test("are one again once an answer is whole, so that nothing else is taken for them later")
    func twoInPart() throws {
        try receive(held("P1", on: 9), on: 9)
        try receive(held("P2", on: 10), on: 10, isWhole: false)
        #expect(try vault.everything().map(\.id) == [1, 2])
        try receive(held("P2", on: 11), on: 11)
        #expect(try vault.everything().map(\.id) == [1])
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        try receive(settled, on: 12)
        #expect(try vault.everything().map(\.id) == [1])
        #expect(try vault.corrections(of: [1]) == [1: Correction(note: "x")])
    }

    @Test("are asked about if an equal one is taken for what is posted when they are gone")
    func equalTaken() throws {
        try receive(held("P1", on: 9), on: 9)
        try receive(held("P2", on: 10), on: 11)
        try vault.correct([2: Correction(note: "x")], summary: "a note")
        try receive(settled, on: 12)
        #expect(try vault.everything().map(\.id) == [1])
        let doubts = try vault.doubtfulHolds()
        #expect(doubts.map(\.hold.id) == [2])
        #expect(doubts.map { $0.candidates.map(\.id) } == [[1]])
    }

    private func receiveAll(_ rows: ReceivedTransaction..., on number: Int) throws {
        try stored.store(
            account(coverage: day(2025, 3, 1)..<day(2025, 4, 1), rows),
            receivedAt: day(2025, 3, number).secondsSinceEpoch + 50_000)
    }

    @Test(
        "are not what comes later with a tip and without a day, if an equal one came with them",
        arguments: [true, false])
    func laterTip(areGoneBefore: Bool) throws {
        let later = ReceivedTransaction(
            bankID: "T2", day: day(2025, 3, 20), amount: -1100, description: "COFFEE", payee: "",
            memo: "", merchantCode: "", isPending: false, postedAt: nil, transactedAt: nil)
        try receiveAll(held("P1", on: 9), settled, on: 12)
        if areGoneBefore { try receiveAll(settled, on: 13) }
        try receiveAll(settled, later, on: 20)
        #expect(try vault.everything().map { [$0.id: $0.day] }.last == [3: day(2025, 3, 20)])
        #expect(try vault.everything().map(\.bankID) == ["T1", "T2"])
    }

    @Test("are not what comes later without a day, if another amount of their day came with them")
    func laterAmount() throws {
        let later = ReceivedTransaction(
            bankID: "T2", day: day(2025, 3, 13), amount: -1317, description: "COFFEE", payee: "",
            memo: "", merchantCode: "", isPending: false, postedAt: nil, transactedAt: nil)
        try receiveAll(held, posted(), on: 12)
        try receiveAll(posted(), later, on: 13)
        #expect(try vault.everything().map(\.id) == [2, 3])
        #expect(try vault.everything().map(\.day) == [day(2025, 3, 11), day(2025, 3, 13)])
    }

    @Test("are what was paid on their day with a tip, though an equal one came with them")
    func tipOfThatDay() throws {
        try receiveAll(held("P1", on: 9), settled, on: 12)
        try receiveAll(settled, posted("T2", -1100), on: 13)
        #expect(try vault.everything().map { [$0.id: $0.bankID] } == [[1: "T2"], [2: "T1"]])
    }

    // MARK: In two answers

    /// The posted one comes while only later days are asked for. Then one answer lacks the hold, and
    /// the next has the posted one.
    private func receiveInTwoAnswers(_ posted: ReceivedTransaction) throws {
        let (early, late) = (
            day(2025, 3, 1)..<day(2025, 3, 10), day(2025, 3, 10)..<day(2025, 4, 1)
        )
        try receive(held, at: 0)
        try vault.correct([1: Correction(note: "x")], summary: "a note")
        try stored.store(
            account(coverage: late, [posted]), receivedAt: day(2025, 3, 12).secondsSinceEpoch)
        #expect(try vault.everything().map(\.id) == [1, 2])
        for (coverage, rows) in [(early, []), (late, [posted])] {
            try stored.store(
                account(coverage: coverage, rows), receivedAt: day(2025, 3, 13).secondsSinceEpoch)
        }
    }

    @Test("go on as what was posted, though an answer of their day lacked them first")
    func equalInTwoAnswers() throws {
        try receiveInTwoAnswers(transaction("T1", -100, on: day(2025, 3, 11)))
        #expect(try vault.everything().map(\.id) == [1])
        #expect(try vault.everything().map(\.bankID) == ["T1"])
    }

    @Test("are asked about, though an answer of their day lacked them first")
    func askedInTwoAnswers() throws {
        try receiveInTwoAnswers(posted())
        #expect(try vault.everything().map(\.id) == [2])
        #expect(try vault.doubtfulHolds().map { $0.candidates.map(\.id) } == [[2]])
    }
}
