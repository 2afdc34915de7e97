import Model
import Testing
import Vault

@Suite("Rows at and beside the edges of the days that a bank was asked for")
struct RowsBesideTests {
    private let stored: StoredVault

    init() throws {
        stored = try StoredVault()
    }

    private func rows() throws -> [Int64: String] {
        Dictionary(uniqueKeysWithValues: try stored.vault.everything().map { ($0.id, $0.bankID) })
    }

    /// Paid the day before, as the bank says however it moves them.
    private func posted(
        _ id: String, _ amount: Int64, on number: Int, paidOn paid: Int
    ) -> ReceivedTransaction {
        ReceivedTransaction(
            bankID: id, day: day(2025, 3, number), amount: amount, description: "COFFEE",
            payee: "", memo: "", merchantCode: "", isPending: false,
            postedAt: day(2025, 3, number).secondsSinceEpoch,
            transactedAt: day(2025, 3, paid).secondsSinceEpoch)
    }

    /// Two of days that are asked for again, and one of the day behind them.
    private func known() throws {
        try stored.store(
            account(
                coverage: day(2025, 3, 1)..<day(2025, 4, 1),
                [
                    posted("T1", -100, on: 16, paidOn: 15), posted("T2", -200, on: 18, paidOn: 17),
                    posted("T3", -300, on: 19, paidOn: 18),
                ]))
    }

    private func receiveBefore19(_ rows: ReceivedTransaction...) throws -> StoredAnswer {
        try stored.store(account(coverage: day(2025, 3, 1)..<day(2025, 3, 19), rows))
    }

    @Test("are known transactions if all of these days came under new ids and as many days earlier")
    func movedWithAll() throws {
        try known()
        let outcome = try receiveBefore19(
            posted("R1", -100, on: 15, paidOn: 15), posted("R2", -200, on: 17, paidOn: 17),
            posted("R3", -300, on: 18, paidOn: 18))
        #expect(outcome.newTransactions == 0)
        #expect(outcome.recognised == 3)
        #expect(try rows() == [1: "R1", 2: "R2", 3: "R3"])
    }

    @Test(
        "are others if one of these days kept its id, its day, or moved further",
        arguments: [("T2", 17), ("R2", 18), ("R2", 16)])
    func movedAlone(id: String, day: Int) throws {
        try known()
        _ = try receiveBefore19(
            posted("R1", -100, on: 15, paidOn: 15), posted(id, -200, on: day, paidOn: 17),
            posted("R3", -300, on: 18, paidOn: 18))
        #expect(try rows() == [1: "R1", 2: id, 3: "T3", 4: "R3"])
    }

    @Test(
        "are others, though all of these days came under new ids, if most of those kept their days",
        arguments: [0, 1])
    func equalPurchase(moved: Int) throws {
        let known = (1...4).map { posted("T\($0)", -100 * Int64($0), on: 18, paidOn: 17) }
        let march = day(2025, 3, 18)..<day(2025, 4, 1)
        try stored.store(
            account(coverage: march, known + [posted("T5", -900, on: 19, paidOn: 15)]))
        let again = (1...4).map {
            posted("R\($0)", -100 * Int64($0), on: $0 > moved ? 18 : 16, paidOn: 17)
        }
        let equal = posted("R5", -900, on: 17, paidOn: 15)
        let before19 = day(2025, 3, 1)..<day(2025, 3, 19)
        let outcome = try stored.store(account(coverage: before19, again + [equal]))
        #expect(outcome.newTransactions == 1)
        #expect(try rows() == [1: "R1", 2: "R2", 3: "R3", 4: "R4", 5: "T5", 6: "R5"])
    }

    @Test("are new if no transaction of these days is known")
    func unknown() throws {
        try stored.store(account([posted("T3", -300, on: 19, paidOn: 18)]))
        _ = try receiveBefore19(posted("R3", -300, on: 18, paidOn: 18))
        #expect(try rows() == [1: "T3", 2: "R3"])
    }

    @Test("are others if they were paid on another day")
    func paidOnAnotherDay() throws {
        try known()
        _ = try receiveBefore19(
            posted("R1", -100, on: 15, paidOn: 15), posted("R2", -200, on: 17, paidOn: 17),
            posted("R3", -300, on: 18, paidOn: 13))
        #expect(try rows() == [1: "R1", 2: "R2", 3: "T3", 4: "R3"])
    }

    @Test("count on without a day once they are too old, though an equal one has that day")
    func undatedAndEqual() throws {
        let (first, dated) = (day(2025, 3, 12), transaction("T1", on: day(2025, 3, 12)))
        let undated = ReceivedTransaction(
            bankID: "U1", day: first, amount: dated.amount, description: dated.description,
            payee: "", memo: "", merchantCode: "", isPending: false, postedAt: nil,
            transactedAt: nil)
        for (since, rows) in [(first.adding(days: -1), [dated, undated]), (first, [dated])] {
            try stored.store(
                account(coverage: since..<day(2025, 4, 1), rows),
                receivedAt: first.secondsSinceEpoch)
        }
        #expect(try self.rows() == [1: "T1", 2: "U1"])
    }

