import Automation
import Classification
import Model
import Scripting
import TestSupport
import Testing

@Suite("What a handler asks for")
struct ActionTests {
    @Test("a notification may quote the event")
    func notification() throws {
        let asked = try actions(
            """
            notify { title = "Large charge", text = e.transaction.payee .. ": "
                .. e.transaction.amount_text, urgent = e.transaction.amount < -500 }
            """)
        #expect(
            asked == [
                .notify(
                    Notification(
                        title: "Large charge", text: "Acme: -812.50 USD", isUrgent: true))
            ])
    }

    @Test("a webhook message contains the given fields")
    func webhook() throws {
        let asked = try actions(
            "webhook('family', { text = e.transaction.payee, list = { 1, 2.5, true } })")
        #expect(
            asked == [
                .webhook(
                    name: "family",
                    message: ScriptTable(fields: [
                        "text": .string("Acme"),
                        "list": .table(
                            ScriptTable(array: [.integer(1), .number(2.5), .boolean(true)])),
                    ]))
            ])
    }

    @Test("arguments of a command are texts, one for one")
    func command() throws {
        let asked = try actions("run('lamp', { 'red; rm -rf /', 3, 0.5 }) run('lamp')")
        #expect(
            asked == [
                .run(command: "lamp", arguments: ["red; rm -rf /", "3", "0.5"]),
                .run(command: "lamp", arguments: []),
            ])
    }

    @Test("all that is set on one transaction is one correction, the last word holding")
    func correction() throws {
        let asked = try actions(
            """
            tag(e.transaction, "large", "tools")
            notify { text = "x" }
            set(e.transaction, { category = "dining", class = "expense", excluded = true })
            note(e.transaction, "Ask\\nabout it.")
            set(e.transaction, { category = "food", lens = "want", payee = "Acme", tags = "large" })
            """)
        #expect(
            asked == [
                .correct(
                    transaction: 17,
                    Correction(
                        class: .expense, category: "food", lens: .want, payee: "Acme",
                        note: "Ask about it.", tags: ["large", "tools"], excluded: true)),
                .notify(Notification(title: "", text: "x")),
            ])
    }

    @Test("it may request no action")
    func nothing() throws {
        #expect(try actions("if e.transaction.amount > 0 then notify { text = 'x' } end") == [])
    }

    @Test("long texts of a notification are cut, and control characters become spaces")
    func longTexts() throws {
        let asked = try actions(
            "notify { title = ('a'):rep(500) .. '\\n', text = ('b'):rep(5000) }")
        guard case .notify(let notification)? = asked.first else {
            Issue.record("no notification")
            return
        }
        #expect(notification.title == String(repeating: "a", count: 199) + "…")
        #expect(notification.text.count == 2_000)
        let spaced = try actions("notify { title = 'a\\nb\\0c' }")
        #expect(spaced == [.notify(Notification(title: "a b c", text: ""))])
    }

    @Test(
        "a notification that is cut keeps its last letter whole",
        arguments: ["e\u{301}", "👩‍👩‍👧", "🇩🇪"])
    func longLetters(letter: String) throws {
        let asked = try actions(
            """
            notify {
                title = ('a'):rep(198) .. ('\(letter)'):rep(9),
                text = ('b'):rep(1998) .. ('\(letter)'):rep(9),
            }
            """)
        #expect(
            asked == [
                .notify(
                    Notification(
                        title: String(repeating: "a", count: 198) + letter + "…",
                        text: String(repeating: "b", count: 1998) + letter + "…"))
            ])
        // As bytes, since texts are the same to Swift in either spelling.
        guard case .notify(let notification)? = asked.first else { return }
        #expect(
            Array(notification.title.utf8.suffix(letter.utf8.count + 3).prefix(letter.utf8.count))
                == Array(letter.utf8))
    }

    @Test("what can't be done is told with its line, and then nothing is asked for")
    func mistakes() throws {
        let differences = try MistakeCatalogue("handler-actions").differences { body in
            let failure = try #require(throws: HandlerFailure.self) {
                try actions("notify { text = 'first' } \(body)")
            }
            return ["\(failure.place): \(failure.problem.message)"]
        }
        #expect(differences == [])
    }

    @Test("more than twenty things at once are refused")
    func many() throws {
        #expect(try actions("for i = 1, 20 do notify { text = i } end").count == 20)
        let error = #expect(throws: HandlerFailure.self) {
            try actions("for i = 1, 21 do notify { text = i } end")
        }
        #expect(
            error?.problem.message
                == "the handler requested 21 actions at once; the limit is 20")
    }

    @Test("a handler that never ends, takes all memory or tags without end is stopped")
    func limits() throws {
        for body in [
            "while true do end", "local t = {} while true do t[#t + 1] = {} end",
            "for i = 1, 4000 do tag(e.transaction, 'tag' .. i) end",
        ] {
            let error = #expect(throws: HandlerFailure.self) { try actions(body) }
            #expect(error?.problem.message.hasPrefix("the script ") == true)
        }
    }

    @Test("a correction of a transaction needs an event that has one")
    func withoutTransaction() throws {
        let automations = try automations(
            "on('bank_needs_attention', function(e) tag({ id = 17 }, 'x') end)")
        let handler = try #require(automations.handlers.first)
        let bank = EventBank(name: "First", connection: "Bridge", message: "Sign in.")
        let event = Event(
            handler.subscription, subject: "bank 1", day: today,
            fields: EventContent.bank(bank).fields)
        let error = #expect(throws: HandlerFailure.self) {
            try automations.actions(of: handler, for: event)
        }
        #expect(error?.problem.message == "this event has no transaction for \"tag\"")
    }

    @Test("nothing is kept from one event to the next")
    func stateless() throws {
        let automations = try automations(
            """
            local count = 0
            local seen = {}
            on("refund", function(e)
                count = count + 1
                seen[#seen + 1] = e.transaction.id
                notify { title = count .. " " .. #seen }
            end)
            """)
        let handler = try #require(automations.handlers.first)
        let event = Event(
            handler.subscription, subject: "transaction 17", day: today,
            fields: EventContent.transaction(purchase).fields)
        let once = [Action.notify(Notification(title: "1 1", text: ""))]
        #expect(try automations.actions(of: handler, for: event) == once)
        #expect(try automations.actions(of: handler, for: event) == once)
    }

    @Test("a deleted handler is reported")
    func gone() throws {
        let before = try automations("on('refund', function(e) end)")
        let after = try automations("on('new_payee', function(e) end)")
        let handler = try #require(before.handlers.first)
        let event = Event(
            handler.subscription, subject: "transaction 17", day: today,
            fields: EventContent.transaction(purchase).fields)
        let error = #expect(throws: HandlerFailure.self) {
            try after.actions(of: handler, for: event)
        }
        #expect(error?.problem.message == "the handler no longer exists")
    }

    @Test("what it printed is handed over, also where it fails")
    func printed() throws {
        let automations = try automations(
            "print('read') on('refund', function(e) print(e.kind) error('no') end)")
        let handler = try #require(automations.handlers.first)
        let handling = automations.handle(
            Event(
                handler.subscription, subject: "transaction 17", day: today,
                fields: EventContent.transaction(purchase).fields), by: handler)
        #expect(handling.printed.map(\.text) == ["refund"])
        #expect(throws: HandlerFailure.self) { try handling.outcome.get() }
    }
}
