import Scripting
import TestSupport
import Testing

private let asking = Vocabulary(
    declarations: [NotingWord("on", mostValues: 3), "rule"], constructors: ["contains"],
    requests: ["notify", NotingWord("tag", mostValues: 3)])

/// A sandbox whose file declares one function that is told of values.
private struct Listener {
    let sandbox: Sandbox
    let function: ScriptFunction

    /// - Parameter body: the body of `function(e)`.
    init(
        _ body: String, before: String = "", library: ScriptLibrary = .empty,
        limits: ScriptLimits = .standard
    ) throws {
        sandbox = try Sandbox(
            limits: limits, layout: layout, vocabulary: asking, library: library)
        try sandbox.load(source: "\(before) rule(function(e) \(body) end)", chunkName: file)
        guard case .function(let function) = sandbox.declarations.last?.value else {
            throw NoFunction()
        }
        self.function = function
    }

    func requests(of value: ScriptValue = event) throws -> [ScriptRequest] {
        try sandbox.requests(of: function, toldOf: value)
    }

    func error(of value: ScriptValue = event) -> ScriptError? {
        do {
            _ = try requests(of: value)
            return nil
        } catch {
            return error as? ScriptError
        }
    }
}

private let event = ScriptValue.table(
    ScriptTable(fields: [
        "kind": .string("refund"), "note": .nil,
        "transaction": .table(
            ScriptTable(fields: [
                "id": .integer(17), "payee": .string("Caf\u{E9}"), "category": .nil,
                "tags": .table(ScriptTable(array: [.string("a"), .string("b")])),
            ])),
    ]))

@Suite("Requests")
struct RequestTests {
    @Test("each is handed over with its arguments, in the order of the calls")
    func order() throws {
        let requests = try Listener(
            """
            notify { title = e.kind }
            tag(e.transaction.id, nil, "x")
            notify(e.transaction.tags)
            """
        ).requests()
        #expect(requests.map(\.verb) == ["notify", "tag", "notify"])
        #expect(
            requests.map(\.values) == [
                [.table(ScriptTable(fields: ["title": .string("refund")]))],
                [.integer(17), .nil, .string("x")],
                [.table(ScriptTable(array: [.string("a"), .string("b")]))],
            ])
        #expect(requests.map(\.line) == [1, 2, 3])
        #expect(requests.map(\.chunkName) == [file, file, file])
    }

    @Test("a value is taken as it is when the word is called")
    func moment() throws {
        let requests = try Listener(
            """
            local t = { text = ("long enough to be no short text of Lua's" .. e.kind) }
            notify(t) t.text = "later" notify(t)
            """
        ).requests()
        let texts = requests.map { request -> ScriptValue? in
            guard case .table(let table) = request.values.first else { return nil }
            return table.fields["text"]
        }
        #expect(
            texts == [
                .string("long enough to be no short text of Lua'srefund"), .string("later"),
            ])
    }

    @Test("a call from a module tells the module's name and line")
    func module() throws {
        let source = "local M = {}\nfunction M.tell(t)\nnotify(t)\nend\nreturn M"
        let library = ScriptLibrary(modules: [
            ScriptModule(
                name: "shared.tell", source: Array(source.utf8), chunkName: "shared/tell.lua")
        ])
        let request = try Listener(
            "tell.tell('x')", before: "local tell = require('shared.tell')", library: library
        ).requests().first
        #expect(request?.chunkName == "shared/tell.lua")
        #expect(request?.line == 3)
    }

    @Test("after an error there are none, and the next event starts empty")
    func failure() throws {
        let listener = try Listener("notify('a') if e.kind == 'refund' then error('no') end")
        #expect(listener.error()?.message == "no")
        let other = ScriptValue.table(ScriptTable(fields: ["kind": .string("other")]))
        #expect(try listener.requests(of: other).map(\.values) == [[.string("a")]])
    }

    @Test("what a caught error left half done is not asked for")
    func caught() throws {
        let requests = try Listener(
            """
            notify("before")
            pcall(notify, { "text", { print } })
            notify("after")
            """
        ).requests()
        #expect(requests.map(\.values) == [[.string("before")], [.string("after")]])
    }

    @Test(
        "the words work only while a function is told of something",
        arguments: ["notify('x')", "pcall(notify, 'x') rule(1)"])
    func whileReading(source: String) throws {
        let sandbox = try Sandbox(layout: layout, vocabulary: asking)
        let error: ScriptError?
        do throws(ScriptError) {
            try sandbox.load(source: source, chunkName: file)
            error = nil
        } catch let caught {
            error = caught
        }
        let message = "'notify' only works in a function that handles an event or a file"
        #expect(source.hasPrefix("notify") ? error?.message == message : true)
        #expect(sandbox.declarations.count == (source.hasPrefix("pcall") ? 1 : 0))
    }

    @Test("a function that is called on a record can't use them")
    func onRecord() throws {
        let listener = try Listener("notify('x')")
        let error = #expect(throws: ScriptError.self) {
            try Transaction().withRecord {
                try listener.sandbox.call(listener.function, on: $0)
            }
        }
        #expect(error?.kind == .runtime)
    }

    @Test("a handler's function can't declare anything")
    func declaring() throws {
        let error = try Listener("on('x', print)").error()
        #expect(error?.message == "'on' can only be used while the file is read")
    }

    @Test("a misuse of a word is told")
    func misuse() throws {
        let differences = try MistakeCatalogue("requests").differences { body in
            [try #require(Listener(body).error()).description]
        }
        #expect(differences == [])
    }

    @Test("asking without an end is stopped", arguments: ["'x'", "{ 1, { 2, { 3 } } }"])
    func endless(value: String) throws {
        let error = try Listener("while true do notify(\(value)) end").error()
        #expect(error?.kind == .instructionLimit || error?.kind == .memoryLimit)
    }

    @Test("large values that fail again and again are charged for")
    func failingAgain() throws {
        let error = try Listener(
            """
            local big = {} for i = 1, 5000 do big[i] = i end big.x = print
            while true do pcall(notify, big) end
            """
        ).error()
        #expect(error?.kind == .instructionLimit || error?.kind == .memoryLimit)
    }

    @Test("running out of memory is reported and asks for no action")
    func memory() throws {
        var failures = 0
        for allocation in 200..<420 {
            let body = "for i = 1, 20 do notify { title = e.kind .. i, list = { i } } end"
            guard
                let listener = try? Listener(
                    body, limits: ScriptLimits(failsAllocationsFrom: allocation))
            else { continue }
            if let error = listener.error() {
                #expect(error.kind == .memoryLimit)
                failures += 1
            }
            #expect(listener.sandbox.close() == 0)
        }
        #expect(failures > 0)
    }

    @Test("another sandbox that loaded the same sources can be told in its place")
    func otherSandbox() throws {
        let first = try Listener("notify(e.kind)")
        let second = try Listener("notify(e.kind)")
        let requests = try second.sandbox.requests(of: first.function, toldOf: event)
        #expect(requests.map(\.values) == [[.string("refund")]])
    }

    @Test("a function of no loaded source is refused")
    func unknownFunction() throws {
        let listener = try Listener("notify('x')", before: "rule(function() end)")
        let empty = try Sandbox(layout: layout, vocabulary: asking)
        let error = #expect(throws: ScriptError.self) {
            try empty.requests(of: listener.function, toldOf: event)
        }
        #expect(error?.kind == .unknownFunction)
    }
}

