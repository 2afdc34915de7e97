public import Classification
internal import Foundation
internal import Model
public import Scripting

extension Automations {
    /// Runs every handler on a matching sample event, and returns the failures. Real events
    /// need not fail.
    public func handlerProblems() -> [RuleFileProblem] {
        handlers.compactMap { handler in
            switch handle(sampleEvent(of: handler.subscription), by: handler).outcome {
            case .success: nil
            case .failure(let failure): failure.problem
            }
        }
    }

    /// A sample event of 2025-01-15 that matches a subscription.
    public func sampleEvent(of subscription: EventSubscription) -> Event {
        samples.event(of: subscription)
    }

    /// Whether an event passes its subscription's filters, judged by the event's fields alone.
    public func isMeant(_ event: Event) -> Bool {
        EventFit(categories: names.categories).fits(event)
    }

    /// Runs the tests in the files. Each runs the handlers of its file that subscribe to its
    /// kind of event.
    public func runTests() -> [HandlerTestOutcome] {
        tests.map(outcome)
    }

    private func outcome(of test: HandlerTest) -> HandlerTestOutcome {
        var asked: [AskedAction] = []
        var failures: [String] = []
        var printed: [ScriptOutput] = []
        for handler in handlers
        where handler.file == test.file && handler.subscription.kind == test.kind {
            let event = event(of: test, for: handler.subscription)
            guard isMeant(event) else { continue }
            let handling = handle(
                event, by: handler, state: test.state, asking: test.answers.inTurn())
            printed += handling.printed
            switch handling.outcome {
            case .success(let actions):
                asked += actions
                if let kept = test.kept, !handling.state.meets(kept) {
                    failures.append(
                        "expected the state \(kept.text), got \(handling.state.text)")
                }
            case .failure(let failure):
                failures.append("\(failure.place): \(failure.problem.message)")
            }
        }
        if failures.isEmpty {
            failures = ExpectedActions(expected: test.expected).failures(of: asked)
        }
        return HandlerTestOutcome(
            name: test.name, file: test.file, line: test.line, failures: failures,
            printed: printed)
    }

    private func event(of test: HandlerTest, for subscription: EventSubscription) -> Event {
        let sample = samples.event(of: subscription)
        guard test.event != .nil else { return sample }
        // Reading the file already reported these.
        var mistakes = Mistakes()
        let fields = EventOverlay(categories: names.categories).table(
            test.event, over: sample.fields, test.kind.shape, at: .whole, &mistakes)
        let day: CalendarDay? =
            if case .string(let text)? = fields.fields["day"] { CalendarDay(text) } else { nil }
        return Event(
            subscription, subject: sample.subject, day: day ?? sample.day, fields: fields)
    }
}

/// A `test { … }` of a handler file.
struct HandlerTest: Sendable {
    let name: String
    let file: String
    let line: Int
    let kind: EventKind
    /// The event's fields; missing ones come from a sample.
    let event: ScriptValue
    /// The expectation per function. A function without one must not be called.
    let expected: [ActionWord: ScriptValue]
    /// The answers to the handlers' queries.
    let answers: GivenAnswers
    /// The state before the event.
    let state: HandlerState
    /// Fields of the state afterwards; nil if they don't matter.
    let kept: HandlerState?
}

extension HandlerState {
    /// Whether this has everything that the other one names.
    fileprivate func meets(_ wanted: HandlerState) -> Bool {
        ScriptValue.table(table).meets(.table(wanted.table))
    }
}

/// The outcome of a test in a handler file.
public struct HandlerTestOutcome: Hashable, Sendable {
    public let name: String
    /// "automation/alerts.lua".
    public let file: String
    /// The line of its declaration, counted from 1.
    public let line: Int
    /// The mismatches, one sentence each; empty if the test passed.
    public let failures: [String]
    public let printed: [ScriptOutput]
}

/// A comparison of requested actions with a test's expectation. An expectation is a count,
/// or arguments of which only the given fields are compared.
struct ExpectedActions {
    let expected: [ActionWord: ScriptValue]

    /// The mismatches, one sentence each.
    func failures(of asked: [AskedAction]) -> [String] {
        ActionWord.allCases.compactMap { word in
            let found = asked.filter { $0.word == word }
            let wanted = expected[word] ?? .integer(0)
            if case .integer(let count) = wanted {
                return found.count == count ? nil : failure(times(count, word), found)
            }
            let isMet = found.count == 1 && found[0].meets(wanted)
            return isMet ? nil : failure("\(word.rawValue) \(wanted.luaText)", found)
        }
    }

    private func times(_ count: Int64, _ word: ActionWord) -> String {
        count == 0 ? "no \(word.rawValue)" : "\(word.rawValue) \(count) times"
    }

    private func failure(_ expected: String, _ found: [AskedAction]) -> String {
        let got = found.isEmpty ? "nothing of it" : found.map(\.text).joined(separator: "; ")
        return "expected \(expected), got \(got)"
    }
}

