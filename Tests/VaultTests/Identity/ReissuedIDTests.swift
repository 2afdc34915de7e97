import Model
import Testing
import Vault

@Suite("Ids that a bank issues anew")
struct ReissuedIDTests {
    private let stored: StoredVault
    private let march = day(2025, 3, 1)..<day(2025, 4, 1)

    init() throws {
        stored = try StoredVault()
    }

    private func rows() throws -> [Int64: String] {
        Dictionary(uniqueKeysWithValues: try stored.vault.everything().map { ($0.id, $0.bankID) })
    }

    @Test("a block of new ids for the same transactions changes no row, and brings none")
    func block() throws {
        let days = (1...20).map { day(2025, 3, $0) }
        let first = days.enumerated().map { transaction("T\($0)", Int64($0) * -100, on: $1) }
        try stored.store(account(coverage: march, first))
        let before = try stored.vault.everything().map(\.id)
        let again = days.enumerated().map {
            transaction($0 < 10 ? "R\($0)" : "T\($0)", Int64($0) * -100, on: $1)
        }
        let outcome = try stored.store(account(coverage: march, again))
        #expect(outcome == StoredAnswer())
        let after = try stored.vault.everything()
        #expect(after.map(\.id) == before)
        #expect(after.map(\.bankID) == again.map(\.bankID))
        #expect(try stored.vault.formerBankIDs(of: before[3]) == ["T3"])
        #expect(try stored.vault.formerBankIDs(of: before[15]) == [])
    }

    @Test("what the person said stays with the transaction")
    func correction() throws {
        try stored.store(account(coverage: march, [transaction("T1")]))
        try stored.vault.correct([1: Correction(note: "for Ann")], summary: "a note")
        try stored.store(account(coverage: march, [transaction("R1")]))
        #expect(try rows() == [1: "R1"])
        #expect(try stored.vault.corrections(of: [1])[1]?.note == "for Ann")
    }

    @Test("equal transactions get the new ids in their order")
    func order() throws {
        try stored.store(account(coverage: march, [transaction("T1"), transaction("T2")]))
        try stored.store(account(coverage: march, [transaction("R1"), transaction("R2")]))
        #expect(try rows() == [1: "R1", 2: "R2"])
    }

    @Test("an id that comes back is taken back by the same rule")
    func back() throws {
        for id in ["T1", "R1", "T1", "R2"] {
            try stored.store(account(coverage: march, [transaction(id)]))
        }
        #expect(try rows() == [1: "R2"])
        #expect(try stored.vault.formerBankIDs(of: 1).sorted() == ["R1", "T1"])
        try stored.store(account(coverage: march, [transaction("T1"), transaction("R2")]))
        #expect(try rows() == [1: "R2", 2: "T1"])
    }

    @Test(
        "of equal ones as many count as the bank lists",
        arguments: [
            (gone: 1, new: 2, kept: ["R1", "R2"]), (gone: 2, new: 1, kept: ["R1"]),
            (gone: 3, new: 2, kept: ["R1", "R2"]),
        ])
    func otherCount(gone: Int, new: Int, kept: [String]) throws {
        let first = (1...gone).map { transaction("T\($0)") }
        let second = (1...new).map { transaction("R\($0)") }
        try stored.store(account(coverage: march, first))
        let outcome = try stored.store(account(coverage: march, second))
        #expect(outcome.newTransactions == max(0, new - gone))
        #expect(try rows().values.sorted() == kept)
    }

    @Test("an old id that the answer still has is another transaction")
    func stillThere() throws {
        try stored.store(account(coverage: march, [transaction("T1")]))
        try stored.store(account(coverage: march, [transaction("T1"), transaction("R1")]))
        #expect(try rows() == [1: "T1", 2: "R1"])
    }

    @Test(
        "one that is gone is the new one of its amount, if the day or the text agrees",
        arguments: [
            (transaction("R1", on: day(2025, 3, 14)), ["R1"]),
            (transaction("R1", on: day(2025, 3, 15)), ["R1", "T1"]),
            (transaction("R1", description: "BLUE HERON"), ["R1"]),
            (transaction("R1", payee: "BLUE HERON"), ["R1"]),
            (transaction("R1", memo: "x"), ["R1"]),
            (transaction("R1", on: day(2025, 3, 10), description: "BLUE HERON"), ["R1", "T1"]),
            (transaction("R1", -1001), ["R1", "T1"]),
            (transaction("R1", isPending: true), ["R1", "T1"]),
        ])
    func difference(other: ReceivedTransaction, ids: [String]) throws {
        try stored.store(account(coverage: march, [transaction("T1")]))
        try stored.store(account(coverage: march, [other]))
        #expect(try rows().values.sorted() == ids)
    }

