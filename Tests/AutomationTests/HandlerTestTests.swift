import Automation
import Classification
import TestSupport
import Testing

/// What a file's tests find, in order; no failures are an empty list.
private func failures(_ source: String) throws -> [[String]] {
    let automations = try automations(source)
    #expect(automations.leftOut == [])
    return automations.runTests().map(\.failures)
}

private let handler = """
    on("large_transaction", { over = 500 }, function(e)
        local tx = e.transaction
        if tx.class ~= "expense" then return end
        notify { title = tx.payee, text = tx.amount_text .. " " .. tx.category_name }
        tag(tx, "large", "look")
        run("lamp", { "red", 3 })
    end)

    """

@Suite("Tests beside handlers")
struct HandlerTestTests {
    @Test(
        "what is asked for is compared with what the test names",
        arguments: [
            ("{ notify = 1, tag = 1, run = 1 }", [String]()),
            ("{ notify = { title = 'Acme' }, tag = { 'large', 'look' }, run = 'lamp' }", []),
            (
                "{ notify = { text = '-812.50 USD Dining out' }, tag = 'large', "
                    + "run = { 'lamp', { 'red', 3 } } }", []
            ),
            (
                "{ notify = { title = 'Acne' }, tag = 1, run = 1 }",
                [
                    "expected notify { title = \"Acne\" }, got notify "
                        + "{ text = \"-812.50 USD Dining out\", title = \"Acme\" }"
                ]
            ),
            (
                "{ notify = 2, tag = 1 }",
                [
                    "expected notify 2 times, got notify "
                        + "{ text = \"-812.50 USD Dining out\", title = \"Acme\" }",
                    "expected no run, got run(\"lamp\", { \"red\", 3 })",
                ]
            ),
            (
                "{ notify = 1, tag = { 'large', 'other' }, run = 1, note = 'x' }",
                [
                    "expected tag { \"large\", \"other\" }, got "
                        + "tag(transaction 42, \"large\", \"look\")",
                    "expected note \"x\", got nothing of it",
                ]
            ),
        ])
    func comparing(expected: String, failures found: [String]) throws {
        let test = """
            test { on = "large_transaction", expect = \(expected),
                event = { transaction = { payee = "Acme", amount = -812.5, category = "dining" } } }
            """
        #expect(try failures(handler + test) == [found])
    }

    @Test(
        "only handlers that want to be told of such an event are told",
        arguments: ["amount = -500", "amount = 500", "amount = -20", "class = 'income'"])
    func notTold(field: String) throws {
        let test =
            "test { on = 'large_transaction', event = { transaction = { \(field) } }, expect = {} }"
        #expect(try failures(handler + test) == [[]])
    }

    @Test(
        "the made-up event is one that each subscription is told of",
        arguments: [
            "'new_transaction', { payee = 'A', account = 'B', category = 'dining', over = 1 }",
            "'large_transaction', { over = 12345.67 }", "'new_payee', { over = 0.001 }",
            "'over_budget', { category = 'food', limit = 250 }",
            "'low_balance', { account = 'X', below = -20 }", "'bill_due', { days = 0 }",
        ] + EventKind.allCases.filter { $0.neededOptions.isEmpty }.map { "'\($0.rawValue)'" })
    func sample(subscription: String) throws {
        let automations = try automations(
            """
            on(\(subscription), function(e)
                local function read(part)
                    for _, value in pairs(part) do
                        if type(value) == "userdata" then read(value) end
                    end
                end
                read(e)
                notify { title = e.kind .. e.day }
            end)
            """)
        let handler = try #require(automations.handlers.first)
        let event = automations.sampleEvent(of: handler.subscription)
        #expect(automations.isMeant(event))
        #expect(try automations.actions(of: handler, for: event).count == 1)
        #expect(automations.handlerProblems() == [])
    }

    @Test("a handler that fails fails the test, with its place")
    func failing() throws {
        let found = try failures(
            """
            on("refund", function(e)
                error("no")
            end)
            test { on = "refund", expect = {} }
            """)
        #expect(found == [["automation/mine.lua:2: no"]])
    }

    @Test("a mistake in a test is told with its place")
    func mistakesOfTests() throws {
        let differences = try MistakeCatalogue("handler-tests").differences {
            try mistakes("on('refund', function(e) end)\n\($0)")
        }
        #expect(differences == [])
    }

    @Test("fields that an event doesn't have are mistakes, all at once and with their columns")
    func unknownFields() throws {
        let source = """
            on("refund", function(e)
                notify { title = e.transaction.paye, body = e.tx.payee }
            end)
            on("low_balance", { account = "Checking", below = 5 }, function(e)
                local account = e.account
                notify { title = e.account.name, body = e.transaction.payee }
            end)
            """
        #expect(
            try automations(source).leftOut.flatMap(\.problems).map {
                "\($0.line ?? 0):\($0.column ?? 0) \($0.message)"
            } == [
                "2:36 \"transaction\" has no field \"paye\" (did you mean \"payee\"?)",
                "2:51 \"e\" has no field \"tx\"; it has day, kind, transaction",
                "6:47 \"e\" has no field \"transaction\"; it has account, day, kind",
            ])
    }

    @Test(
        "fields of another variable of the parameter's name, and those of parts, are none",
        arguments: [
            "function(e) for _, e in ipairs({}) do print(e.x) end end",
            "function(e) local t = { e = 1 } print(t.e, e.transaction.category, e.day) end",
            "function(e) print(e.transaction.payee:upper()) end",
        ])
    func knownFields(function: String) throws {
        #expect(try automations("on('refund', \(function))").leftOut.isEmpty)
    }

    @Test("a check reports a handler that fails on a made-up event")
    func problems() throws {
        let automations = try automations(
            """
            on("refund", function(e) local t = e.transaction; notify { title = t.paye } end)
            on("refund", function(e) notify { title = e.transaction.payee } end)
            on("sync_failed", function(e) while true do end end)
            """)
        #expect(
            automations.handlerProblems().map { "\($0.line ?? 0) \($0.message)" } == [
                "1 there is no value called 'paye'; did you mean 'payee'?",
                "3 the script took more than 1000000 steps",
            ])
    }
}
