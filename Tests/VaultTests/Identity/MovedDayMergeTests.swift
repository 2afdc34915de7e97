import Model
import Testing
import Vault

@Suite("Merged accounts whose bank dates transactions differently")
struct MovedDayMergeTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    init() throws { stored = try StoredVault() }

    /// A row of March 2025: its day, amount and text.
    typealias Row = (day: Int, amount: Int64, text: String)

    private static let household: [Row] = (0..<20).map { number in
        (1 + number, -1_000 - Int64(number) * 37, "SHOP NUMBER \(number)")
    }

    private let may = day(2025, 5, 1).secondsSinceEpoch

    private func rows(_ prefix: String, _ rows: [Row]) -> [ReceivedTransaction] {
        rows.enumerated().map { number, row in
            transaction(
                "\(prefix)\(number)", row.amount, on: day(2025, 3, 1).adding(days: row.day - 1),
                description: row.text)
        }
    }

    /// Stores both accounts, with ids of T and N and the row's place.
    private func store(_ earlier: [Row], _ later: [Row]) throws {
        try stored.store(account("A1", rows("T", earlier)), receivedAt: may)
        try stored.store(account("A2", rows("N", later)), receivedAt: may)
    }

    private func merge(_ earlier: [Row], _ later: [Row]) throws -> AccountMerge {
        try store(earlier, later)
        return try vault.mergeAccount(1, into: 2, summary: "merge")
    }

    @Test(
        "have each transaction once, whatever number of days all were moved by",
        arguments: [-7, -3, -1, 1, 2, 3, 5, 7, 10])
    func allMoved(days: Int) throws {
        let earlier = Self.household
        try #expect(
            merge(earlier, earlier.map { ($0.day + days, $0.amount, $0.text) }).counts == [
                0, 20, 20,
            ])
        #expect(try vault.everything().count == 20)
    }

    @Test("have three transactions once", arguments: [1, 3, 7])
    func three(days: Int) throws {
        let earlier: [Row] = [
            (5, -35_000, "CITY UTILITIES"), (9, -4_510, "KROGER 12"),
            (15, 200_000, "ACME CORP PAYROLL DIRECT DEP"),
        ]
        try #expect(
            merge(earlier, earlier.map { ($0.day + days, $0.amount, $0.text) }).counts == [0, 3, 3])
    }

    @Test("have single moved ones once, with their notes", arguments: [1, 3, 5], [0, 9, 19])
    func oneMoved(days: Int, place: Int) throws {
        var later = Self.household
        later[place].day += days
        try store(Self.household, later)
        let ids = Dictionary(
            uniqueKeysWithValues: try vault.everything().map { ($0.bankID, $0.id) })
        let old = try #require(ids["T\(place)"])
        let new = try #require(ids["N\(place)"])
        let note = Correction(note: "shared", tags: ["trip"])
        try vault.correct([old: note], summary: "set")
        let before = try vault.everything().map(\.id)
        try #expect(
            vault.mergeAccount(1, into: 2, summary: "merge").counts == [0, 20, 1])
        #expect(try vault.corrections(of: [old, new]) == [new: note])
        _ = try vault.undo()
        #expect(try vault.everything().map(\.id) == before)
        #expect(try vault.corrections(of: [old, new]) == [old: note])
    }

    @Test("have those once that were posted one to three days after payment")
    func posted() throws {
        let later = Self.household.enumerated().map { number, row in
            (row.day + [1, 3, 2, 0][number % 4], row.amount, row.text)
        }
        let outcome = try merge(Self.household, later)
        #expect(outcome.counts == [0, 20, 15])
    }

    @Test("have those once that are worded differently, too")
    func worded() throws {
        let later = Self.household.map { ($0.day + 1, $0.amount, "CARD 4417 \($0.text)") }
        let outcome = try merge(Self.household, later)
        #expect(outcome.counts == [0, 20, 20])
    }

    @Test("have pending charges once, moved or not", arguments: [0, 1])
    func pending(moved: Int) throws {
        let charge = { (id: String, number: Int) in
            transaction(
                id, -381, on: day(2025, 3, number), description: "COFFEE", isPending: true)
        }
        let later = Self.household.map { ($0.day + 1, $0.amount, $0.text) }
        try stored.store(
            account("A1", rows("T", Self.household) + [charge("P1", 28)]), receivedAt: may)
        try stored.store(
            account("A2", rows("N", later) + [charge("P2", 28 + moved)]), receivedAt: may)
        let outcome = try vault.mergeAccount(1, into: 2, summary: "merge")
        #expect(outcome.moved == 0)
        #expect(try vault.everything().filter(\.isPending).map(\.bankID) == ["P2"])
    }

    @Test(
        "have a charge once that is pending in one and posted in the other, with its note",
        arguments: [(-381, 30, true), (-420, 30, true), (-381, 45, false), (-2_500, 30, false)])
    func settled(amount: Int64, number: Int, isOne: Bool) throws {
        let hold = transaction(
            "P1", -381, on: day(2025, 3, 28), description: "COFFEE", isPending: true)
        let posted = transaction(
            "S1", amount, on: day(2025, 3, 1).adding(days: number - 1), description: "COFFEE")
        try stored.store(
            account("A1", rows("T", Self.household) + [hold]), receivedAt: may)
        try stored.store(
            account("A2", rows("N", Self.household) + [posted]), receivedAt: may)
        let ids = Dictionary(
            uniqueKeysWithValues: try vault.everything().map { ($0.bankID, $0.id) })
        let (old, new) = try (#require(ids["P1"]), #require(ids["S1"]))
        let note = Correction(note: "shared")
        try vault.correct([old: note], summary: "set")
        let outcome = try vault.mergeAccount(1, into: 2, summary: "merge")
        #expect(outcome.moved == (isOne ? 0 : 1))
        #expect(try vault.corrections(of: [old, new]) == [isOne ? new : old: note])
        _ = try vault.undo()
        #expect(try vault.corrections(of: [old, new]) == [old: note])
    }

    @Test("are summed where both have them")
    func sum() throws {
        let later = Self.household.map { ($0.day + 1, $0.amount, $0.text) }
        let sum = Self.household.reduce(0) { $0 + Int128($1.amount) }
        #expect(try merge(Self.household, later).doubledSum == sum)
    }

    // MARK: Separate purchases

    @Test("keep the daily coffees of a replaced card, which has none of the old one's")
    func replacedCard() throws {
        let coffee = (1...20).map { ($0, Int64(-450), "CORNER COFFEE") }
        let outcome = try merge(Array(coffee.prefix(10)), Array(coffee.dropFirst(10)))
        #expect(outcome.moved == 10)
        #expect(outcome.doubled == 0)
        #expect(!outcome.doubtful.isEmpty)
        #expect(try vault.everything().count == 20)
    }

    @Test("keep weekly lunches of the week before and after")
    func weekly() throws {
        let week: [Row] = [(3, -900, "MONDAY BAR"), (5, -800, "WOK"), (7, -700, "FISH")]
        let outcome = try merge(week, week.map { ($0.day + 7, $0.amount, $0.text) })
        #expect(outcome.counts == [3, 0, 0])
    }

    @Test("keep weekly payments of days that only one has")
    func overlappingWeeks() throws {
        let weeks = (0..<6).map { (2 + 7 * $0, Int64(-1_500), "GYM") }
        let outcome = try merge(Array(weeks.prefix(4)), Array(weeks.dropFirst()))
        #expect(outcome.counts == [1, 3, 0])
    }

    @Test("keep a second equal purchase of a day nearby")
    func second() throws {
        let later = Self.household + [(5, Self.household[3].amount, Self.household[3].text)]
        let outcome = try merge(Self.household, later)
        #expect(outcome.counts == [0, 20, 0])
        #expect(try vault.everything().count == 21)
    }
}

extension AccountMerge {
    /// Those that moved, those in both, and of these those on another day.
    var counts: [Int] { [moved, doubled, onAnotherDay] }
}
