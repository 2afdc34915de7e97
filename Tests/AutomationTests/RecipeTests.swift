import Automation
import Classification
import Foundation
import Model
import Scripting
import Testing

@Suite("docs/automation.md")
struct RecipeTests {
    /// A recipe's file, an event that it must answer with these actions, and one
    /// that it must not.
    struct Recipe: CustomTestStringConvertible, Sendable {
        let file: String
        let answered: EventContent
        let actions: [Action]
        let passedOver: EventContent

        var testDescription: String { file }
    }

    @Test("a recipe answers what it is for, and nothing else", arguments: recipes)
    func recipe(_ recipe: Recipe) throws {
        let automations = try Self.automations(of: recipe.file)
        #expect(automations.leftOut == [])
        #expect(!automations.handlers.isEmpty)
        #expect(automations.runTests().flatMap(\.failures) == [])
        #expect(try told(recipe.answered, to: automations) == recipe.actions)
        #expect(try told(recipe.passedOver, to: automations) == [])
    }

    @Test("every recipe is tried")
    func allRecipes() throws {
        #expect(
            try Self.files().map(\.name).sorted()
                == (Self.recipes.map(\.file) + Self.filesThatAsk).sorted())
    }

    /// Those that ask the vault: what they do depends on more than the event.
    private static let filesThatAsk = ["dining-this-week.lua", "dining-this-month.lua"]

    @Test("a recipe that asks the vault has tests beside it, which pass", arguments: filesThatAsk)
    func looking(file: String) throws {
        let automations = try Self.automations(of: file)
        #expect(automations.leftOut == [])
        #expect(automations.runTests().map(\.failures) == [[], []])
    }

    @Test("the recipes can stand together in one folder, and none fails on a made-up event")
    func together() throws {
        let automations = Automations(
            try Self.files().map {
                RuleSource(file: "automation/\($0.name)", bytes: Array($0.text.utf8))
            }, names: try Self.names())
        #expect(automations.leftOut == [])
        #expect(automations.handlers.count == 16)
        #expect(automations.handlerProblems() == [])
    }

    @Test("the handler in README.md loads, and asks for a notification")
    func readme() throws {
        let file = try #require(try Self.files(in: "README.md").first)
        let automations = Automations(
            [RuleSource(file: "automation/\(file.name)", bytes: Array(file.text.utf8))],
            names: try Self.names())
        #expect(automations.leftOut == [])
        #expect(
            try told(.transaction(Self.transaction(-812_50)), to: automations) == [
                Self.notify("Acme", "-812.50 USD")
            ])
    }

    @Test("the table has every kind of event with its meaning and options, and no other")
    func kinds() throws {
        let rows = try Self.page().matches(of: /\n\| `(\w+)` \| ([^|]+) \| ([^|]*)\|/)
            .filter { EventKind(rawValue: String($0.output.1)) != nil }
        #expect(rows.map { String($0.output.1) } == EventKind.allCases.map(\.rawValue))
        for (kind, row) in zip(EventKind.allCases, rows) {
            #expect(String(row.output.2) == kind.help)
            let options = row.output.3.matches(of: /`(\w+)`/).map { String($0.output.1) }
            #expect(Set(options) == Set(kind.options.map(\.rawValue)), "\(kind)")
            #expect(row.output.3.contains("needed") == !kind.neededOptions.isEmpty, "\(kind)")
        }
    }

    @Test("the tables have every word of a query and of an action, and no other")
    func words() throws {
        let rows = try Self.page().matches(of: /\n\| `(\w+)[ (]/).map { String($0.output.1) }
        #expect(
            rows == QueryWord.allCases.map(\.rawValue) + ActionWord.allCases.map(\.rawValue))
    }

    // MARK: The page

    private static func page(_ path: String = "docs/automation.md") throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func files(
        in path: String = "docs/automation.md"
    ) throws -> [(name: String, text: String)] {
        try page(path).matches(of: /```lua automation\/(\S+)\n([\s\S]*?)```/).map {
            (String($0.output.1), String($0.output.2))
        }
    }

    private static func names() throws -> AutomationNames {
        AutomationNames(
            categories: try CategoryTree(
                ["dining", "groceries", "other"].map {
                    Category(
                        id: $0, name: $0.capitalized, type: .expense, parent: nil, lens: .want)
                }), webhooks: ["family", "ntfy", "gotify"], commands: ["speak", "mail", "diary"])
    }

    private static func automations(of file: String) throws -> Automations {
        let text = try files().first { $0.name == file }?.text ?? ""
        return Automations(
            [RuleSource(file: "automation/\(file)", bytes: Array(text.utf8))], names: try names())
    }

    /// What is asked for by the handlers that would be told of such an event.
    private func told(_ content: EventContent, to automations: Automations) throws -> [Action] {
        var actions: [Action] = []
        for handler in automations.handlers {
            let event = Event(
                handler.subscription, subject: "what it is", day: today, fields: content.fields)
            guard automations.isMeant(event) else { continue }
            actions += try automations.actions(of: handler, for: event)
        }
        return actions
    }

    // MARK: The recipes

    private static func usd(_ cents: Int64) -> Money {
        Money(minorUnits: cents, currency: Currency(code: "USD"))
    }

    private static func transaction(
        _ cents: Int64, payee: String = "Acme", class: TransactionClass = .expense
    ) -> EventTransaction {
        EventTransaction(
            id: 17, day: today, amount: usd(cents), payee: payee, description: "ACME 0042",
            class: `class`, category: EventCategory(id: "other", name: "Other"),
            account: "Checking")
    }

    private static func series(
        _ name: String, _ cents: Int64, from: Int64? = nil, to: Int64? = nil
    ) -> EventContent {
        .series(
            EventSeries(
                name: name, amount: usd(cents), frequency: .monthly, nextDay: today,
                from: from.map(usd), to: to.map(usd)))
    }

    private static func checking(_ cents: Int64) -> EventContent {
        .account(
            EventAccount(
                name: "Checking", institution: "First Bank", type: .checking,
                balance: usd(cents)))
    }

    private static func dining(_ cents: Int64) -> EventContent {
        .budget(
            EventBudget(
                subject: .category("dining"), name: "Dining out", spent: usd(cents),
                limit: usd(400_00)))
    }

    private static func bank(_ name: String) -> EventContent {
        .bank(EventBank(name: name, connection: "SimpleFIN", message: "Access ended."))
    }

    private static func week(_ currency: Currency) -> EventContent {
        func money(_ minorUnits: Int64) -> Money {
            Money(minorUnits: minorUnits, currency: currency)
        }
        return .week(
            EventPeriod(
                name: "2026-W47", income: money(240_000), spending: money(91_040),
                net: money(148_960),
                categories: [("Rent", 70_000), ("Food", 12_000), ("Fun", 6_000), ("Fees", 3_040)]
                    .map { name, spent in
                        EventSpending(
                            category: EventCategory(id: name, name: name), spent: money(spent))
                    }))
    }

    private static func month(income: Int64, spending: Int64) -> EventContent {
        .month(
            EventPeriod(
                name: "2026-10", income: usd(income), spending: usd(spending),
                net: usd(income - spending), categories: []))
    }

    private static func notify(
        _ title: String, _ text: String, isUrgent: Bool = false
    ) -> Action {
        .notify(Notification(title: title, text: text, isUrgent: isUrgent))
    }

    static let recipes = [
        Recipe(
            file: "large-charge.lua", answered: .transaction(transaction(-812_50)),
            actions: [
                notify("Large charge", "Acme: -812.50 USD"),
                .correct(transaction: 17, Correction(tags: ["large"])),
            ],
            passedOver: .transaction(transaction(2_400_00, class: .income))),
        Recipe(
            file: "low-balance.lua", answered: checking(199_99),
            actions: [
                notify("Low balance", "Checking is down to 199.99 USD", isUrgent: true)
            ],
            passedOver: checking(200_00)),
        Recipe(
            file: "everywhere.lua", answered: checking(49_99),
            actions: [
                .webhook(
                    name: "ntfy",
                    message: ScriptTable(fields: [
                        "topic": .string("ann-money"), "title": .string("Low balance"),
                        "message": .string("Checking: 49.99 USD"), "priority": .integer(4),
                    ])),
                .webhook(
                    name: "gotify",
                    message: ScriptTable(fields: [
                        "title": .string("Low balance"),
                        "message": .string("Checking: 49.99 USD"), "priority": .integer(8),
                    ])),
                .run(command: "mail", arguments: ["Low balance", "Checking: 49.99 USD"]),
                .run(command: "diary", arguments: ["Checking: 49.99 USD"]),
            ],
            passedOver: checking(50_00)),
        Recipe(
            file: "subscription-rose.lua",
            answered: series("Netflix", -17_99, from: -15_49, to: -17_99),
            actions: [notify("Netflix costs more", "15.49 USD before, 17.99 USD now")],
            passedOver: series("Netflix", -15_49, from: -17_99, to: -15_49)),
        Recipe(
            file: "paycheck-missing.lua", answered: series("Employer", 2_400_00),
            actions: [
                notify(
                    "Paycheck missing", "Employer was expected on \(today)", isUrgent: true)
            ],
            passedOver: series("Interest", 1_20)),
        Recipe(
            file: "over-budget.lua", answered: dining(1_412_10),
            actions: [
                notify("Dining out is over budget", "1,412.10 USD of 400.00 USD this month")
            ],
            passedOver: dining(400_00)),
        Recipe(
            file: "duplicate-charge.lua", answered: .transaction(transaction(-49_90)),
            actions: [
                .correct(
                    transaction: 17,
                    Correction(
                        note: "The same amount was charged before.", tags: ["charged-twice"])),
                notify("Charged twice?", "Acme, -49.90 USD"),
            ],
            passedOver: .transaction(transaction(-4_50))),
        Recipe(
            file: "bank-needs-attention.lua", answered: bank("First Bank"),
            actions: [
                notify("A bank needs attention", "Sign in to First Bank again: Access ended."),
                .webhook(
                    name: "family",
                    message: ScriptTable(fields: [
                        "text": .string("Sign in to First Bank again: Access ended.")
                    ])),
            ],
            passedOver: bank("Old Credit Union")),
        Recipe(
            file: "weekly-summary.lua", answered: week(Currency(code: "USD")),
            actions: [
                .webhook(
                    name: "family",
                    message: ScriptTable(fields: [
                        "title": .string("Week 2026-W47"),
                        "text": .string(
                            "In 2,400.00 USD, out 910.40 USD\nRent: 700.00 USD\n"
                                + "Food: 120.00 USD\nFun: 60.00 USD"),
                    ]))
            ],
            passedOver: week(Currency(code: "JPY"))),
        Recipe(
            file: "new-payee.lua", answered: .payee(transaction(-120_00, payee: "Plumber")),
            actions: [notify("First payment to Plumber", "-120.00 USD from Checking")],
            passedOver: .payee(transaction(-100_00, payee: "Bakery"))),
        Recipe(
            file: "refund-arrived.lua", answered: .transaction(transaction(49_90)),
            actions: [
                .run(command: "speak", arguments: ["Acme paid back 49.90 USD"]),
                .correct(transaction: 17, Correction(note: "Paid back.", tags: ["refund"])),
            ],
            passedOver: .transaction(transaction(9_99))),
        Recipe(
            file: "bill-due.lua", answered: series("Rent", -1_200_00),
            actions: [notify("Rent is due", "1,200.00 USD on \(today)")],
            passedOver: series("Cloud storage", -2_99)),
        Recipe(
            file: "month-closed.lua", answered: month(income: 4_768_69, spending: 4_039_80),
            actions: [
                notify(
                    "The month 2026-10", "4,768.69 USD in, 4,039.80 USD out, 728.89 USD left")
            ],
            passedOver: month(income: 0, spending: 0)),
    ]
}
