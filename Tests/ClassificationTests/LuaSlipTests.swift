import Classification
import TestSupport
import Testing

@Suite("Slips in Lua that people make")
struct LuaSlipTests {
    @Test("are told with what to write, and where")
    func told() throws {
        let differences = try MistakeCatalogue("slips").differences {
            try mistakes($0).map(\.placed)
        }
        #expect(differences == [])
    }

    @Test("all of a file's functions are told at once")
    func allFunctions() throws {
        let problems = try mistakes(
            """
            rule {
                when = function(tx) return tx.contains("a") or tx.payeee end,
                set = function(tx) tx.notes = word "b" end,
            }
            """)
        #expect(problems.map(\.line) == [2, 2, 3, 3])
    }

    @Test(
        "what only looks like a slip is none",
        arguments: [
            "function(tx) local t = tx:copy() t.payee = \"x\" return t.payee == \"x\" end",
            "function(tx) tx = tx:copy() tx.payee = \"x\" return true end",
            "function(tx) local a, tx = 1, {} tx.any = 1 return tx.any end",
            "function(tx) for _, tx in ipairs { {} } do tx.any = 1 end return true end",
            "function(tx) local f = function(tx) return tx.any end return f { any = 1 } end",
            "function(tx) local t = { word = 1 } return t.word == 1 end",
            "function(tx) return \"tx.payee = contains 'x'\" ~= nil end",
            "function(tx) return tx.payee == tx.payee end",
            "function() return true end", "function(...) return ... ~= nil end",
        ])
    func noSlip(function: String) throws {
        #expect(try mistakes("rule { when = \(function), set = {} }") == [])
    }

    @Test(
        "what a function finds out, or another returns, is not",
        arguments: [
            "function(tx) return { category = \"din\" .. \"ing\" } end",
            "function(tx) return { category = tx.memo, [tx.memo] = 1 } end",
            "function(tx) local f = function() return { kind = \"x\" } end return nil end",
            "function(tx) return ({ kind = \"x\" }).other end",
        ])
    func notRead(function: String) throws {
        #expect(try mistakes("rule { when = { memo = \"a\" }, set = \(function) }") == [])
    }

    @Test("a matcher may stand in a helper that declares rules")
    func helper() throws {
        let lua = """
            local function payee(name, text)
                rule { when = { description = word(text) }, set = { payee = name } }
            end
            payee("Netflix", "NETFLIX")
            """
        #expect(try mistakes(lua) == [])
    }

    @Test(
        "a long hostile source is read to its end",
        arguments: [
            "tx=", "tx,", "{tx=", "=", "x=function(tx)", "tx.a=1 ", "){", "\"", "“", "--[[",
        ])
    func long(piece: String) throws {
        let many = String(repeating: piece, count: 60_000 / piece.utf8.count)
        #expect(try mistakes("rule { when = function(tx) " + many).count >= 1)
        #expect(try mistakes("rule { when = function(tx) \(many) end, set = {} }").count >= 1)
    }

    @Test(
        "are no mistakes where Lua means the same",
        arguments: [
            "function(tx) return tx.payee == \"A\" or tx.payee == \"B\" end",
            "function(tx) return \"A\" == tx.payee or \"B\" == tx.payee end",
            "function(tx) return (tx.memo and \"A\" or \"B\") == \"B\" end",
            "function(tx) return (tx.memo == \"\" and tx.day .. \"A\" or \"B\") == \"B\" end",
            "function(tx) return (tx.memo or \"A\") == \"B\" end",
            "function(tx) return not (\"AB\"):find(tx.payee) end",
        ])
    func fine(function: String) throws {
        #expect(try mistakes("rule { when = \(function), set = { notes = \"x\" } }") == [])
    }
}
