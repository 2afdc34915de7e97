import Engine
import Model
import Testing
import Vault

@Suite("Recurring payments whose category the person changes")
struct ChangedCategoryTests {
    private let vault: EventVault

    init() throws {
        vault = try EventVault(on: day(2027, 1, 20))
    }

    private func receive(_ text: String, _ months: [Int], amount: Int64) throws -> [Int64] {
        try vault.receive(
            months.map {
                line(
                    "\($0)", amount,
                    on: CalendarMonth(year: 2026, month: $0).firstDay.adding(days: 4), text)
            })
        return try vault.vault.everything().map(\.id)
    }

    @Test("stay a bill", arguments: ["shopping", "dining", "groceries"])
    func bill(category: String) throws {
        // Only of a bill two payments are enough.
        let ids = try receive("PRAIRIE ELECTRIC COOP BILLPAY", [6, 12], amount: -13_105)
        let before = try vault.vault.series().map(\.name)
        #expect(before.count == 1)
        _ = try vault.engine.correct(ids, CorrectionChange(Correction(category: category)))
        #expect(try vault.vault.series().map(\.name) == before)
    }

    @Test("and that they split have the lens of each part's category")
    func lenses() throws {
        let ids = try receive("SPARKLE HOME CLEANING LLC", Array(5...12), amount: -9840)
        #expect(try vault.vault.series().count == 1)
        let id = try #require(ids.max())
        _ = try vault.engine.split(
            id,
            into: [
                SplitPlan.Part(category: "groceries", size: try SplitPlan.Size(typed: "50")),
                SplitPlan.Part(category: "dining", size: try SplitPlan.Size(typed: "20")),
                SplitPlan.Part(category: "other", size: .remainder),
            ])
        let parts = try #require(try vault.vault.transaction(id)).splits
        #expect(parts.map(\.lens) == [.need, .want, .want])
    }
}
