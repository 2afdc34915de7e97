import Automation
import Classification
import Model
import Scripting

let today = CalendarDay(daysSinceEpoch: 20_778)

func makeNames() throws -> AutomationNames {
    AutomationNames(
        categories: try CategoryTree([
            Category(id: "food", name: "Food", type: .expense, parent: nil, lens: .need),
            Category(id: "dining", name: "Dining out", type: .expense, parent: "food", lens: .want),
            Category(id: "salary", name: "Salary", type: .income, parent: nil, lens: nil),
        ]), webhooks: ["family", "phone"], commands: ["lamp"])
}

func automations(
    _ source: String, library: ScriptLibrary = .empty, limits: ScriptLimits = .standard
) throws -> Automations {
    Automations(
        [RuleSource(file: "automation/mine.lua", bytes: Array(source.utf8))],
        names: try makeNames(), library: library, limits: limits)
}

/// What is wrong in a file, each with its place.
func mistakes(_ source: String) throws -> [String] {
    try automations(source).leftOut.flatMap(\.problems).map { problem in
        "\(problem.line ?? 0):\(problem.column ?? 0) \(problem.message)"
    }
}

let purchase = EventTransaction(
    id: 17, day: today, amount: Money(minorUnits: -812_50, currency: Currency(code: "USD")),
    payee: "Acme", description: "ACME TOOLS 0042", class: .expense,
    category: EventCategory(id: "food", name: "Food"),
    account: "Checking")

/// What a handler's body asks for, told of a large purchase.
func actions(_ body: String, _ transaction: EventTransaction = purchase) throws -> [Action] {
    let automations = try automations(
        "on('large_transaction', { over = 500 }, function(e) \(body) end)")
    guard let handler = automations.handlers.first else {
        throw NoHandler(problems: automations.leftOut.flatMap(\.problems).map(\.message))
    }
    return try automations.actions(
        of: handler,
        for: Event(
            handler.subscription, subject: "transaction \(transaction.id)", day: today,
            fields: EventContent.transaction(transaction).fields))
}

struct NoHandler: Error {
    let problems: [String]
}

extension Automations {
    /// Handlers run in this process in these tests.
    init(
        _ sources: [RuleSource], names: AutomationNames, library: ScriptLibrary = .empty,
        unreadable: [RejectedFile] = [], limits: ScriptLimits = .standard
    ) {
        self.init(
            sources, names: names, library: library, unreadable: unreadable, limits: limits,
            on: .inThisProcess)
    }
}
