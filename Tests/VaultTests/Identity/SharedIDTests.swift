import Model
import Testing
import Vault

@Suite("Ids that a bank uses for several transactions")
struct SharedIDTests {
    private let stored: StoredVault
    private let march = day(2025, 3, 1)..<day(2025, 4, 1)

    init() throws {
        stored = try StoredVault()
    }

    /// A line for each transaction, in the order of their days.
    private func seen() throws -> [String] {
        try stored.vault.everything().map { "\($0.day) \($0.amount.minorUnits) \($0.description)" }
            .sorted()
    }

    private func lines(_ rows: [ReceivedTransaction]) -> [String] {
        rows.map { "\($0.day) \($0.amount) \($0.description)" }.sorted()
    }

    @Test(
        "in one answer, rows with one id are one transaction if day, amount and text agree",
        arguments: [
            (transaction("T1"), 1), (transaction("T1", description: "COFFEE 0042 MADISON"), 1),
            (transaction("T1", on: day(2025, 3, 10)), 2), (transaction("T1", -999), 2),
            (transaction("T1", description: "NORTHWIND BOOKS"), 2),
        ])
    func oneAnswer(other: ReceivedTransaction, count: Int) throws {
        let rows = [transaction("T1"), other]
        for _ in 1...3 { try stored.store(account(coverage: march, rows)) }
        #expect(try stored.vault.everything().count == count)
    }

    @Test("equal rows of an id that others have, too, are several transactions")
    func equalOnes() throws {
        let rows = [transaction("0"), transaction("0"), transaction("0", -2000)]
        for _ in 1...2 { try stored.store(account(coverage: march, rows)) }
        #expect(try stored.vault.everything().count == 3)
        let unnamed = [transaction(""), transaction("")]
        for _ in 1...2 { try stored.store(account("A2", coverage: march, unnamed)) }
        #expect(try stored.vault.everything().count == 5)
    }

    /// A hundred days with a purchase each; some payees and amounts come again and again.
    private var hundredDays: [(day: CalendarDay, amount: Int64, payee: String)] {
        (0..<100).map { number in
            let payee = ["BAKER", "BUTCHER", "GROCER", "FLORIST", "NETFLIX"][number % 5]
            let amount = number % 5 == 4 ? -1599 : Int64(number % 17 + 1) * -250
            return (day(2025, 1, 1).adding(days: number), amount, payee)
        }
    }

    @Test("an id that starts anew each month names another transaction each month")
    func monthly() throws {
        let rows = hundredDays.enumerated().map { _, row in
            transaction(
                "\(row.day.month.firstDay.days(until: row.day))", row.amount, on: row.day,
                description: row.payee)
        }
        for end in stride(from: 10, through: 100, by: 10) {
            let last = rows[end - 1].day.adding(days: 1)
            let window = last.adding(days: -44)..<last
            try stored.store(
                account(coverage: window, rows.prefix(end).filter { window.contains($0.day) }))
        }
        #expect(try seen() == lines(rows))
    }

    @Test("ids that are others' now name nothing, even in an answer that lacks some")
    func renumbered() throws {
        let days = hundredDays.prefix(10)
        func rows(from first: Int) -> [ReceivedTransaction] {
            days.enumerated().map { place, row in
                transaction("\(first + place)", row.amount, on: row.day, description: row.payee)
            }
        }
        let january = day(2025, 1, 1)..<day(2025, 2, 1)
        try stored.store(account(coverage: january, rows(from: 20)))
        let before = try seen()
        let half = rows(from: 18).suffix(3)
        try stored.store(account(asked: january, Array(half)))
        try stored.store(account(asked: january, Array(rows(from: 20).prefix(7)) + half))
        #expect(try seen() == before)
    }

    @Test("an id that comes again each month names another one in an answer that may lack some")
    func monthlyInterest() throws {
        let march = transaction("INT", -310, on: day(2025, 3, 31), description: "INTEREST")
        let january = transaction("INT", -290, on: day(2025, 1, 31), description: "INTEREST")
        let window = day(2025, 2, 20)..<day(2025, 4, 5)
        try stored.store(account(coverage: day(2025, 1, 1)..<day(2025, 2, 20), [january]))
        try stored.store(account(coverage: nil, asked: window, [march]))
        #expect(try seen() == lines([january, march]))
    }

    @Test("a row without a day is no transaction of another window that has its id and its payee")
    func withoutDay() throws {
        let refund = transaction("0009", 1999, on: day(2025, 3, 8))
        let undated = ReceivedTransaction(
            bankID: "0009", day: day(2025, 3, 31), amount: -7580, description: "COFFEE",
            payee: "", memo: "", merchantCode: "", isPending: false, postedAt: nil,
            transactedAt: nil)
        for _ in 1...2 {
            try stored.store(account(coverage: march, [refund]))
            try stored.store(account(coverage: day(2025, 1, 1)..<day(2025, 2, 1), [undated]))
        }
        #expect(try seen() == ["2025-03-08 1999 COFFEE", "2025-03-31 -7580 COFFEE"])
    }