@Suite("What a function is told")
struct ToldValueTests {
    @Test(
        "it reads every field, and nil where there is none",
        arguments: [
            ("e.kind", ScriptValue.string("refund")), ("e.transaction.id", .integer(17)),
            ("e.transaction.payee", .string("Caf\u{E9}")), ("#e.transaction.tags", .integer(2)),
            ("e.transaction.tags[2]", .string("b")), ("tostring(e.note)", .string("nil")),
            ("e.note == nil", .boolean(true)), ("e.transaction.category == nil", .boolean(true)),
            ("e.transaction.category or 'none'", .string("none")),
        ])
    func reading(expression: String, value: ScriptValue) throws {
        #expect(try Listener("notify(\(expression))").requests().first?.values == [value])
    }

    @Test(
        "it can't be changed",
        arguments: ["e.kind = 'x'", "e.note = 'x'", "e.transaction.tags[1] = 'x'", "e.new = 1"])
    func readOnly(body: String) throws {
        #expect(try Listener(body).error()?.message == "this table is read-only")
    }

    @Test("passed to an action, it is a plain table without nil fields")
    func passedOn() throws {
        let requests = try Listener("notify(e.transaction)").requests()
        #expect(
            requests.first?.values == [
                .table(
                    ScriptTable(fields: [
                        "id": .integer(17), "payee": .string("Caf\u{E9}"),
                        "tags": .table(ScriptTable(array: [.string("a"), .string("b")])),
                    ]))
            ])
    }

    @Test("a context comes behind it")
    func context() throws {
        let sandbox = try Sandbox(layout: layout, vocabulary: asking)
        try sandbox.load(
            source: "rule(function(...) local _, c = ... notify { select('#', ...), c } end)",
            chunkName: file)
        guard case .function(let function)? = sandbox.declarations.first?.value else {
            throw NoFunction()
        }
        try sandbox.setContext(.integer(5))
        let requests = try sandbox.requests(of: function, toldOf: event)
        #expect(
            requests.first?.values == [
                .table(ScriptTable(array: [.integer(2), .integer(5)]))
            ])
    }

    @Test("one too large for the sandbox is refused, and calls go on")
    func large() throws {
        let listener = try Listener("notify(#e)", limits: .init(memoryBytes: 100_000))
        func list(_ count: Int) -> ScriptValue {
            .table(ScriptTable(array: Array(repeating: .integer(1), count: count)))
        }
        #expect(listener.error(of: list(100_000))?.kind == .memoryLimit)
        #expect(try listener.requests(of: list(3)).first?.values == [.integer(3)])
    }
}

@Suite("A declaration of several values")
struct SeveralValueTests {
    private func declarations(_ source: String) throws -> [Declaration] {
        let sandbox = try Sandbox(layout: layout, vocabulary: asking)
        try sandbox.load(source: source, chunkName: file)
        return sandbox.declarations
    }

    @Test("keeps all of them in their places")
    func values() throws {
        let declarations = try declarations("on('a', nil, print)\non('b', { 1 })\non 'c'\nrule(1)")
        #expect(declarations.map(\.values.count) == [3, 2, 1, 1])
        #expect(declarations.map(\.line) == [1, 2, 3, 4])
        #expect(declarations[0].values[1] == .nil)
        #expect(declarations[1].values[1] == .table(ScriptTable(array: [.integer(1)])))
    }

    @Test("more than the word takes, or none, are told")
    func misuse() throws {
        let differences = try MistakeCatalogue("words").differences { source in
            [try #require(throws: ScriptError.self) { try declarations(source) }.description]
        }
        #expect(differences == [])
    }
}
