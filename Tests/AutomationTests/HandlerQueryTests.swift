import Automation
import Classification
import Model
import Scripting
import Testing

/// Answers whatever is asked, and keeps what was.
private final class Answers: VaultAnswering {
    var asked: [HandlerQuery] = []
    private let answer: VaultAnswer

    init(_ answer: VaultAnswer = .sums([usd(412_50)])) { self.answer = answer }

    func answer(_ query: HandlerQuery, asOf day: CalendarDay) throws(QueryMistake) -> VaultAnswer {
        asked.append(query)
        return answer
    }
}

private func usd(_ minorUnits: Int64) -> Money {
    Money(minorUnits: minorUnits, currency: Currency(code: "USD"))
}

/// What a handler's body asks for, or why it fails.
private func told(
    _ body: String, _ answers: Answers = Answers(), state: HandlerState = .empty
) throws -> (texts: [String], handling: Handling) {
    let automations = try automations("on('refund', function(e, state) \(body) end)")
    let handler = try #require(automations.handlers.first)
    let handling = automations.handle(
        automations.sampleEvent(of: handler.subscription), by: handler, state: state,
        asking: answers)
    switch handling.outcome {
    case .success(let asked): return (asked.map(\.text), handling)
    case .failure(let failure): return ([failure.problem.message], handling)
    }
}

@Suite("Handlers that look into the vault")
struct HandlerQueryTests {
    @Test(
        "a sum is a number, and a text with its currency",
        arguments: [
            (
                "local amount, text = spent {} notify { title = text .. ' ' .. amount }",
                "412.50 USD 412.5"
            ),
            ("if spent { category = 'dining' } > 400 then notify { title = 'much' } end", "much"),
            ("notify { title = select(2, income { period = 'last month' }) }", "412.50 USD"),
        ])
    func sums(body: String, title: String) throws {
        #expect(try told(body).texts == ["notify { title = \"\(title)\" }"])
    }

    @Test("sums in several currencies need one to be chosen")
    func currencies() throws {
        let answers = Answers(
            .sums([usd(1), Money(minorUnits: 2, currency: Currency(code: "EUR"))]))
        #expect(
            try told("spent {}", answers).texts == [
                "\"spent\" has sums in USD and EUR; add a currency, as in currency = \"USD\""
            ])
    }

    @Test("a category is taken with those below it, and other fields are a condition")
    func filter() throws {
        let answers = Answers()
        _ = try told(
            """
            spent { category = "food", period = "2026-10", payee = word "coffee" }
            income { category = { "dining", "salary" } }
            """, answers)
        let filters = answers.asked.compactMap { query -> QueryFilter? in
            switch query {
            case .spent(let filter), .income(let filter): filter
            default: nil
            }
        }
        #expect(filters.map(\.categories) == [["dining", "food"], ["dining", "salary"]])
        #expect(filters.map { $0.condition != nil } == [true, false])
        #expect(
            filters.map { $0.period?.days(asOf: today).lowerBound.description } == [
                "2026-10-01", nil,
            ])
    }

    @Test(
        "a mistake is an error of the handler",
        arguments: [
            (
                "spent { perod = 'oct' }",
                "\"spent\" has no field \"perod\" (did you mean \"period\"?)"
            ),
            ("count { limit = 3 }", "\"count\" has no field \"limit\""),
            (
                "transactions { limit = 101 }",
                "\"limit\" must be a whole number from 1 to 100"
            ),
            (
                "spent { period = 'soon' }", "\"period\" must be such as \(PeriodWords.accepted)"
            ),
            ("spent('dining')", "write spent { category = \"dining\", period = \"this month\" }"),
            ("balance {}", "write balance(\"Checking\"), with the name of an account"),
            (
                "spent { category = 'dinning' }",
                "there is no category \"dinning\" (did you mean \"dining\"?)"
            ),
        ])
    func mistakes(body: String, message: String) throws {
        #expect(try told(body).texts.map { $0.hasPrefix(message) } == [true])
    }

    @Test("the queries for one event are limited")
    func limit() throws {
        let answers = Answers()
        #expect(
            try told("for _ = 1, 21 do spent {} end", answers).texts == [
                "a handler asks at most 20 queries for an event"
            ])
        #expect(answers.asked.count == 20)
    }

    @Test("without a vault, as in a check, everything is zero")
    func check() throws {
        let automations = try automations(
            """
            on("refund", function(e)
                if spent {} + income {} + count {} + balance("Any") + #transactions {} == 0 then
                    notify { title = select(2, balance("Any")) }
                end
            end)
            """)
        #expect(automations.handlerProblems() == [])
        let handler = try #require(automations.handlers.first)
        let event = automations.sampleEvent(of: handler.subscription)
        #expect(try automations.actions(of: handler, for: event).count == 1)
    }

    @Test("a test gives the answers, one for each call or the same for all")
    func givenAnswers() throws {
        let outcomes = try automations(
            """
            on("refund", function(e)
                local first, second = spent {}, spent {}
                local rows = transactions { limit = 1 }
                notify {
                    title = first .. " " .. second .. " " .. count {} .. " " .. balance("Visa"),
                    text = rows[1].payee .. " " .. rows[1].amount_text .. " " .. #rows,
                }
            end)
            test {
                on = "refund",
                vault = {
                    spent = { 10, 20.5 }, count = 3, balance = { Visa = -80 },
                    transactions = { { payee = "Acme", amount = -7 }, { payee = "Later" } },
                },
                expect = { notify = { title = "10 20.5 3 -80", text = "Acme: -7.00 USD 1" } },
            }
            """.replacing("Acme: ", with: "Acme ")
        ).runTests()
        #expect(outcomes.map(\.failures) == [[]])
    }
}

@Suite("What handlers keep")
struct HandlerStateTests {
    private static let counter = "state.count = (state.count or 0) + 1"

    @Test("is what they set, and the next event begins with it")
    func kept() throws {
        let first = try told(Self.counter).handling.state
        let second = try told(Self.counter, state: first).handling.state
        #expect([first.text, second.text] == ["{ count = 1 }", "{ count = 2 }"])
    }

    @Test("stays as it was where they fail", arguments: ["error('no')", "notify {}", "spent(1)"])
    func failed(body: String) throws {
        let before = HandlerState(ScriptTable(fields: ["count": .integer(7)]))
        let handling = try told("\(Self.counter) \(body)", state: before).handling
        #expect(handling.state == before)
    }

    @Test(
        "is bounded, and has only what can be stored",
        arguments: [
            ("state.text = ('x'):rep(4096)", "the state has at most 4 KiB"),
            ("state.x = 1 / 0", "the state contains a number that JSON can't express"),
            ("state.x = { 1, y = 2 }", "a table in the state is a list or has names, not both"),
            ("state.x = word 'a'", "the state contains only strings, numbers and booleans"),
        ])
    func bounds(body: String, message: String) throws {
        #expect(try told(body).texts == [message])
    }

    @Test("is given and expected by tests")
    func tests() throws {
        let outcomes = try automations(
            """
            on("refund", function(e, state) state.count = (state.count or 0) + 1 end)
            test { on = "refund", state = { count = 2, other = "x" }, keeps = { count = 3 }, expect = {} }
            test { on = "refund", keeps = { count = 2 }, expect = {} }
            """
        ).runTests()
        #expect(
            outcomes.map(\.failures) == [
                [], ["expected the state { count = 2 }, got { count = 1 }"],
            ])
    }
}
