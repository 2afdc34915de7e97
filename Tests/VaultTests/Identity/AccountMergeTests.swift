import GRDB
import Model
import Testing
import Vault

@Suite("Accounts that are one")
struct AccountMergeTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }
    private let march = day(2025, 3, 1)..<day(2025, 4, 1)

    /// The account A1 was connected anew as A2: two of its transactions are in
    /// both, and each has one more.
    init() throws {
        stored = try StoredVault()
        let middleOfMarch = firstOfMarch + 14 * 86_400
        try stored.store(
            account(
                "A1", balance: balance(900, at: firstOfMarch),
                [
                    transaction("T1", -100, on: day(2025, 3, 2)),
                    transaction("T2", -200, on: day(2025, 3, 3)),
                    transaction("T3", -200, on: day(2025, 3, 3)),
                ]), receivedAt: middleOfMarch)
        try stored.store(
            account("A1", balance: balance(800, at: firstOfMarch + 5 * 86_400)),
            receivedAt: middleOfMarch)
        try stored.store(
            account(
                "A2", balance: balance(700, at: firstOfMarch + 4 * 86_400),
                [
                    transaction("N2", -200, on: day(2025, 3, 3)),
                    transaction("N4", -400, on: day(2025, 3, 9)),
                ]), receivedAt: middleOfMarch)
    }

    private func balance(_ minorUnits: Int64, at instant: Int64) -> ReceivedBalance {
        ReceivedBalance(minorUnits: minorUnits, availableMinorUnits: nil, at: instant)
    }

    private func merge() throws -> AccountMerge {
        try vault.mergeAccount(1, into: 2, summary: "accounts merge 1 2")
    }

    private func rows() throws -> [Int64: String] {
        Dictionary(uniqueKeysWithValues: try vault.everything().map { ($0.id, $0.bankID) })
    }

    private func contents() throws -> [String] {
        try stored.home.database().read { database in
            try [
                "accounts", "transactions", "daily_balances", "transaction_corrections",
                "confirmations",
                "account_decisions", "account_merges", "former_bank_ids",
            ].flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \(table)")
                    .map { "\(table): \($0.debugDescription)" }
            }
        }
    }

    @Test("are the new one, with its balance and the history of both")
    func merged() throws {
        #expect(try merge().counts == [2, 1, 0])
        let accounts = try vault.accounts()
        #expect(accounts.map(\.id) == [2])
        #expect(accounts.first?.balance?.minorUnits == 700)
        #expect(try rows() == [1: "T1", 3: "T3", 4: "N2", 5: "N4"])
        #expect(try vault.everything().map(\.account) == [2, 2, 2, 2])
    }

    @Test("have one balance a day: the old one's until the new one has its own")
    func balances() throws {
        _ = try merge()
        let balances = try vault.dailyBalances().filter { $0.account == 2 }
        #expect(balances.map(\.day) == [day(2025, 3, 1), day(2025, 3, 5)])
        #expect(balances.map(\.minorUnits) == [900, 700])
    }

    @Test("keep what was said about what both have, the new one's word first")
    func corrections() throws {
        try vault.correct(
            [
                1: Correction(note: "one"), 2: Correction(category: "gifts", note: "two"),
                4: Correction(note: "four"),
            ], summary: "set")
        let seen = ConfirmedValues(.expense, category: "gifts")
        try vault.confirm([2: seen], summary: "confirm")
        _ = try merge()
        #expect(try vault.confirmations() == [4: seen])
        #expect(
            try vault.corrections(of: [1, 2, 3, 4, 5]) == [
                1: Correction(note: "one"), 4: Correction(category: "gifts", note: "four"),
            ])
    }

    @Test("keep the type that was chosen for the old one, unless the new one has its own")
    func type() throws {
        try vault.decideType(.savings, account: 1)
        _ = try merge()
        #expect(try vault.accounts().map(\.type) == [.savings])
    }

    @Test("are two again, to the last byte, when it is undone, and one when it is redone")
    func undo() throws {
        try vault.correct([2: Correction(note: "two")], summary: "set")
        try vault.confirm([2: ConfirmedValues(.expense, category: "gifts")], summary: "confirm")
        let before = try contents()
        _ = try merge()
        let after = try contents()
        #expect(try vault.undo().summary == "accounts merge 1 2")
        #expect(try contents() == before)
        _ = try vault.redo()
        #expect(try contents() == after)
    }

    @Test("can be two again after their bank had more to say")
    func undoLater() throws {
        _ = try merge()
        try stored.store(
            account(
                "A2", balance: balance(600, at: firstOfMarch + 9 * 86_400), coverage: march,
                [
                    transaction("N1", -100, on: day(2025, 3, 2)),
                    transaction("N2", -210, on: day(2025, 3, 3)),
                ]))
        _ = try vault.undo()
        #expect(try vault.accounts().map(\.balance?.minorUnits) == [800, 600])
        let amounts = Dictionary(grouping: try vault.everything(), by: \.account)
            .mapValues { $0.map(\.amount.minorUnits) }
        #expect(amounts == [1: [-100, -200, -200], 2: [-210, -400]])
    }

    @Test("are one account at their bank")
    func health() throws {
        #expect(try vault.institutionHealth().map(\.accounts) == [2])
        _ = try merge()
        #expect(try vault.institutionHealth().map(\.accounts) == [1])
    }

    // MARK: Later answers

    @Test("take answers about the new one, whose ids take the place of the old one's")
    func laterNew() throws {
        _ = try merge()
        let outcome = try stored.store(
            account(
                "A2", coverage: march,
                [
                    transaction("N1", -100, on: day(2025, 3, 2)),
                    transaction("N2", -200, on: day(2025, 3, 3)),
                    transaction("N3", -200, on: day(2025, 3, 3)),
                    transaction("N4", -400, on: day(2025, 3, 9)),
                ]))
        #expect(outcome == StoredAnswer())
        #expect(try rows() == [1: "N1", 3: "N3", 4: "N2", 5: "N4"])
    }

    @Test("take answers about the old one, of which nothing comes twice")
    func laterOld() throws {
        _ = try merge()
        let outcome = try stored.store(
            account(
                "A1", balance: balance(1, at: firstOfMarch + 20 * 86_400), coverage: march,
                [
                    transaction("T1", -100, on: day(2025, 3, 2)),
                    transaction("T2", -200, on: day(2025, 3, 3)),
                    transaction("T3", -200, on: day(2025, 3, 3)),
                    transaction("T5", -500, on: day(2025, 3, 12)),
                ]))
        #expect(outcome.newTransactions == 1)
        #expect(try rows() == [1: "T1", 3: "T3", 4: "N2", 5: "N4", 6: "T5"])
        #expect(try vault.everything().map(\.account) == [2, 2, 2, 2, 2])
        #expect(try vault.accounts().map(\.balance?.minorUnits) == [700])
    }

    @Test("give back what came under the old one's id when they are two again, and take it again")
    func arrivals() throws {
        _ = try merge()
        func answer(_ id: String, _ number: Int) throws {
            try stored.store(
                account("A1", [transaction(id, -700, on: day(2025, 3, number))]),
                receivedAt: firstOfMarch + Int64(number + 1) * 86_400)
        }
        func places() throws -> [String] {
            try vault.everything().filter { $0.amount.minorUnits == -700 }
                .map { "\($0.bankID) \($0.account)" }.sorted()
        }
        try answer("T7", 20)
        #expect(try places() == ["T7 2"])
        _ = try vault.undo()
        #expect(try places() == ["T7 1"])
        try answer("T7", 20)
        try answer("T8", 21)
        #expect(try places() == ["T7 1", "T8 1"])
        _ = try vault.redo()
        #expect(try places() == ["T7 2", "T8 2"])
        _ = try vault.undo()
        #expect(try places() == ["T7 1", "T8 1"])
    }

    @Test("take answers that name both, each transaction once")
    func laterBoth() throws {
        _ = try merge()
        let old = [
            transaction("T1", -100, on: day(2025, 3, 2)),
            transaction("T2", -200, on: day(2025, 3, 3)),
            transaction("T3", -200, on: day(2025, 3, 3)),
            transaction("T6", -600, on: day(2025, 3, 15)),
        ]
        let new = [
            transaction("N1", -100, on: day(2025, 3, 2)),
            transaction("N2", -200, on: day(2025, 3, 3)),
            transaction("N3", -200, on: day(2025, 3, 3)),
            transaction("N4", -400, on: day(2025, 3, 9)),
            transaction("N6", -600, on: day(2025, 3, 15)),
        ]
        for _ in 0..<3 {
            try stored.store(
                account("A1", coverage: march, old), account("A2", coverage: march, new))
            #expect(
                try rows() == [1: "N1", 3: "N3", 4: "N2", 5: "N4", 6: "N6"])
        }
    }

    @Test("may become another one in turn")
    func chain() throws {
        _ = try merge()
        try stored.store(account("A3", [transaction("M4", -400, on: day(2025, 3, 9))]))
        let outcome = try vault.mergeAccount(2, into: 3, summary: "accounts merge 2 3")
        #expect(outcome.counts == [3, 1, 0])
        #expect(try vault.accounts().map(\.id) == [3])
        try stored.store(account("A1", [transaction("T2", -200, on: day(2025, 3, 3))]))
        try stored.store(account("A2", [transaction("N4", -400, on: day(2025, 3, 9))]))
        #expect(try rows() == [1: "T1", 3: "T3", 4: "N2", 6: "M4"])
    }

    // MARK: Doubts

    /// A hold of the old account may have become one of two, which the new one has, too.
    ///
    /// - Returns: the hold, and what the new account has for the two.
    private func doubt() throws -> (hold: Int64, candidates: [Int64]) {
        let known = [
            transaction("T1", -100, on: day(2025, 3, 2)),
            transaction("T2", -200, on: day(2025, 3, 3)),
            transaction("T3", -200, on: day(2025, 3, 3)),
        ]
        let hold = transaction("P1", -700, on: day(2025, 3, 10), isPending: true)
        try stored.store(account("A1", coverage: march, known + [hold]))
        func posted(_ ids: String) -> [ReceivedTransaction] {
            (1...2).map { transaction("\(ids)\($0)", -700, on: day(2025, 3, 11 + $0)) }
        }
        let held = try #require(try rows().first { $0.value == "P1" }?.key)
        try vault.correct([held: Correction(tags: ["trip"])], summary: "a tag")
        try stored.store(account("A1", coverage: march, known + posted("D")))
        try stored.store(account("A2", posted("E")))
        let kept = try rows().filter { $0.value.hasPrefix("E") }.keys.sorted()
        #expect(try vault.doubtfulHolds().map(\.hold.id) == [held])
        return (held, kept)
    }

    @Test("ask on what a hold became, and name the transactions that stay")
    func doubts() throws {
        let (hold, candidates) = try doubt()
        _ = try merge()
        let doubts = try vault.doubtfulHolds()
        #expect(doubts.map(\.hold.id) == [hold])
        #expect(doubts.map(\.hold.account) == [2])
        #expect(doubts.map { $0.candidates.map(\.id) } == [candidates])
        let first = try #require(candidates.first)
        try vault.settle(hold: hold, as: first, summary: "settle")
        #expect(try vault.corrections(of: [first]) == [first: Correction(tags: ["trip"])])
        #expect(try vault.doubtfulHoldCount() == 0)
    }

    @Test("ask again about what each of the two has when the command is undone")
    func undoneDoubts() throws {
        let (hold, candidates) = try doubt()
        func asked() throws -> [[Int64]] {
            try vault.doubtfulHolds().map { doubt in
                [doubt.hold.id, doubt.hold.account] + doubt.candidates.map(\.id)
            }
        }
        let before = try asked()
        _ = try merge()
        let after = try asked()
        _ = try vault.undo()
        #expect(try asked() == before)
        _ = try vault.redo()
        #expect(try asked() == after)
        #expect(after == [[hold, 2] + candidates])
    }

    @Test("let a hold with a decision, which the old one lacked, settle in the new one")
    func vanishedHold() throws {
        let hold = transaction("P1", -700, on: day(2025, 3, 10), isPending: true)
        try stored.store(account("A1", [hold]))
        let held = try #require(try rows().first { $0.value == "P1" }?.key)
        try vault.correct([held: Correction(note: "shared")], summary: "a note")
        try stored.store(account("A1", coverage: day(2025, 3, 10)..<day(2025, 3, 11), []))
        #expect(try rows()[held] == nil)
        _ = try merge()
        try stored.store(
            account(
                "A2", coverage: day(2025, 3, 10)..<day(2025, 3, 20),
                [transaction("N7", -700, on: day(2025, 3, 12))]))
        #expect(try rows()[held] == "N7")
        #expect(try vault.corrections(of: [held])[held]?.note == "shared")
    }

    // MARK: Refusals

    @Test("are not one where their bank uses an id of one for something else in the other")
    func clash() throws {
        try stored.store(account("A2", [transaction("T1", -101, on: day(2025, 3, 2))]))
        let before = try contents()
        #expect(failure { try merge() } == .accountsClash(transactions: 1))
        #expect(try contents() == before)
        #expect(try vault.history().isEmpty)
    }

    @Test("are one where the bank gives what is equal in both other ids, and uses theirs anew")
    func idsAnew() throws {
        func purchase(_ id: String, _ number: Int) -> ReceivedTransaction {
            transaction(id, Int64(number) * -10, on: day(2025, 3, number), memo: "\(number)")
        }
        try stored.store(account("A8", (1...5).map { purchase("\($0)", $0) }))
        try stored.store(account("A9", (1...6).map { purchase("\($0 + 1)", $0) }))
        let accounts = Dictionary(
            uniqueKeysWithValues: try vault.accounts().map { ($0.bankID, $0.id) })
        let outcome = try vault.mergeAccount(
            try #require(accounts["A8"]), into: try #require(accounts["A9"]), summary: "merge")
        #expect(outcome.counts == [0, 5, 0])
    }

    @Test("have a purchase once whose payee the new connection writes in other words")
    func payeesAnew() throws {
        func answer(_ name: String, _ ids: String, _ prefix: String) -> ReceivedAccount {
            account(
                name,
                [
                    transaction(
                        "\(ids)1", -4_195, on: day(2025, 3, 4),
                        description: "\(prefix)GREENLEAF GROCERY 3347"),
                    transaction(
                        "\(ids)2", -4_195, on: day(2025, 3, 4),
                        description: "\(prefix)CINEMA ROYAL"),
                    transaction(
                        "\(ids)3", -2_000, on: day(2025, 3, 5),
                        description: prefix.isEmpty ? "PHARMACY PLUS" : "TWIN OAKS HARDWARE"),
                    transaction(
                        "\(ids)4", -27_600, on: day(2025, 3, 6),
                        description: "\(prefix)PAYMENT TO CARD"),
                ])
        }
        try stored.store(answer("A8", "R", ""))
        try stored.store(answer("A9", "S", "CARD 4417 "))
        let accounts = Dictionary(
            uniqueKeysWithValues: try vault.accounts().map { ($0.bankID, $0.id) })
        let grocery = try #require(try rows().first { $0.value == "R1" }?.key)
        let again = try #require(try rows().first { $0.value == "S1" }?.key)
        try vault.correct([grocery: Correction(note: "shared")], summary: "set")
        let outcome = try vault.mergeAccount(
            try #require(accounts["A8"]), into: try #require(accounts["A9"]), summary: "merge")
        #expect(outcome.counts == [1, 3, 0])
        #expect(try vault.corrections(of: [again]) == [again: Correction(note: "shared")])
    }

    @Test(
        "have a charge without a day once, with what was said, as often as both list it",
        arguments: [true, false])
    func undated(isPending: Bool) throws {
        /// As a bank sends it that says no day: the day is that of the answer.
        func hold(_ id: String, received: CalendarDay) -> ReceivedTransaction {
            ReceivedTransaction(
                bankID: id, day: received, amount: -3_865, description: "VELVET RECORDS",
                payee: "", memo: "", merchantCode: "", isPending: isPending, postedAt: nil,
                transactedAt: nil)
        }
        let (first, second) = (day(2025, 3, 18), day(2025, 3, 19))
        try stored.store(
            account("A8", [hold("P1", received: first), hold("P2", received: first)]),
            receivedAt: first.secondsSinceEpoch)
        try stored.store(
            account("A9", [hold("Q1", received: second)]), receivedAt: second.secondsSinceEpoch)
        if !isPending {
            // What came with a later answer is a further purchase.
            let later = hold("Q2", received: day(2025, 3, 25))
            try stored.store(
                account("A9", [later]), receivedAt: later.day.secondsSinceEpoch)
        }
        let accounts = Dictionary(
            uniqueKeysWithValues: try vault.accounts().map { ($0.bankID, $0.id) })
        let known = try #require(try rows().first { $0.value == "P1" }?.key)
        let again = try #require(try rows().first { $0.value == "Q1" }?.key)
        try vault.correct([known: Correction(note: "shared")], summary: "set")
        let outcome = try vault.mergeAccount(
            try #require(accounts["A8"]), into: try #require(accounts["A9"]), summary: "merge")
        #expect(outcome.counts == [1, 1, 0])
        #expect(try vault.corrections(of: [known, again]) == [again: Correction(note: "shared")])
    }

    @Test("have a transaction once that has one id in both")
    func sameID() throws {
        try stored.store(
            account("A2", [transaction("T1", -100, on: day(2025, 3, 2), description: "TEA")]))
        #expect(try merge().counts == [1, 2, 0])
        #expect(try rows() == [3: "T3", 4: "N2", 5: "N4", 6: "T1"])
    }

    @Test("stand no more among what was hidden: nothing void is moved or shown")
    func void() throws {
        try stored.store(
            account("A1", coverage: march, [transaction("P1", -7, isPending: true)]))
        try stored.store(account("A1", coverage: march, []))
        _ = try merge()
        #expect(try vault.vanishedHold(6) == nil)
        #expect(try vault.vanishedHold(2) == nil)
        #expect(try vault.everything().count == 4)
    }
}
