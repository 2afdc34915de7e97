import Scripting
import Testing

@Suite("What functions keep from one call to the next")
struct KeptStateTests {
    /// Whether two calls of the one function that a source declares leave all
    /// that it keeps as it was.
    private func isKeptAsItWas(_ source: String) throws -> Bool {
        let sandbox = try makeSandbox()
        try sandbox.load(source: source, chunkName: file)
        guard case .function(let function)? = sandbox.declarations.first?.value else {
            Issue.record("the source declares no function")
            return false
        }
        let before = try #require(sandbox.keptState())
        for _ in 1...2 {
            _ = try Transaction().withRecord { try sandbox.call(function, on: $0) }
        }
        return sandbox.keptState() == before
    }

    @Test(
        "is told to have changed",
        arguments: [
            "local n = 0; rule(function() n = n + 1 end)",
            "local seen = {}; rule(function() seen[#seen + 1] = true end)",
            "local last = { day = 1 }; rule(function() last.day = last.day + 1 end)",
            "seen = { n = 1 }; rule(function() seen.n = seen.n + 1 end)",
            "local kept; rule(function(tx) kept = tx end)",
            "local deep = { { { n = 0 } } }; rule(function() deep[1][1].n = deep[1][1].n + 1 end)",
            """
            local one, other = function() return true end, function() return false end
            local first = one
            rule(function() if one == first then one, other = other, one end end)
            """,
            "local letters = (\"abc\"):gmatch(\"%a\"); rule(function() return letters() end)",
            "local walk = pairs({ a = 1, b = 2 }); rule(function() return walk() end)",
            "local case = string.upper; rule(function() case = string.lower end)",
            """
            local function counter() local n = 0; return function() n = n + 1; return n end end
            local count = counter()
            rule(function() return count() end)
            """,
        ])
    func changed(_ source: String) throws {
        #expect(try !isKeptAsItWas(source))
    }

    @Test(
        "is told to be as it was",
        arguments: [
            "rule(function(tx) return tx.payee end)",
            "local limit = 5; rule(function() return limit > 3 end)",
            "local names = { a = 1, b = { 2, 3 } }; rule(function() return names.a end)",
            """
            local self = {}
            self.me = self
            rule(function() for _ in pairs(self) do end return self.me.me ~= nil end)
            """,
            "rule(function() local n = 0; for word in (\"a b\"):gmatch(\"%a\") do n = n + 1 end end)",
            "local function twice(n) return 2 * n end; rule(function() return twice(2) == 4 end)",
        ])
    func asItWas(_ source: String) throws {
        #expect(try isKeptAsItWas(source))
    }

    @Test(
        "is not told where it is too much, or too deep",
        arguments: [
            // Every place is looked at, though all hold one text.
            "local word, all = (\"w\"):rep(3000), {}; for i = 1, 200 do all[i] = word end; rule(function() return all end)",
            "local chain = {}; for _ = 1, 150 do chain = { chain } end; rule(function() return chain end)",
        ])
    func tooMuch(_ source: String) throws {
        let sandbox = try makeSandbox(ScriptLimits(loadInstructions: 20_000))
        try sandbox.load(source: source, chunkName: file)
        guard case .function(let function)? = sandbox.declarations.first?.value else {
            Issue.record("no function was declared")
            return
        }
        // What a worker keeps is looked at once something was called.
        _ = sandbox.answers(of: function, on: RecordBuffer(layout: layout), ofRows: 0..<1)
        #expect(sandbox.keptState() == nil)
    }
}
