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