    @Test(
        "an id that is the place in the answer names no transaction twice", arguments: [1, 7, 30])
    func positions(step: Int) throws {
        let rows = hundredDays.map { row in
            transaction("", row.amount, on: row.day, description: row.payee)
        }
        for end in stride(from: step, through: 100, by: step) {
            let last = rows[end - 1].day.adding(days: 1)
            let window = last.adding(days: -44)..<last
            let listed = rows.prefix(end).filter { window.contains($0.day) }.reversed()
            let numbered = listed.enumerated().map { place, row in
                transaction("\(place + 1)", row.amount, on: row.day, description: row.description)
            }
            try stored.store(account(coverage: window, numbered))
        }
        #expect(try seen() == lines(Array(rows.prefix(100 / step * step))))
    }

    @Test("what the person said stays with its transaction when ids are places in the answer")
    func decision() throws {
        let first = transaction("1", -500, on: day(2025, 3, 1), description: "BAKER")
        try stored.store(account(coverage: march, [first]))
        try stored.vault.correct([1: Correction(note: "for Ann")], summary: "a note")
        let moved = transaction("2", -500, on: day(2025, 3, 1), description: "BAKER")
        let newest = transaction("1", -700, on: day(2025, 3, 2), description: "GROCER")
        try stored.store(account(coverage: march, [newest, moved]))
        #expect(try stored.vault.transaction(1)?.description == "BAKER")
        #expect(try stored.vault.everything().count == 2)
    }

    @Test(
        "a later word under one id is the same transaction, unless all of it is different",
        arguments: [
            (transaction("T1", on: day(2025, 3, 12)), 1), (transaction("T1", -1100), 1),
            (transaction("T1", description: "BLUE HERON"), 1),
            (transaction("T1", -1100, on: day(2025, 3, 12)), 1),
            (transaction("T1", -1100, on: day(2025, 3, 12), description: "BLUE HERON"), 2),
        ])
    func laterWord(other: ReceivedTransaction, count: Int) throws {
        try stored.store(account(coverage: march, [transaction("T1")]))
        try stored.store(account(coverage: march, [other]))
        #expect(try stored.vault.everything().count == count)
    }
}

@Suite("Transactions that a bank takes back")
struct TakenBackTests {
    private let stored: StoredVault
    private let march = day(2025, 3, 1)..<day(2025, 4, 1)

    init() throws {
        stored = try StoredVault()
    }

    @Test("a doubled row counts once when the bank takes it back, until it comes again")
    func doubled() throws {
        let both = [transaction("T1"), transaction("T2")]
        try stored.store(account(coverage: march, both))
        let outcome = try stored.store(account(coverage: march, [transaction("T2")]))
        #expect(outcome.takenBack == 1)
        #expect(try stored.vault.everything().map(\.bankID) == ["T2"])
        #expect(try stored.vault.snapshot(asOf: day(2025, 3, 31)).transactions.count == 1)
        #expect(try stored.store(account(coverage: march, both)).takenBack == 0)
        #expect(try stored.vault.everything().map(\.bankID) == ["T1", "T2"])
        #expect(try stored.vault.everything().allSatisfy { !$0.isPending })
    }

    @Test(
        "an incomplete answer takes nothing back",
        arguments: [nil, day(2025, 3, 10)..<day(2025, 4, 1)])
    func incomplete(coverage: Range<CalendarDay>?) throws {
        try stored.store(account(coverage: march, [transaction("T1"), transaction("T2")]))
        try stored.store(account(coverage: coverage, [transaction("T2")]))
        #expect(try stored.vault.everything().count == 2)
    }

    @Test("a duplicate stays while some row of its account can't be read", arguments: ["N3", ""])
    func unreadable(id: String) throws {
        let both = ["T1", "T2"].map { transaction($0, -3_551, on: day(2025, 3, 4)) }
        try stored.store(account(coverage: march, both))
        let outcome = try stored.store(
            account(coverage: march, unreadable: [ExactText(id)], [both[0]]))
        #expect(outcome.takenBack == 0)
        #expect(outcome.missing.isEmpty)
        #expect(try stored.vault.everything().map(\.bankID) == ["T1", "T2"])
        #expect(try stored.store(account(coverage: march, [both[0]])).takenBack == 1)
    }

