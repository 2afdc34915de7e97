import Automation
import Engine
import Foundation
import Model
import Scripting
import Testing
import Vault

@Suite("Events of budgets")
struct BudgetEventTests {
    private let vault: EventVault

    init() throws {
        vault = try EventVault()
        try set("100", since: "2026-10")
    }

    private func set(_ amount: String, since month: String) throws {
        var entry = BudgetEntry()
        (entry.category, entry.from) = ("dining", month)
        entry.amount = WrittenNumber(amount)
        try vault.engine.setBudgets([entry], summary: "budget set dining \(amount)")
    }

    private func spend(_ number: Int, _ cents: Int64) throws {
        try vault.receive(
            [line("T\(number)", -cents, on: vault.today, "STARBUCKS STORE 12")])
    }

    private let over = EventSubscription(.overBudget) { $0.category = "dining" }

    private func percents(_ events: [Event]) -> [ScriptValue?] {
        events.map { $0.value("budget", "percent") }
    }

    @Test("a budget is reached at 80 and at 100 percent, once a period")
    func reached() throws {
        let subscription = EventSubscription(.budgetReached)
        var told: [[ScriptValue?]] = []
        for (number, cents) in [(1, 79_99), (2, 1), (3, 10_00), (4, 10_00), (5, 10_00)]
            as [(Int, Int64)]
        {
            try spend(number, cents)
            told.append(percents(try vault.told(subscription)))
        }
        #expect(told == [[], [.integer(80)], [], [.integer(100)], []])
        vault.today = day(2026, 12, 2)
        try spend(6, 85_00)
        #expect(try vault.told(subscription).count == 1)
    }

    @Test("a share of the handler's own, of its own category")
    func share() throws {
        let subscription = EventSubscription(.budgetReached) {
            $0.at = 50
            $0.category = "groceries"
        }
        let dining = EventSubscription(.budgetReached) {
            $0.at = 50
            $0.category = "dining"
        }
        try spend(1, 50_00)
        #expect(try vault.told(subscription).isEmpty)
        #expect(try vault.told(dining).count == 1)
    }

    @Test("more than the budget has is told once a period, with what it has")
    func exceeded() throws {
        try spend(1, 100_00)
        #expect(try vault.told(over).isEmpty)
        try spend(2, 1)
        let event = try #require(try vault.told(over).first)
        #expect(event.text("budget", "spent_text") == "100.01 USD")
        #expect(event.text("budget", "limit_text") == "100.00 USD")
        try spend(3, 5_00)
        #expect(try vault.told(over).isEmpty)
    }

    @Test("budgets of a tag and of a saved view are followed like those of categories")
    func tagsAndViews() throws {
        try FileManager.default.createDirectory(
            atPath: vault.vault.folder.configPath, withIntermediateDirectories: true)
        try vault.demo.write(
            "[[view]]\nname = \"Coffee\"\nwords = \"Starbucks\"\n", to: "config/views.toml")
        var tag = BudgetEntry()
        (tag.tag, tag.from, tag.amount) = ("holiday", "2026-10", WrittenNumber("30"))
        var view = BudgetEntry()
        (view.view, view.from, view.amount) = ("Coffee", "2026-10", WrittenNumber("50"))
        try vault.engine.setBudgets([tag, view], summary: "budget set")
        try spend(1, 60_00)
        let subscriptions = [
            EventSubscription(.overBudget),
            EventSubscription(.overBudget) { $0.tag = "Holiday" },
            EventSubscription(.overBudget) { $0.view = "Coffee" },
            over,
        ]
        func names(_ events: [Event]) -> [String?] { events.map { $0.text("budget", "name") } }
        let first = try subscriptions.map { names(try vault.told($0)) }
        #expect(first == [["Coffee"], [], ["Coffee"], []])
        _ = try vault.engine.correct([1], CorrectionChange(Correction(tags: ["holiday"])))
        try vault.classify()
        let told = try vault.told(subscriptions[0], subscriptions[1])
        #expect(told.map { $0.text("budget", "of") } == ["tag", "tag"])
        #expect(told.map { $0.value("budget", "category") } == [nil, nil])
    }

    @Test("a period that is over is never told")
    func past() throws {
        try spend(1, 500_00)
        vault.today = day(2026, 12, 2)
        try spend(2, 1_00)
        #expect(try vault.told(over, EventSubscription(.budgetReached)).isEmpty)
    }

    @Test("without a budget nothing is reached")
    func none() throws {
        _ = try vault.engine.undo()
        try spend(1, 500_00)
        #expect(try vault.told(over, EventSubscription(.budgetReached)).isEmpty)
    }

    @Test("a line that a command set replaces that of the file, and undo gives it back")
    func decided() throws {
        try FileManager.default.createDirectory(
            atPath: vault.vault.folder.configPath, withIntermediateDirectories: true)
        try vault.demo.write(
            """
            [[budget]]
            category = "dining"
            from = "2026-10"
            amount = 70

            [[budget]]
            category = "groceries"
            amount = 300
            """, to: "config/budgets.toml")
        func targets() throws -> [BudgetLine.Kind] {
            try vault.engine.budgets().flatMap(\.lines).map(\.kind)
        }
        func usd(_ cents: Int64) -> BudgetLine.Kind {
            .amount(Money(minorUnits: cents, currency: Currency(code: "USD")))
        }
        #expect(try targets() == [usd(100_00), usd(300_00)])
        try set("120", since: "2026-11")
        #expect(try targets() == [usd(100_00), usd(120_00), usd(300_00)])
        _ = try vault.engine.undo()
        _ = try vault.engine.undo()
        #expect(try targets() == [usd(70_00), usd(300_00)])
    }
}
