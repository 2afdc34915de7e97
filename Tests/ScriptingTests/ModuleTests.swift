import Scripting
import Testing

private func module(_ name: String, _ source: String) -> ScriptModule {
    ScriptModule(
        name: name, source: Array(source.utf8),
        chunkName: "rules/\(name.replacing(".", with: "/")).lua")
}

private let library = ScriptLibrary(modules: [
    module("lib.payees", "local M = {} function M.clean(s) return (s:gsub('%d', '')) end return M"),
    module("lib.counter", "local n = 0 return function() n = n + 1 return n end"),
    module("lib.nothing", "seen = 1"), module("lib.declares", "rule(2)"),
    module("lib.global", "seen = 1 return true"),
    module("lib.isfalse", "return false"),
    module("lib.a", "return require('lib.b')"), module("lib.b", "return require('lib.c')"),
    module("lib.c", "return require('lib.a')"),
    module("lib.broken", "local x = 1\nlocal = 2"),
    module("lib.fails", "local M = {}\n\nfunction M.fail(s)\n    return s.x.y\nend\nreturn M"),
    module("lib.raises", "\nerror('no')"),
    module("lib.binary", "\u{1B}Lua"),
    module("lib.rules", "return { add = function(name)\n\n\nrule { name = name } end }"),
    module("lib.late", "return { get = function() return require('lib.payees') end }"),
    module("lib.functions", "return {\n\nfunction() return 'x' end }"),
])

private func sandbox(_ limits: ScriptLimits = .standard) throws -> Sandbox {
    try Sandbox(limits: limits, layout: layout, vocabulary: vocabulary, library: library)
}

private func declared(_ source: String) throws -> ScriptValue? {
    let sandbox = try sandbox()
    try sandbox.load(source: source, chunkName: file)
    return sandbox.declarations.first?.value
}

private func error(_ source: String, _ limits: ScriptLimits = .standard) throws -> ScriptError? {
    let sandbox = try sandbox(limits)
    do {
        try sandbox.load(source: source, chunkName: file)
        return nil
    } catch {
        return error
    }
}

@Suite("require")
struct ModuleTests {
    @Test("a module gives what it returns")
    func value() throws {
        let value = try declared("rule(require('lib.payees').clean('a1b2'))")
        #expect(value == .string("ab"))
    }

    @Test(
        "a module runs once in a file, whatever it returns",
        arguments: [
            ("require('lib.counter')() + require('lib.counter')()", ScriptValue.integer(3)),
            ("require('lib.isfalse')", .boolean(false)),
        ])
    func once(expression: String, value: ScriptValue) throws {
        #expect(try declared("rule(\(expression))") == value)
    }