    @Test("a decision about a withdrawn duplicate waits for the person")
    func decision() throws {
        try stored.store(account(coverage: march, [transaction("T1"), transaction("T2")]))
        try stored.vault.correct([1: Correction(note: "for Ann")], summary: "a note")
        try stored.store(account(coverage: march, [transaction("T2")]))
        let doubts = try stored.vault.doubtfulHolds()
        #expect(doubts.map(\.hold.id) == [1])
        #expect(doubts.map { $0.candidates.map(\.id) } == [[2]])
    }

    @Test("any other row that is gone counts on, and is told once")
    func missing() throws {
        let rows = [transaction("T1"), transaction("T2", -700), transaction("T3", -20)]
        try stored.store(account(coverage: march, rows))
        let outcome = try stored.store(account(coverage: march, Array(rows.dropLast())))
        #expect(outcome.missing == [3])
        #expect(try stored.vault.everything().count == 3)
        #expect(try stored.store(account(coverage: march, Array(rows.dropLast()))).missing == [])
        #expect(try stored.vault.missingSince(3) == firstOfMarch)
        try stored.store(account(coverage: march, rows))
        #expect(try stored.vault.missingSince(3) == nil)
    }

    @Test(
        "a row that is gone is asked about until the person says whether it counts",
        arguments: [true, false])
    func missingUntilDecided(isExcluded: Bool) throws {
        let rows = [transaction("T1"), transaction("T2", -700), transaction("T3", -20)]
        try stored.store(account(coverage: march, rows))
        #expect(try stored.vault.missingTransactions() == [])
        try stored.store(account(coverage: march, Array(rows.prefix(1))))
        #expect(try stored.vault.missingTransactions() == [2, 3])
        try stored.vault.correct([2: Correction(excluded: isExcluded)], summary: "set")
        #expect(try stored.vault.missingTransactions() == [3])
        try stored.store(account(coverage: march, rows))
        #expect(try stored.vault.missingTransactions() == [])
    }

    @Test(
        "days that a bank no longer has are no loss to tell of, but those of the last weeks are",
        arguments: [(60, []), (20, [1])] as [(Int64, [Int64])])
    func forgotten(later: Int64, missing: [Int64]) throws {
        try stored.store(account(coverage: march, [transaction("T1")]))
        let at = day(2025, 3, 9).secondsSinceEpoch + later * 86_400
        #expect(
            try stored.store(account(coverage: march, []), receivedAt: at).missing == missing)
        #expect(try stored.vault.everything().count == 1)
    }
}

@Suite("Transactions without a day")
struct UndatedTests {
    private let stored: StoredVault

    init() throws {
        stored = try StoredVault()
    }

    /// As a bank sends it that says no day: the day is that of the answer.
    private func undated(
        _ id: String, _ amount: Int64 = -1000, received: CalendarDay, isPending: Bool = false
    ) -> ReceivedTransaction {
        ReceivedTransaction(
            bankID: id, day: received, amount: amount, description: "COFFEE", payee: "", memo: "",
            merchantCode: "", isPending: isPending, postedAt: nil, transactedAt: nil)
    }

