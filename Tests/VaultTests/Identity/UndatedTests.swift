import Model
import Testing
import Vault

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