    @Test("a module that only declares gives true; one that gives nothing is an error")
    func nothing() throws {
        let sandbox = try sandbox()
        try sandbox.load(source: "rule(require('lib.declares'))", chunkName: file)
        #expect(sandbox.declarations.map(\.value) == [.integer(2), .boolean(true)])
        #expect(
            try error("\nrequire('lib.nothing')")?.message
                == "the module 'lib.nothing' returns nothing; end it with return and what it "
                + "gives, such as return M")
    }

    @Test("each file has its own instance")
    func ownInstance() throws {
        let sandbox = try sandbox()
        for name in ["a.lua", "b.lua"] {
            try sandbox.load(source: "rule(require('lib.counter')())", chunkName: name)
            #expect(sandbox.declarations.first?.value == .integer(1))
        }
    }

    @Test("a module's globals are its own")
    func ownGlobals() throws {
        #expect(
            try error("require('lib.global') rule(seen)")?.message
                == "there is no name 'seen'")
    }

    @Test(
        "what is wrong with a module is told where it is",
        arguments: [
            (
                "require('lib.payes')", ScriptError.Kind.runtime,
                """
                rules.lua:1: there is no module 'lib.payes' (did you mean 'lib.payees'?); \
                modules are files in folders inside rules/
                """
            ),
            (
                "require('os')", .runtime,
                """
                rules.lua:1: there is no module 'os'; modules are files in folders inside rules/
                """
            ),
            (
                "require('lib.a')", .runtime,
                """
                rules/lib/c.lua:1: the module 'lib.a' requires itself: \
                lib.a -> lib.b -> lib.c -> lib.a
                """
            ),
            (
                "\nrequire('lib.broken')", .syntax,
                "rules/lib/broken.lua:2: <name> expected near '='"
            ),
            ("\nrequire('lib.raises')", .runtime, "rules/lib/raises.lua:2: no"),
            (
                "\nrequire('lib.fails').fail({})", .runtime,
                "rules/lib/fails.lua:4: attempt to index a nil value (field 'x')"
            ),
            (
                "require('lib.binary')", .syntax,
                "rules.lua:1: attempt to load a binary chunk (mode is 't')"
            ),
            (
                "require(1)", .runtime,
                "rules.lua:1: bad argument #1 to 'require' (string expected, got number)"
            ),
            (
                "require = 1", .runtime,
                "rules.lua:1: 'require' already has a meaning here; choose another name"
            ),
        ])
    func mistake(source: String, kind: ScriptError.Kind, description: String) throws {
        let error = try error(source)
        #expect(error?.kind == kind)
        #expect(error?.description == description)
    }

    @Test("a traceback names the file of a line where it is not the error's")
    func traceback() throws {
        let error = try error("local function f() require('lib.fails').fail({}) return 1 end\nf()")
        #expect(error?.chunkName == "rules/lib/fails.lua")
        #expect(
            error?.traceback
                == "line 4, in fail\nline 1 of rules.lua, in f\nline 2 of rules.lua")
    }

    @Test("an error raised again keeps the place where it began")
    func raisedAgain() throws {
        let error = try error(
            "local ok, message = pcall(require, 'lib.raises')\n\nerror(message, 0)")
        #expect(error?.description == "rules/lib/raises.lua:2: no")
    }

    @Test("a broken module can be caught, and the kind of a later error is its own")
    func caught() throws {
        let error = try error("pcall(require, 'lib.broken')\nerror('later')")
        #expect(error?.kind == .runtime)
        #expect(error?.description == "rules.lua:2: later")
    }

    @Test("a module that failed can be required again")
    func again() throws {
        let error = try error("pcall(require, 'lib.raises') require('lib.raises')")
        #expect(error?.description == "rules/lib/raises.lua:2: no")
    }

    @Test("a declaration made in a module has the line of the file")
    func declarationLine() throws {
        let sandbox = try sandbox()
        try sandbox.load(source: "local r = require('lib.rules')\nr.add('x')", chunkName: file)
        #expect(sandbox.declarations.map(\.line) == [2])
    }

    @Test("a function of a module knows its own file and line")
    func functionPlace() throws {
        guard case .function(let function) = try declared("rule(require('lib.functions')[1])")
        else { throw NoFunction() }
        #expect(function.chunkName == "rules/lib/functions.lua")
        #expect(function.line == 3)
    }

    @Test("a function that runs later can require only what the file required")
    func later() throws {
        let sandbox = try sandbox()
        try sandbox.load(
            source: """
                require('lib.payees')
                rule(function() return require('lib.payees').clean('a1') end)
                rule(function() return require('lib.counter')() end)
                """, chunkName: file)
        guard case .function(let known) = sandbox.declarations[0].value,
            case .function(let unknown) = sandbox.declarations[1].value
        else { throw NoFunction() }
        let value = try Transaction().withRecord { try sandbox.call(known, on: $0) }
        #expect(value == .string("a"))
        let error = #expect(throws: ScriptError.self) {
            try Transaction().withRecord { try sandbox.call(unknown, on: $0) }
        }
        #expect(
            error?.message
                == """
                the module 'lib.counter' is required inside a function that runs later; \
                require it at the top of the file
                """)
    }

    @Test("a module may be as long as a file and no longer")
    func length() throws {
        let limits = ScriptLimits(sourceBytes: 60)
        #expect(
            try error("require('lib.payees')", limits)?.message
                == "the module 'lib.payees' is longer than 60 bytes")
    }
}
