import Insights
import Model
import TestSupport
import Testing

@Suite("Spending by category")
struct CategorySpendingTests {
    private let march = day(2025, 3, 1)..<day(2025, 4, 1)

    private func breakdown(_ entries: [Entry], accounts: [AccountSketch] = []) throws
        -> [CategorySpending]
    {
        let accounts = accounts.isEmpty ? [AccountSketch("checking")] : accounts
        return try CategorySpending.breakdown(try Books(accounts, entries).vault, days: march)
    }

    @Test("lists the highest first, with shares of all spending")
    func shares() throws {
        let breakdown = try breakdown([
            Entry(day(2025, 3, 1), -2000, .expense, "dining"),
            Entry(day(2025, 3, 31), -6000, .expense, "groceries"),
            Entry(day(2025, 3, 9), -1000, .expense, "dining"),
            Entry(day(2025, 3, 9), -3000, .expense, "bills"),
            Entry(day(2025, 4, 1), -9999, .expense, "travel"),
            Entry(day(2025, 3, 9), 9999, .income, "other"),
        ])
        #expect(breakdown.map(\.category) == ["groceries", "bills", "dining"])
        #expect(breakdown.map(\.spent.minorUnits) == [6000, 3000, 3000])
        #expect(breakdown.map(\.share) == [0.5, 0.25, 0.25])
    }

    @Test("shows how much of a category and its parts is guessed")
    func guessed() throws {
        func guess(_ amount: Int64, _ category: String) -> Entry {
            var entry = Entry(day(2025, 3, 1), amount, .expense, category)
            entry.categoryReason = Reason(
                by: "guess", rule: nil, kind: .guess, chance: 80)
            return entry
        }
        let breakdown = try breakdown([
            guess(-2000, "dining"), guess(300, "dining"),
            Entry(day(2025, 3, 1), -6000, .expense, "dining"), guess(-500, "bills"),
            Entry(day(2025, 3, 2), -100, .expense, "travel"),
        ])
        #expect(breakdown.map(\.category) == ["dining", "bills", "travel"])
        #expect(breakdown.map(\.guessed.minorUnits) == [1700, 500, 0])
        #expect(breakdown.map(\.spent.minorUnits) == [7700, 500, 100])
    }

    @Test("a category with more refunds than spending has no share")
    func refunds() throws {
        let breakdown = try breakdown([
            Entry(day(2025, 3, 2), -4000, .expense, "dining"),
            Entry(day(2025, 3, 3), -1000, .expense, "shopping"),
            Entry(day(2025, 3, 4), 2500, .expense, "shopping"),
        ])
        #expect(breakdown.map(\.category) == ["dining", "shopping"])
        #expect(breakdown.map(\.spent.minorUnits) == [4000, -1500])
        #expect(breakdown.map(\.share) == [1, 0])
    }

    @Test("where only money came back, no share is claimed")
    func onlyRefunds() throws {
        let breakdown = try breakdown([Entry(day(2025, 3, 4), 2500, .expense, "shopping")])
        #expect(breakdown.map(\.share) == [0])
    }

    @Test("a category counts in the one that it is a part of")
    func parts() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2025, 3, 2), -4000, .expense, "sushi"),
                Entry(day(2025, 3, 3), -1000, .expense, "dining"),
                Entry(day(2025, 3, 4), -2000, .expense, "bakery"),
                Entry(day(2025, 3, 4), 3500, .expense, "lunch"),
                Entry(day(2025, 3, 5), -6500, .expense, "bills"),
            ])
        let tree = try CategoryTree(
            [
                ("sushi", "dining"), ("dining", "food"), ("food", nil), ("bakery", "food"),
                ("lunch", "dining"), ("bills", nil),
            ].map { Category(id: $0, name: $0, type: .expense, parent: $1, lens: nil) })
        let breakdown = try CategorySpending.breakdown(books.vault, days: march, in: tree)
        #expect(breakdown.map(\.category) == ["bills", "food"])
        let food = breakdown.flatMap(\.withParts).dropFirst()
        #expect(food.map(\.category) == ["food", "bakery", "dining", "sushi", "lunch"])
        #expect(food.map(\.spent.minorUnits) == [3500, 2000, 1500, 4000, -3500])
        #expect(food.map(\.own.minorUnits) == [0, 2000, 1000, 4000, -3500])
        #expect(food.map(\.share) == [0.35, 0.2, 0.15, 0.4, 0])
    }

    @Test("of one lens counts what has it, of split ones the parts, and as a want what has none")
    func lens() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2025, 3, 2), -4000, .expense, "dining", lens: .want),
                Entry(day(2025, 3, 3), -700, .expense, "bills"),
                Entry(day(2025, 3, 4), -50, .expense, "bills", lens: .need),
                Entry(
                    day(2025, 3, 9), -1000, .expense,
                    parts: [
                        SplitPart(category: "dining", minorUnits: -400, lens: .need, note: nil),
                        SplitPart(category: "other", minorUnits: -600, lens: nil, note: nil),
                    ], lens: .saving),
            ])
        func spent(_ lens: Lens?) throws -> [String: Int128] {
            let breakdown = try CategorySpending.breakdown(books.vault, days: march, lens: lens)
            return Dictionary(
                uniqueKeysWithValues: breakdown.map { ($0.category, $0.spent.minorUnits) })
        }
        #expect(try spent(.need) == ["dining": 400, "bills": 50])
        #expect(try spent(.want) == ["dining": 4000, "bills": 700, "other": 600])
        #expect(try spent(.saving) == [:])
        #expect(try spent(nil) == ["dining": 4400, "bills": 750, "other": 600])
    }

    @Test("shares sum to one in each currency", arguments: 1...5)
    func sharesSumToOne(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let entries = (0..<80).map { _ in
            Entry(
                day(2025, 3, Int.random(in: 1...31, using: &random)),
                Int64.random(in: -9000...2000, using: &random), .expense,
                "category \(Int.random(in: 0..<8, using: &random))",
                account: Bool.random(using: &random) ? "checking" : "tokyo")
        }
        let breakdown = try breakdown(
            entries, accounts: [AccountSketch("checking"), AccountSketch("tokyo", currency: yen)])
        for currency in [dollars, yen] {
            let shares = breakdown.filter { $0.spent.currency == currency }.map(\.share)
            #expect(abs(shares.reduce(0, +) - 1) < 1e-9)
            #expect(shares == shares.sorted(by: >))
        }
    }
}