    @Test("stay themselves without a day if an answer in part has their equal's number for them")
    func undatedWithNumberOfEqual() throws {
        let march = day(2025, 3, 1)..<day(2025, 4, 1)
        func numbered(from first: Int) -> [ReceivedTransaction] {
            let undated = ReceivedTransaction(
                bankID: "\(first)", day: day(2025, 3, 12), amount: -1000, description: "COFFEE",
                payee: "", memo: "", merchantCode: "", isPending: false, postedAt: nil,
                transactedAt: nil)
            return [undated]
                + (1...5).map {
                    transaction("\(first + $0)", -999 - Int64($0), on: day(2025, 3, 13 - $0))
                }
        }
        let answers = [numbered(from: 1), numbered(from: 2), numbered(from: 3)]
        for (number, rows) in answers.enumerated() {
            let isWhole = number != 1
            let readable = isWhole ? rows : rows.filter { $0.bankID != "3" }
            try stored.store(
                account(coverage: isWhole ? march : nil, asked: march, readable),
                receivedAt: day(2025, 3, 12 + number).secondsSinceEpoch)
            #expect(try self.rows().count == 6)
        }
        #expect(try self.rows() == [1: "3", 2: "4", 3: "5", 4: "6", 5: "7", 6: "8"])
    }

    @Test("stay themselves without a day if an answer in part has an equal hold's row under theirs")
    func undatedWithNumberOfSettled() throws {
        let march = day(2025, 3, 1)..<day(2025, 4, 1)
        func undated(_ id: String) -> ReceivedTransaction {
            ReceivedTransaction(
                bankID: id, day: day(2025, 3, 12), amount: -1000, description: "COFFEE",
                payee: "", memo: "", merchantCode: "", isPending: false, postedAt: nil,
                transactedAt: nil)
        }
        func others(from first: Int) -> [ReceivedTransaction] {
            (0...4).map {
                transaction("\(first + $0)", -999 - Int64($0), on: day(2025, 3, 11 - $0))
            }
        }
        let held = transaction("P1", -1000, on: day(2025, 3, 12), isPending: true)
        let settled = posted("1", -1000, on: 13, paidOn: 12)
        let answers = [
            [undated("1"), held] + others(from: 2), [settled] + others(from: 3),
            [settled, undated("2")] + others(from: 3),
        ]
        for (number, rows) in answers.enumerated() {
            try stored.store(
                account(coverage: number == 1 ? nil : march, asked: march, rows),
                receivedAt: day(2025, 3, 12 + number).secondsSinceEpoch)
            #expect(try stored.vault.everything().count { !$0.isPending } == min(6 + number, 7))
        }
        #expect(try self.rows() == [1: "2", 2: "1", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7"])
    }

    // MARK: Taken back

    private func receiveMarch(_ rows: ReceivedTransaction...) throws -> StoredAnswer {
        try stored.store(account(coverage: day(2025, 3, 1)..<day(2025, 4, 1), rows))
    }

    @Test("don't replace an equal one that the bank withdrew")
    func afterTakenBack() throws {
        let (first, double) = (
            posted("T1", -1575, on: 12, paidOn: 12), posted("T2", -1575, on: 12, paidOn: 12)
        )
        _ = try receiveMarch(first, double)
        #expect(try receiveMarch(first).takenBack == 1)
        let other = posted("T3", -1856, on: 14, paidOn: 14)
        #expect(try receiveMarch(first, other).newTransactions == 1)
        #expect(try rows() == [1: "T1", 3: "T3"])
        #expect(try receiveMarch(first, double, other).newTransactions == 0)
        #expect(try rows() == [1: "T1", 2: "T2", 3: "T3"])
    }

    @Test(
        "are the one that counts if the one that was taken back had their id",
        arguments: [12, 13], [true, false])
    func idOfOneTakenBack(changedTo day: Int, isWhole: Bool) throws {
        let equal = ["7", "8"].map { posted($0, -1575, on: 12, paidOn: 12) }
        _ = try receiveMarch(equal[0], equal[1])
        #expect(try receiveMarch(equal[1]).takenBack == 1)
        _ = try receiveMarch(equal[0])
        let reworded = transaction(
            "7", -1575, on: VaultTests.day(2025, 3, day), description: "TAILOR")
        let march = VaultTests.day(2025, 3, 1)..<VaultTests.day(2025, 4, 1)
        try stored.store(account(coverage: isWhole ? march : nil, asked: march, [reworded]))
        #expect(try stored.vault.everything().map { [$0.id: $0.description] } == [[2: "TAILOR"]])
    }

    // MARK: Beside

    /// Thirty purchases of different amounts, one a day.
    private func purchases(
        _ id: String, _ sign: Int64 = 1, at payee: String = "SHOP", movedBy days: Int = 0
    ) -> [ReceivedTransaction] {
        (1...30).map { number in
            transaction(
                "\(id)\(number)", Int64(number * number) * 100 * sign,
                on: day(2025, 3, number).adding(days: days),
                description: "\(payee) \(["BAKER", "BUTCHER", "GROCER"][number % 3])")
        }
    }

