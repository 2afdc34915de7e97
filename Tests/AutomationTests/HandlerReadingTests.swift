import Automation
import Classification
import Model
import Scripting
import TestSupport
import Testing

@Suite("Handlers in files")
struct HandlerReadingTests {
    @Test(
        "a subscription is its kind and its options",
        arguments: [
            ("on('sync_failed', f)", "sync_failed"), ("on('refund', {}, f)", "refund"),
            ("on('refund', nil, f)", "refund"),
            ("on('large_transaction', { over = 500 }, f)", "large_transaction over=500"),
            ("on('large_transaction', { over = 500.0 }, f)", "large_transaction over=500"),
            ("on('large_transaction', { over = '500' }, f)", "large_transaction over=500"),
            (
                "on('new_transaction', { payee = 'A \"B\"', over = 49.90, account = 'C' }, f)",
                "new_transaction over=49.9 account=\"C\" payee=\"A \\\"B\\\"\""
            ),
            (
                "on('over_budget', { category = 'food', limit = 400 }, f)",
                "over_budget limit=400 category=\"food\""
            ),
            ("on('low_balance', { below = -50 }, f)", "low_balance below=-50"),
            ("on('bill_due', f)", "bill_due days=3"),
            ("on('bill_due', { days = 0 }, f)", "bill_due days=0"),
            ("on('bill_due', { name = 'soon' }, f)", "bill_due days=3"),
        ])
    func subscription(declaration: String, key: String) throws {
        let automations = try automations("local function f(e) end \(declaration)")
        #expect(automations.leftOut == [])
        #expect(automations.handlers.map(\.subscription.key) == [key])
    }

    @Test("an id survives edits of other lines and distinguishes equal handlers")
    func ids() throws {
        let handlers = try automations(
            """
            on("refund", function(e) end)
            on("refund", { name = "told" }, function(e) end)
            on("refund", function(e) end)
            on("bill_due", function(e) end)
            """
        ).handlers
        #expect(
            handlers.map(\.id) == [
                "automation/mine.lua refund", "automation/mine.lua \"told\"",
                "automation/mine.lua refund (2)", "automation/mine.lua bill_due days=3",
            ])
        #expect(handlers.map(\.line) == [1, 2, 3, 4])
    }

    @Test("equal subscriptions of several handlers are one")
    func subscriptions() throws {
        let automations = try automations(
            """
            on("refund", function(e) end)
            on("bill_due", function(e) end)
            on("refund", function(e) end)
            """)
        #expect(automations.subscriptions.map(\.key) == ["refund", "bill_due days=3"])
        let refund = try #require(automations.subscriptions.first)
        #expect(automations.handlers(of: refund).map(\.line) == [1, 3])
    }

    @Test("a mistake is told with its place and what is meant")
    func mistakesOfFile() throws {
        let differences = try MistakeCatalogue("handlers").differences {
            try mistakes("local function f(e) end\n\($0)")
        }
        #expect(differences == [])
    }

    @Test("a file is left out whole, with all of its mistakes, and the others are used")
    func leftOut() throws {
        let automations = Automations(
            [
                RuleSource(
                    file: "automation/a.lua",
                    bytes: Array(
                        """
                        on("refund", function(e) end)
                        on("refunds", function(e) end)
                        on("bill_due", { days = -1 }, function(e) end)
                        local x = nil + 1
                        """.utf8)),
                RuleSource(
                    file: "automation/b.lua", bytes: Array("on('refund', function(e) end)".utf8)),
            ], names: try makeNames())
        #expect(automations.handlers.map(\.file) == ["automation/b.lua"])
        #expect(automations.leftOut.map(\.file) == ["automation/a.lua"])
        #expect(automations.leftOut.first?.problems.map(\.line) == [2, 3, 4])
        #expect(automations.files.map(\.name) == ["automation/b.lua"])
    }

    @Test("a mistake repeated by a loop is reported once")
    func loop() throws {
        let found = try mistakes("for i = 1, 3 do on('refunds', function(e) end) end")
        #expect(found == ["1:20 there is no event \"refunds\" (did you mean \"refund\"?)"])
    }

    @Test("a file of more than two hundred handlers is refused")
    func many() throws {
        func file(_ count: Int) -> String {
            "for i = 1, \(count) do on('low_balance', { below = i }, function(e) end) end"
        }
        #expect(try mistakes(file(200)) == [])
        let found = try mistakes(file(201))
        #expect(
            found == ["1:0 the file has 201 handlers; only 200 of them run"])
    }

    @Test("a function of a module can be the handler, and asks there")
    func module() throws {
        let library = ScriptLibrary(modules: [
            ScriptModule(
                name: "shared.tell",
                source: Array("return function(e)\nnotify { titel = e.kind }\nend".utf8),
                chunkName: "automation/shared/tell.lua")
        ])
        let automations = try automations(
            "on('refund', require('shared.tell'))", library: library)
        let handler = try #require(automations.handlers.first)
        let error = #expect(throws: HandlerFailure.self) {
            try automations.actions(
                of: handler,
                for: Event(
                    handler.subscription, subject: "transaction 17", day: today,
                    fields: EventContent.transaction(purchase).fields))
        }
        #expect(error?.place == "automation/shared/tell.lua:2")
    }
}
