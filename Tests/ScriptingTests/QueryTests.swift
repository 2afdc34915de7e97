import Scripting
import TestSupport
import Testing

private let words = Vocabulary(
    declarations: ["rule"], constructors: ["between"], requests: ["notify"],
    queries: ["spent", "balance"])

/// A file that declares one function, which is told of something, may ask and has a state.
private struct Asker {
    let sandbox: Sandbox
    let function: ScriptFunction

    /// - Parameter body: the body of `function(e, state)`.
    init(_ body: String, on host: ScriptHost = .inThisProcess) throws {
        sandbox = try Sandbox(layout: layout, vocabulary: words, on: host)
        try sandbox.load(source: "rule(function(e, state) \(body) end)", chunkName: file)
        guard case .function(let function) = sandbox.declarations.last?.value else {
            throw NoFunction()
        }
        self.function = function
    }

    func tell(
        state: ScriptTable? = ScriptTable(),
        answering answer: (String, ScriptValue) -> ScriptQueryAnswer = { _, _ in .values([]) }
    ) throws -> ScriptReply {
        try sandbox.tell(
            function, ScriptTelling(.table(ScriptTable()), state: state), answering: answer)
    }

    /// The texts that the function notifies of.
    func notes(
        answering answer: (String, ScriptValue) -> ScriptQueryAnswer
    ) throws -> [ScriptValue] {
        try tell(answering: answer).requests.compactMap(\.values.first)
    }

    func message(
        answering answer: (String, ScriptValue) -> ScriptQueryAnswer = { _, _ in .values([]) }
    ) -> String? {
        do {
            _ = try tell(answering: answer)
            return nil
        } catch {
            return (error as? ScriptError)?.message
        }
    }
}

@Suite("Queries and states of functions")
struct QueryTests {
    private static let hosts: [ScriptHost] = [.inThisProcess, PlantedWorker.host()]

    @Test(
        "a query is answered where it is called, with as many values as the host gives",
        arguments: hosts)
    func answered(host: ScriptHost) throws {
        var asked: [String] = []
        let notes = try Asker(
            """
            local amount, text = spent { category = "dining", amount = between(-20, 0) }
            notify(text) notify(amount)
            local rows = balance("Checking")
            notify(#rows) notify(rows[2].payee)
            """, on: host
        ).notes { word, value in
            switch value {
            case .string(let name): asked.append("\(word) \(name)")
            case .table(let table):
                guard case .constructed(let made)? = table.fields["amount"] else { break }
                asked.append("\(word) \(made.name) \(made.arguments.count)")
            default: break
            }
            if word == "spent" { return .values([.number(12.5), .string("12.50 USD")]) }
            let rows = ["A", "B"].map {
                ScriptValue.table(ScriptTable(fields: ["payee": .string($0)]))
            }
            return .values([.table(ScriptTable(array: rows))])
        }
        #expect(asked == ["spent between 2", "balance Checking"])
        #expect(notes == [.string("12.50 USD"), .number(12.5), .integer(2), .string("B")])
    }

    @Test("a problem is an error at the call, which a script can catch", arguments: hosts)
    func problem(host: ScriptHost) throws {
        let caught = try Asker(
            "local ok, message = pcall(balance, 'X') notify(ok) notify(message)", on: host)
        #expect(
            try caught.notes { _, _ in .problem("no such account") } == [
                .boolean(false), .string("no such account"),
            ])
        let message = try Asker("balance('X')", on: host).message { _, _ in
            .problem("no such account")
        }
        #expect(message == "no such account")
    }

    @Test("the answer can be read and not changed", arguments: hosts)
    func readOnly(host: ScriptHost) throws {
        let message = try Asker("balance('X').payee = 'B'", on: host).message { _, _ in
            .values([.table(ScriptTable(fields: ["payee": .string("A")]))])
        }
        #expect(message == "this table is read-only")
    }

    @Test(
        "a query word needs one value, and someone to ask",
        arguments: [
            ("balance()", "'balance' takes one value"),
            ("balance('a', 'b')", "'balance' takes one value"),
            ("balance(print)", "a function cannot be asked for"),
        ])
    func misuse(body: String, message: String) throws {
        #expect(try Asker(body).message() == message)
    }

    @Test("queries don't work while a file is read")
    func whileReading() throws {
        let sandbox = try Sandbox(
            layout: layout, vocabulary: words, on: .inThisProcess)
        let error = #expect(throws: ScriptError.self) {
            try sandbox.load(source: "balance('X')", chunkName: file)
        }
        #expect(
            error?.message
                == "'balance' only works in a function that handles an event or a file")
    }

    @Test("what a function leaves in its state is handed back, and no more", arguments: hosts)
    func state(host: ScriptHost) throws {
        let before = ScriptTable(fields: [
            "count": .integer(2), "days": .table(ScriptTable(array: [.string("2026-11-30")])),
            "gone": .boolean(true),
        ])
        let reply = try Asker(
            """
            notify(state.count)
            state.count = state.count + 1
            state.gone = nil
            state.days[#state.days + 1] = "2026-12-01"
            state.new = { share = 0.5 }
            notify("after")
            """, on: host
        ).tell(state: before)
        #expect(reply.requests.map(\.values) == [[.integer(2)], [.string("after")]])
        #expect(
            reply.state
                == ScriptTable(fields: [
                    "count": .integer(3),
                    "days": .table(
                        ScriptTable(array: [.string("2026-11-30"), .string("2026-12-01")])),
                    "new": .table(ScriptTable(fields: ["share": .number(0.5)])),
                ]))
    }

    @Test("a function without a state gets none", arguments: hosts)
    func noState(host: ScriptHost) throws {
        let reply = try Asker("notify(state == nil)", on: host).tell(state: nil)
        #expect(reply.requests.map(\.values) == [[.boolean(true)]])
        #expect(reply.state == nil)
    }

    @Test(
        "what can't be kept is an error",
        arguments: [
            ("state.f = print", "a function cannot be kept in the state"),
            (
                "state.a = state",
                "the value is nested deeper than 16, or contains itself"
            ),
            ("state[7] = 1", "the whole numbers among a table's keys must be 1, 2, 3 and so on"),
        ])
    func notKept(body: String, message: String) throws {
        #expect(try Asker(body).message() == message)
    }

    @Test("no query leaks, whichever allocation fails")
    func allocations() throws {
        for number in stride(from: 1, through: 4_000, by: 7) {
            let limits = ScriptLimits(failsAllocationsFrom: number)
            do {
                let sandbox = try Sandbox(
                    limits: limits, layout: layout, vocabulary: words, on: .inThisProcess)
                defer { #expect(sandbox.close() == 0) }
                try sandbox.load(
                    source: "rule(function(e, s) s.x = spent { a = 'b' } notify(s.x) end)",
                    chunkName: file)
                guard case .function(let function) = sandbox.declarations.last?.value else {
                    return
                }
                _ = try sandbox.tell(
                    function, ScriptTelling(.nil, state: ScriptTable())
                ) { _, _ in .values([.string("a text that is too long to be a short one of Lua")]) }
            } catch {
                #expect(error.kind == .memoryLimit)
            }
        }
    }
}