extension AskedAction {
    /// The call as the handler wrote it, without the transaction.
    public var text: String {
        switch action {
        case .notify: "\(word.rawValue) " + values.map(\.luaText).joined(separator: ", ")
        case .webhook, .run: "\(word.rawValue)(\(values.map(\.luaText).joined(separator: ", ")))"
        case .correct(let transaction, _):
            "\(word.rawValue)(transaction \(transaction), "
                + values.map(\.luaText).joined(separator: ", ") + ")"
        }
    }

    fileprivate func meets(_ wanted: ScriptValue) -> Bool {
        if case .table(let list) = wanted, !list.array.isEmpty, list.fields.isEmpty {
            if values.count == 1, values[0].meets(wanted) { return true }
            return list.array.count <= values.count
                && zip(values, list.array).allSatisfy { $0.meets($1) }
        }
        return values.first?.meets(wanted) ?? false
    }
}

extension ScriptValue {
    /// Whether this has everything that the other one names.
    fileprivate func meets(_ wanted: ScriptValue) -> Bool {
        switch (self, wanted) {
        case (.table(let table), .table(let wanted)):
            return table.array.count == wanted.array.count
                && zip(table.array, wanted.array).allSatisfy { $0.meets($1) }
                && wanted.fields.allSatisfy { name, value in
                    table.fields[name]?.meets(value) ?? false
                }
        case (.integer(let number), .number(let wanted)): return Double(number) == wanted
        case (.number(let number), .integer(let wanted)): return number == Double(wanted)
        default: return self == wanted
        }
    }

    /// The value as a Lua literal on one line.
    var luaText: String {
        switch self {
        case .nil: "nil"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let number): number.description
        case .string(let text): LuaLiteral.text(text)
        case .table(let table): Self.luaText(of: table)
        case .function, .constructed: "…"
        }
    }

    private static func luaText(of table: ScriptTable) -> String {
        let fields = table.fields.sorted { $0.key < $1.key }.map { name, value in
            "\(isName(name) ? name : "[\(LuaLiteral.text(name))]") = \(value.luaText)"
        }
        let entries = table.array.map(\.luaText) + fields
        return entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
    }

    private static func isName(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z_][A-Za-z_0-9]*/) != nil
    }
}

/// A check whether an event passes its subscription's filters, judged by the event's fields
/// alone. A test's event only reaches handlers that would receive it.
struct EventFit {
    let categories: CategoryTree

    func fits(_ event: Event) -> Bool {
        let options = event.subscription.options
        let transaction = part("transaction", of: event)
        let account = part("account", of: event)
        let budget = part("budget", of: event)
        let holds: [Bool?] = [
            options.over.map { over in amount("amount", of: transaction) { $0.size > over } },
            options.below.map { below in amount("balance", of: account) { $0 < below } },
            options.limit.map { limit in amount("spent", of: budget) { $0 > limit } },
            options.account.map {
                isSame($0, text("account", of: transaction) ?? text("name", of: account))
            },
            options.payee.map { isSame($0, text("payee", of: transaction)) },
            options.category.map {
                isWithin($0, text("category", of: transaction) ?? text("category", of: budget))
            },
            options.tag.map { isBudget(budget, .tag($0)) },
            options.view.map { isBudget(budget, .view($0)) },
            options.days.map { days in isAhead(event, most: days) },
            options.at.map { at in
                let share = DecimalAmount(coefficient: Int64(at), decimals: 0)
                return amount("percent", of: budget) { $0 >= share }
            },
        ]
        return !holds.contains(false)
    }

    private func part(_ name: String, of event: Event) -> ScriptTable? {
        guard case .table(let table)? = event.fields.fields[name] else { return nil }
        return table
    }

    private func text(_ name: String, of part: ScriptTable?) -> String? {
        guard case .string(let text)? = part?.fields[name] else { return nil }
        return text
    }

    private func amount(
        _ name: String, of part: ScriptTable?, _ holds: (DecimalAmount) -> Bool
    ) -> Bool {
        part?.fields[name]?.amount.map(holds) ?? false
    }

    private func isSame(_ wanted: String, _ text: String?) -> Bool {
        text.map { $0.lowercased() == wanted.lowercased() } ?? false
    }

    private func isWithin(_ wanted: String, _ category: String?) -> Bool {
        category.map { categories.isCategory($0, within: wanted) } ?? false
    }

    private func isBudget(_ budget: ScriptTable?, _ wanted: BudgetSubject) -> Bool {
        text("of", of: budget) == wanted.kind && isSame(wanted.name, text("name", of: budget))
    }

    private func isAhead(_ event: Event, most days: Int) -> Bool {
        guard let text = text("next_day", of: part("series", of: event)),
            let next = CalendarDay(text)
        else { return false }
        return (0...days).contains(event.day.days(until: next))
    }
}

extension ScriptValue {
    /// The number as it is written; nil for other values, and for more digits than an amount has.
    fileprivate var amount: DecimalAmount? {
        switch self {
        case .integer(let number): return DecimalAmount(coefficient: number, decimals: 0)
        case .number(let number):
            do {
                return try DecimalAmount(exactly: number.description)
            } catch {
                return nil
            }
        default: return nil
        }
    }
}

extension DecimalAmount {
    fileprivate var size: DecimalAmount {
        DecimalAmount(coefficient: Int64(clamping: coefficient.magnitude), decimals: decimals)
    }
}