    @Test("an id that is a place in the answer is no proof that a purchase became a later one")
    func places() throws {
        func listed(_ count: Int, without left: Int? = nil) -> [ReceivedTransaction] {
            (0..<count).filter { $0 != left }.map { place in
                transaction(
                    "\(count - place)", -100 - Int64(place), on: day(2025, 3, 1 + place),
                    description: ["BAKER", "BUTCHER", "GROCER", "FLORIST"][place % 4])
            }
        }
        try stored.store(account(coverage: march, listed(10)))
        // The one left out had the id that the last one of its payee has now.
        try stored.store(account(asked: march, listed(18, without: 9)))
        #expect(try rows().count == 18)
    }

    /// Twenty purchases of different amounts in March.
    private func household(
        _ id: String, later days: Int = 0, at payee: String = "SHOP", isPending: Bool = false
    ) -> [ReceivedTransaction] {
        (1...20).map { number in
            transaction(
                "\(id)\(number)", Int64(number * number) * -100,
                on: day(2025, 3, number).adding(days: days),
                description: "\(payee) \(["BAKER", "BUTCHER", "GROCER", "FLORIST"][number % 4])")
        }
    }

    @Test(
        "new ids with other days or other payees change no row, and bring none",
        arguments: [
            (later: 1, payee: "SHOP"), (later: 0, payee: "TST* 77"), (later: 2, payee: "X"),
        ])
    func changedAtOnce(later: Int, payee: String) throws {
        try stored.store(account(coverage: march, household("T")))
        let before = try stored.vault.everything()
        let outcome = try stored.store(
            account(coverage: march, household("R", later: later, at: payee)))
        #expect(outcome.newTransactions == 0)
        #expect(outcome.recognised == (later > 0 || payee != "SHOP" ? 20 : 0))
        let after = try stored.vault.everything()
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after.map(\.amount) == before.map(\.amount))
    }

    @Test(
        "new ids are recognised in an answer that may lack some, or has more days than were asked",
        arguments: [
            (asked: day(2025, 3, 1)..<day(2025, 4, 1), missing: 0),
            (asked: day(2025, 3, 1)..<day(2025, 4, 1), missing: 5),
            (asked: day(2025, 3, 15)..<day(2025, 4, 1), missing: 0), (asked: nil, missing: 0),
        ] as [(asked: Range<CalendarDay>?, missing: Int)])
    func incomplete(asked: Range<CalendarDay>?, missing: Int) throws {
        try stored.store(account(coverage: march, household("T")))
        let before = try stored.vault.everything().map(\.id)
        let rows = Array(household("R").dropFirst(missing))
        let outcome = try stored.store(account(coverage: nil, asked: asked, rows))
        #expect(outcome.newTransactions == 0)
        #expect(try stored.vault.everything().map(\.id) == before)
    }

    @Test("new ids are recognised outside of the days that an answer has whole")
    func wholeButFewDays() throws {
        try stored.store(account(coverage: march, household("T")))
        let window = day(2025, 3, 15)..<day(2025, 4, 1)
        #expect(try stored.store(account(coverage: window, household("R"))).newTransactions == 0)
        #expect(try rows().count == 20)
    }

    @Test("new ids with other days are recognised in an answer that may lack some")
    func incompleteAndMoved() throws {
        try stored.store(account(coverage: march, household("T")))
        let outcome = try stored.store(
            account(coverage: nil, asked: march, household("R", later: 1)))
        #expect(outcome.newTransactions == 0)
        #expect(try rows().count == 20)
    }

    @Test(
        "a block of new ids is recognised in an answer that may lack some, or beside its days",
        arguments: [nil, day(2025, 3, 25)..<day(2025, 4, 1)])
    func blockBeside(coverage: Range<CalendarDay>?) throws {
        func answer(_ renamed: ClosedRange<Int>) -> [ReceivedTransaction] {
            (1...60).map { number in
                transaction(
                    renamed.contains(number) ? "R\(number)" : "T\(number)",
                    Int64(number * -113), on: day(2025, 1, 15).adding(days: number),
                    description: "SHOP \(number)")
            }
        }
        let all = day(2025, 1, 1)..<day(2025, 4, 1)
        try stored.store(account(coverage: all, answer(0...0)))
        let before = try stored.vault.everything().map(\.id)
        let outcome = try stored.store(
            account(coverage: coverage, asked: coverage ?? all, answer(20...34)))
        #expect(outcome.newTransactions == 0)
        #expect(try stored.vault.everything().map(\.id) == before)
    }

    @Test(
        "new ids with other days or payees are recognised beside new purchases and an error",
        arguments: [(later: 1, payee: "SHOP"), (later: 0, payee: "TST* 77")])
    func incompleteWithPurchases(later: Int, payee: String) throws {
        try stored.store(account(coverage: march, household("T")))
        let purchases = (1...8).map { number in
            transaction(
                "N\(number)", Int64(number) * -101, on: day(2025, 3, 19 + number / 3),
                description: "CINEMA")
        }
        let rows = household("R", later: later, at: payee).dropFirst(3) + purchases
        let outcome = try stored.store(account(coverage: nil, asked: march, Array(rows)))
        #expect(outcome.newTransactions == 8)
        #expect(try self.rows().count == 28)
    }

    @Test("new ids with later days are recognised over the first day of an answer")
    func movedIntoTheWindow() throws {
        try stored.store(account(coverage: march, household("T")))
        let window = day(2025, 3, 10)..<day(2025, 4, 1)
        let rows = household("R", later: 2).filter { window.contains($0.day) }
        #expect(rows.count == 13)
        #expect(try stored.store(account(coverage: window, rows)).newTransactions == 0)
        #expect(try self.rows().count == 20)
    }

    @Test("new ids with earlier days are recognised over the last day of an answer")
    func movedIntoTheEarlierWindow() throws {
        try stored.store(account(coverage: march, household("T")))
        let moved = household("R", later: -1)
        for window in [day(2025, 3, 10)..<day(2025, 4, 1), day(2025, 2, 1)..<day(2025, 3, 10)] {
            let rows = moved.filter { window.contains($0.day) }
            #expect(try stored.store(account(coverage: window, rows)).newTransactions == 0)
        }
        #expect(try self.rows().count == 20)
        #expect(try stored.vault.missingTransactions().isEmpty)
    }

    @Test("a file of a few rows says nothing of other ids: equal purchases of a day are new")
    func file() throws {
        try stored.store(account(coverage: march, household("T")))
        let fare = household("F").prefix(2)
        #expect(try stored.store(account(coverage: nil, Array(fare))).newTransactions == 2)
    }

    @Test("rows that agree with none of as many that are gone wait for the next day's answer")
    func heldBack() throws {
        try stored.store(account(coverage: march, household("T")))
        let turned = household("R").map {
            transaction($0.bankID, -$0.amount, on: $0.day, description: $0.description)
        }
        let start = day(2025, 4, 1).secondsSinceEpoch
        for hours: Int64 in [0, 3, 19] {
            let outcome = try stored.store(
                account(coverage: march, turned), receivedAt: start + hours * 3600)
            #expect(outcome.heldBack == 20)
            #expect(outcome.missing.isEmpty)
            #expect(try rows().values.sorted() == household("T").map(\.bankID).sorted())
        }
        let outcome = try stored.store(
            account(coverage: march, turned), receivedAt: start + 24 * 3600)
        #expect(outcome.newTransactions == 20)
        #expect(outcome.takenBack == 20)
        #expect(try stored.vault.everything().allSatisfy { $0.amount.minorUnits > 0 })
        // Nothing is lost: what the bank lists again is back, with its rows.
        try stored.store(
            account(coverage: march, household("T")), receivedAt: start + 48 * 3600)
        #expect(Set(try rows().keys) == Set(1...20))
    }

    @Test("rows wait as long where the first such answer had as many new purchases beside them")
    func heldBackBesideNew() throws {
        try stored.store(account(coverage: march, household("T")))
        let turned = household("R").map {
            transaction($0.bankID, -$0.amount, on: $0.day, description: $0.description)
        }
        let purchases = (1...10).map {
            transaction("N\($0)", Int64(-70 - $0), on: day(2025, 4, 1), description: "SHOP \($0)")
        }
        let coverage = day(2025, 3, 1)..<day(2025, 4, 3)
        let start = day(2025, 4, 2).secondsSinceEpoch
        for hours: Int64 in [0, 3, 24] {
            let outcome = try stored.store(
                account(coverage: coverage, turned + purchases), receivedAt: start + hours * 3600)
            #expect(outcome.heldBack == (hours == 24 ? 0 : 20))
            #expect(try rows().count == 30)
        }
        #expect(try stored.vault.everything().count { $0.amount.minorUnits > 0 } == 20)
    }

    @Test("what was held back is not forgotten with an answer about earlier days")
    func heldBackBesideOlder() throws {
        let winter = day(2025, 1, 1)..<day(2025, 2, 1)
        let early = [transaction("E1", -7, on: day(2025, 1, 9))]
        try stored.store(account(coverage: winter, early))
        try stored.store(account(coverage: march, household("T")))
        let turned = household("R").map {
            transaction($0.bankID, -$0.amount, on: $0.day, description: $0.description)
        }
        let start = day(2025, 4, 1).secondsSinceEpoch
        for days: Int64 in [0, 1] {
            let at = start + days * 86_400
            let outcome = try stored.store(account(coverage: march, turned), receivedAt: at)
            #expect(outcome.heldBack == (days == 0 ? 20 : 0))
            try stored.store(account(coverage: winter, []), receivedAt: at)
        }
        #expect(try stored.vault.everything().count { $0.amount.minorUnits > 0 } == 20)
    }

    @Test("a decision about a replaced transaction waits for the person")
    func decisionOnReplaced() throws {
        try stored.store(account(coverage: march, household("T")))
        try stored.vault.correct([5: Correction(note: "for Ann")], summary: "a note")
        let turned = household("R").map {
            transaction($0.bankID, -$0.amount, on: $0.day, description: $0.description)
        }
        let start = day(2025, 4, 1).secondsSinceEpoch
        for days: Int64 in [0, 1] {
            try stored.store(
                account(coverage: march, turned), receivedAt: start + days * 86_400)
        }
        let doubts = try stored.vault.doubtfulHolds()
        #expect(doubts.map(\.hold.id) == [5])
        #expect(doubts.map { $0.candidates.map(\.amount.minorUnits) } == [[2500]])
    }

    @Test("an equal purchase is new where an incomplete answer keeps the others' ids")
    func equalPurchase() throws {
        try stored.store(account(coverage: march, household("T") + [transaction("T0", -5)]))
        let outcome = try stored.store(
            account(coverage: nil, asked: march, household("T") + [transaction("N0", -5)]))
        #expect(outcome.newTransactions == 1)
    }

    @Test("the first and the last day of an answer are whole too")
    func border() throws {
        let window = day(2025, 3, 9)..<day(2025, 3, 10)
        try stored.store(account(coverage: march, [transaction("T1")]))
        try stored.store(account(coverage: window, [transaction("R1")]))
        #expect(try rows() == [1: "R1"])
    }

    @Test("accounts with the same ids are looked at each by itself")
    func twoAccounts() throws {
        try stored.store(
            account("A1", coverage: march, [transaction("T1")]),
            account("A2", coverage: march, [transaction("T1")]))
        try stored.store(
            account("A1", coverage: march, [transaction("R1")]),
            account("A2", coverage: march, [transaction("T1")]))
        #expect(try rows() == [1: "R1", 2: "T1"])
        let accounts = try stored.vault.everything().map(\.account)
        #expect(accounts == [1, 2])
    }

    @Test("a hold that is there under a new id is the same hold")
    func hold() throws {
        try stored.store(account(coverage: march, [transaction("P1", isPending: true)]))
        try stored.store(account(coverage: march, [transaction("P2", isPending: true)]))
        #expect(try rows() == [1: "P2"])
    }

    @Test("what the vault says of covered days stays as it is")
    func coverage() throws {
        try stored.store(account(coverage: march, [transaction("T1")]))
        try stored.vault.noteWholeHistory(accounts: [1])
        try stored.store(account(coverage: march, [transaction("R1")]))
        let record = try #require(try stored.vault.accounts().first)
        #expect(record.coverage == march)
        #expect(record.hasWholeHistory)
    }

    @Test("are known beside the days that were asked for, once a bridge ignores them")
    func beyondTheWindow() throws {
        let vault = try StoredVault()
        func answer(_ ids: String, _ prefix: String) -> [ReceivedTransaction] {
            (1...30).map { number in
                transaction(
                    "\(ids)\(number)", Int64(number * -113), on: day(2025, 3, number),
                    description: "\(prefix)BLUE HERON COFFEE \(number)")
            }
        }
        try vault.store(
            account("A1", coverage: day(2025, 2, 15)..<day(2025, 4, 1), answer("R", "")))
        let asked = day(2025, 3, 16)..<day(2025, 4, 1)
        let again = answer("S", "CARD 4417 ")
        for answer in [again.suffix(15), again.suffix(15), again[...]] {
            let outcome = try vault.store(
                account("A1", coverage: asked, asked: asked, Array(answer)))
            #expect(outcome.newTransactions == 0)
        }
        #expect(try vault.vault.everything().count == 30)
    }
}