    @Test("are known under new ids and texts also if some of them were asked for before")
    func askedForInPart() throws {
        try stored.store(account(coverage: day(2025, 3, 1)..<day(2025, 4, 1), purchases("T")))
        let again = purchases("R", at: "CARD 4417 SHOP")
        let last = day(2025, 3, 16)..<day(2025, 4, 1)
        try stored.store(account(coverage: last, Array(again.dropFirst(15))))
        let later = day(2025, 3, 21)..<day(2025, 4, 1)
        let outcome = try stored.store(account(coverage: later, again))
        #expect(outcome.newTransactions == 0)
        #expect(try rows().values.sorted() == again.map(\.bankID).sorted())
    }

    @Test(
        "are known under new ids and later days also where the first is a day of its own",
        arguments: [1, 2])
    func movedAtTheEdge(moved: Int) throws {
        // Equal ones, of which one has the day now that the other had.
        func equal(_ id: String, movedBy days: Int = 0) -> [ReceivedTransaction] {
            (0...1).map {
                transaction("\(id)\($0)", -7, on: day(2025, 3, 8 + moved * $0 + days))
            }
        }
        try stored.store(
            account(coverage: day(2025, 3, 1)..<day(2025, 4, 5), purchases("T") + equal("E")))
        let again = purchases("R", movedBy: moved)
        let (last, later) = (
            day(2025, 3, 16)..<day(2025, 4, 5), day(2025, 3, 21)..<day(2025, 4, 5)
        )
        try stored.store(account(coverage: last, Array(again.dropFirst(15))))
        let rows = again.dropFirst(4) + equal("F", movedBy: moved)
        #expect(try stored.store(account(coverage: later, Array(rows))).newTransactions == 0)
        let ids = ["F0", "F1"] + (1...4).map { "T\($0)" } + (5...30).map { "R\($0)" }
        #expect(try self.rows().values.sorted() == ids.sorted())
    }

    /// Twenty purchases in April, one a day, under numbers from one on.
    private func numbered(
        from first: Int, movedBy days: Int = 0, at payee: (Int) -> String
    ) -> [ReceivedTransaction] {
        (0..<20).map { place in
            transaction(
                "\(first + place)", -100 - 7 * Int64(place),
                on: day(2025, 4, 1).adding(days: place + days), description: payee(place))
        }
    }

    /// All April moves by two days, and a bank without windows sends more than the days asked for.
    private func receiveMoved(at payee: (Int) -> String) throws -> StoredAnswer {
        try stored.store(
            account(
                coverage: day(2025, 4, 11)..<day(2025, 5, 1),
                numbered(from: 3, movedBy: 2, at: payee)))
    }

    @Test("are known on later days though each has the number that one of its payee and day had")
    func numberedAnew() throws {
        func baker(_ place: Int) -> String { "BAKER" }
        let before = numbered(from: 1, at: baker)
        try stored.store(account(coverage: day(2025, 4, 1)..<day(2025, 5, 1), before))
        #expect(try receiveMoved(at: baker).newTransactions == 0)
        let known = try stored.vault.everything().sorted { $0.id < $1.id }
        #expect(known.map(\.amount.minorUnits) == before.map { Int128($0.amount) })
        let ids = (1...20).map { (Int64($0), "\($0 + 2)") }
        #expect(try rows() == Dictionary(uniqueKeysWithValues: ids))
    }

    @Test(
        "are known on later days though one has the number of a row that was taken back",
        arguments: [-100, -90])
    func numberOfOneTakenBack(amount: Int64) throws {
        func payee(_ place: Int) -> String { ["BUTCHER", "FLORIST", "TAILOR"][place % 3] }
        let double = ["3", "4"].map { transaction($0, amount, on: day(2025, 3, 3)) }
        let march = day(2025, 3, 1)..<day(2025, 4, 1)
        try stored.store(account(coverage: march, double))
        #expect(try stored.store(account(coverage: march, [double[1]])).takenBack == 1)
        try stored.store(
            account(
                coverage: day(2025, 4, 1)..<day(2025, 5, 1), numbered(from: 1, at: payee)))
        #expect(try receiveMoved(at: payee).newTransactions == 0)
        let april = (1...20).map { (Int64($0 + 2), "\($0 + 2)") }
        #expect(try rows() == Dictionary(uniqueKeysWithValues: [(2, "4")] + april))
    }

    @Test("wait for the next day as they do among the days that were asked for")
    func heldBack() throws {
        let march = day(2025, 3, 1)..<day(2025, 4, 1)
        try stored.store(account(coverage: march, purchases("T")))
        let start = day(2025, 4, 1).secondsSinceEpoch
        for days: Int64 in [0, 1] {
            for window in [march, day(2025, 1, 15)..<day(2025, 3, 1)] {
                let at = start + days * 86_400
                try stored.store(account(coverage: window, purchases("R", -1)), receivedAt: at)
                #expect(try rows().count == 30)
                let amounts = try stored.vault.everything().map(\.amount.minorUnits)
                #expect(amounts.allSatisfy { ($0 > 0) == (days == 0) })
            }
        }
    }
}