    @Test("stay on the day of the first answer, under any id", arguments: [false, true])
    func day(isRotating: Bool) throws {
        for number in 1...20 {
            let today = VaultTests.day(2025, 3, number)
            let ids = isRotating ? ["A\(number)", "B\(number)"] : ["A", "B"]
            try stored.store(
                account(
                    coverage: today.adding(days: -43)..<today.adding(days: 1),
                    ids.map { undated($0, received: today) }),
                receivedAt: today.secondsSinceEpoch)
        }
        #expect(
            try stored.vault.everything().map(\.day)
                == [VaultTests.day(2025, 3, 1), VaultTests.day(2025, 3, 1)])
    }

    @Test(
        "move back if the clock was ahead at first, and stay if it is behind now",
        arguments: [
            ((2031, 8, 22), (2025, 3, 2), (2025, 3, 2)), ((2025, 3, 2), (1970, 1, 1), (2025, 3, 2)),
            ((2025, 3, 2), (2025, 2, 20), (2025, 3, 2)),
        ] as [((Int, Int, Int), (Int, Int, Int), (Int, Int, Int))])
    func wrongClock(
        first: (Int, Int, Int), second: (Int, Int, Int), kept: (Int, Int, Int)
    ) throws {
        func day(_ parts: (Int, Int, Int)) -> CalendarDay {
            VaultTests.day(parts.0, parts.1, parts.2)
        }
        let dated = transaction("D", -5, on: VaultTests.day(2025, 3, 1))
        for today in [day(first), day(second)] {
            try stored.store(
                account(
                    asked: VaultTests.day(2025, 1, 20)..<VaultTests.day(2025, 3, 3),
                    [dated, undated("A", received: today)]),
                receivedAt: today.secondsSinceEpoch)
        }
        let days = try stored.vault.everything().filter { $0.bankID == "A" }.map(\.day)
        #expect(days == [day(kept)])
    }

    @Test(
        "count on if a purchase of the same payee that has a day gets their id", arguments: [3, 20])
    func idUsedAgain(day number: Int) throws {
        let (march, first) = (
            VaultTests.day(2025, 3, 1)..<VaultTests.day(2025, 4, 1), VaultTests.day(2025, 3, 12)
        )
        try stored.store(
            account(coverage: march, [undated("0001", -2053, received: first)]),
            receivedAt: first.secondsSinceEpoch)
        let dated = transaction("0001", -984, on: VaultTests.day(2025, 3, number))
        #expect(try stored.store(account(coverage: march, [dated])).newTransactions == 1)
        #expect(try stored.vault.everything().count == 2)
    }

    /// The dated one and one without a day are equal, and each may have the id of the other.
    @Test("stay apart from an equal one that has a day, whose id they get", arguments: [-1, 1])
    func equalToDated(shift: Int) throws {
        let today = VaultTests.day(2025, 3, 12)
        for first in [5, 5 + shift, 5] {
            try stored.store(
                account(
                    coverage: VaultTests.day(2025, 3, 1)..<VaultTests.day(2025, 4, 1),
                    [
                        transaction("\(first)", on: today),
                        undated("\(first + 1)", received: today),
                    ]), receivedAt: today.secondsSinceEpoch)
            let ids = try stored.vault.everything().map { [$0.id: $0.bankID] }
            #expect(ids == [[1: "\(first)"], [2: "\(first + 1)"]])
        }
    }

    @Test("keep what was said while pending, though the id rotates and an answer lacks them")
    func pending() throws {
        for number in 1...8 {
            let today = VaultTests.day(2025, 3, number)
            let rows = [undated("P\(number)", received: today, isPending: true)]
            try stored.store(
                account(
                    coverage: today.adding(days: -43)..<today.adding(days: 1),
                    number == 5 ? [] : rows),
                receivedAt: today.secondsSinceEpoch)
            if number == 2 {
                try stored.vault.correct([1: Correction(note: "for Ann")], summary: "a note")
            }
        }
        #expect(try stored.vault.everything().map(\.id) == [1])
        #expect(try stored.vault.everything().map(\.bankID) == ["P8"])
    }

    private func purchase(
        _ amount: Int64, _ description: String, received: CalendarDay
    ) -> ReceivedTransaction {
        ReceivedTransaction(
            bankID: "0009", day: received, amount: amount, description: description, payee: "",
            memo: "", merchantCode: "", isPending: false, postedAt: nil, transactedAt: nil)
    }

    @Test("are others under a known id where amount and text are others, too")
    func usedAgain() throws {
        for (today, amount, description) in [
            (VaultTests.day(2025, 3, 1), -6_358, "RIVERBEND GARDEN"),
            (VaultTests.day(2025, 3, 18), -2_225, "CITY PARKING GARAGE"),
        ] {
            try stored.store(
                account(
                    coverage: today.adding(days: -43)..<today.adding(days: 1),
                    [purchase(Int64(amount), description, received: today)]),
                receivedAt: today.secondsSinceEpoch)
        }
        #expect(try stored.vault.everything().map(\.amount.minorUnits) == [-6_358, -2_225])
    }

    @Test("are others under one id in answers about other days, also at one merchant")
    func usedEachMonth() throws {
        let today = VaultTests.day(2025, 3, 1)
        for _ in 0..<2 {
            for (days, amount) in [(-43, -696), (-87, -512)] {
                let first = today.adding(days: days)
                try stored.store(
                    account(
                        coverage: first..<first.adding(days: 44),
                        [purchase(Int64(amount), "BLUE HERON COFFEE", received: today)]),
                    receivedAt: today.secondsSinceEpoch)
            }
            #expect(try stored.vault.everything().map(\.amount.minorUnits) == [-696, -512])
        }
    }

    @Test("one without a day stays itself while the clock is behind, among others of its id")
    func undated() throws {
        func answer(on today: CalendarDay) -> [ReceivedTransaction] {
            let bakery = ReceivedTransaction(
                bankID: "0504", day: today, amount: -993, description: "CORNER BAKERY", payee: "",
                memo: "", merchantCode: "", isPending: false, postedAt: nil, transactedAt: nil)
            return [transaction("0504", -1250, on: VaultTests.day(2025, 3, 4)), bakery]
        }
        for today in [VaultTests.day(2025, 3, 19), VaultTests.day(2025, 3, 14)] {
            try stored.store(
                account(
                    coverage: VaultTests.day(2025, 3, 1)..<today.adding(days: 1), answer(on: today))
            )
        }
        #expect(try stored.vault.everything().count == 2)
    }
}
