import Classification
import Testing

/// Each source has one slip, at the mark, with what its author is told.
@Suite("Slips in Lua that people make")
struct LuaSlipTests {
    static let syntax: [(String, String)] = [
        ("rule {\n name = \"R\"\n ¶when = {},\n set = {} }", "a comma is missing before \"when\""),
        ("rule { when = { \"A\" ¶\"B\" }, set = {} }", "a comma is missing before \"B\""),
        ("rule { when = { {} ¶{} }, set = {} }", "a comma is missing before \"{\""),
        ("rule { when = {}, set = { amount = 1 ¶2 } }", "a comma is missing before \"2\""),
        (
            "rule { name = ¶“R”, when = {}, set = {} }",
            "“ is a typographic quote; use straight quotes, \"like this\""
        ),
        (
            "rule { when = function(tx) if tx.amount ¶= 5 then return true end end, set = {} }",
            "= gives a name its value; to compare, write =="
        ),
        (
            "rule { when = function(tx) return tx.amount ¶= 5 end, set = {} }",
            "= gives a name its value; to compare, write =="
        ),
        (
            "local a = 1 if a then a = 2 end if a ¶= 3 then end",
            "= gives a name its value; to compare, write =="
        ),
        ("rule { when = function(tx) return 1 ¶!= 5 end }", "Lua writes ~= for \"is not\""),
        ("rule { when = function(tx) return a ¶&& b end }", "Lua writes and in place of &&"),
        ("rule { when = function(tx) return a ¶|| b end }", "Lua writes or in place of ||"),
        ("rule { when = function(tx) return ¶!a end }", "Lua writes not in place of !"),
        ("local n = 1 n ¶+= 1", "Lua has no +=; write n = n + …"),
        ("local n = 1 n¶++", "Lua has no ++; write n = n + 1"),
        (
            "rule { when = (tx) ¶=> true }",
            "Lua has no =>; write function(tx) return … end"
        ),
        (
            "rule {\n when = function(tx)\n if tx.pending then return true\n end¶,\n set = {} }",
            "\"end\" is missing before \",\": the function of line 2, column 9 is still open"
        ),
        (
            "rule {\n when = function(tx) return true,\n ¶set = {} }",
            "\"end\" is missing before \"set\": the function of line 2, column 9 is still open"
        ),
        (
            "rule { when = {}, set = function() return {} ¶}",
            "\"end\" is missing before \"}\": the function of line 1, column 25 is still open"
        ),
        (
            "rule {\n when = { payee = \"X\",\n set = {} }\n\n¶rule { when = {}, set = {} }",
            "} is missing before \"rule\": the { of line 1, column 6 is still open"
        ),
        ("rule ¶{ when = {}, set = {}", "this { is never closed; write } where it ends"),
        ("¶if x then\nelse if y then\nend", "this if is never closed; write end where it ends"),
        ("rule { when = {}, set = {} }¶}", "this } closes nothing; remove it"),
        ("rule { when = {}, set = {} } ¶end", "this end closes nothing; remove it"),
        (
            "rule { when = {}, set = { notes = \"a\"¶), tags = \"b\" } }",
            "} is expected here, not ): the { of line 1, column 25 is still open"
        ),
        (
            "rule { when = { payee = ¶'X }, set = {} }",
            "this string has no closing quote on its line"
        ),
        (
            "rule { when = { payee = ¶[[X }, set = {} }",
            "this string is never closed; write ]] at its end"
        ),
        ("rule {} ¶--[[ all\nof it", "this comment is never closed"),
        (
            "rule { when¶: {}, set = {} }",
            "write when = …, with an equals sign in place of the colon"
        ),
        ("rule { ¶\"when\" = {}, set = {} }", "write when = …, without quotes around the name"),
        (
            "rule { when = function(tx) ¶{ return true } end, set = {} }",
            "a function has no braces; write function(tx) return … end"
        ),
        ("rule ¶( when = {}, set = {} )", "write rule { … }, with braces"),
        ("rule { when = { amount = ¶less 5 }, set = {} }", "write less(5), with brackets"),
        ("¶// all\nrule {}", "Lua begins a comment with --, not with //"),
        ("¶# all\nrule {}", "Lua begins a comment with --, not with #"),
        (
            "¶\u{FEFF}rule {}",
            "this is an invisible byte order mark; save the file as UTF-8 without one"
        ),
        ("rule¶\u{A0}{}", "this is a no-break space; use a plain space"),
        (
            "rule { when = { memo = regex ¶\"a\\d\" }, set = {} }",
            "a backslash in quotes must be written twice; or write the string as [[…]]"
        ),
        ("return 1 and ¶or 2", "unexpected symbol near 'or'"),
    ]

    static let names: [(String, String)] = [
        ("rule { when = ¶null, set = {} }", "there is no name 'null'; Lua writes nil"),
        ("rule { when = {}, set = {}, stop = ¶True }", "there is no name 'True'; Lua writes true"),
        (
            "rule { name = ¶Netflix, when = {}, set = {} }",
            "there is no name 'Netflix'; a string needs quotes: \"Netflix\""
        ),
        (
            "rule { when = { ¶payee == \"X\" }, set = {} }",
            "there is no name 'payee'; write payee = …, with one equals sign"
        ),
    ]

    static let functions: [(String, String)] = [
        (
            "function(tx) ¶tx.payee = \"x\" end",
            "a transaction is read-only; a rule returns what it sets, or has set = { … }"
        ),
        ("function(tx) return tx¶.contains(\"x\") end", "write tx:contains(…), with a colon"),
        ("function(tx) return tx¶.copy() end", "write tx:copy(…), with a colon"),
        (
            "function(t) return t.payee¶.contains \"x\" end",
            "write t.payee:contains(…), with a colon"
        ),
        ("function(tx) return tx.memo¶.lower() end", "write tx.memo:lower(…), with a colon"),
        (
            "function(tx) return ¶contains(tx.payee, \"x\") end",
            "contains works in tables, not in functions; in a function, test the text itself, as in "
                + "tx.payee:contains(\"…\")"
        ),
        (
            "function(tx) return tx.amount == ¶less(5) end",
            "less works in tables, not in functions"
        ),
        (
            "function(tx) return tx.¶payeee == \"x\" end",
            "a transaction has no field \"payeee\" (did you mean \"payee\"?)"
        ),
        (
            "{ memo = \"a\", function(tx) ¶tx.memo = 1 end }",
            "a transaction is read-only; a rule returns what it sets, or has set = { … }"
        ),
    ]

    @Test("in syntax are told with what to write, and where", arguments: syntax)
    func inSyntax(marked: String, message: String) throws {
        try expect(message, at: marked)
    }

    @Test("in names are told with what Lua has for them", arguments: names)
    func inNames(marked: String, message: String) throws {
        try expect(message, at: marked)
    }

    @Test("in a rule's functions are told before they run", arguments: functions)
    func inFunctions(marked: String, message: String) throws {
        try expect(message, at: "rule { when = \(marked), set = {} }")
        if !marked.hasPrefix("{") {
            try expect(message, at: "rule { when = {}, set = \(marked) }")
        }
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
        "what a function returns is read where it is written as a table",
        arguments: [
            (
                "function(tx) return { category = ¶\"helthcare\" } end",
                "there is no category \"helthcare\""
            ),
            (
                "function(tx) if tx.pending then return { ¶categry = tx.memo }; end end",
                "a rule can't set \"categry\" (did you mean \"category\"?)"
            ),
            (
                "function(tx) return { tags = { \"a\" }, excluded = ¶\"yes\", } end",
                "\"excluded\" must be true or false"
            ),
        ])
    func returned(function: String, message: String) throws {
        try expect(message, at: "rule { when = { memo = \"a\" }, set = \(function) }")
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

    private func expect(_ message: String, at marked: String) throws {
        let before = marked.prefix { $0 != "¶" }
        let line = before.count { $0 == "\n" } + 1
        let column = before.reversed().prefix { $0 != "\n" }.count + 1
        let problems = try mistakes(marked.filter { $0 != "¶" })
        #expect(problems.map(\.message) == [message])
        #expect(problems.map(\.line) == [line])
        #expect(problems.map(\.column) == [column])
    }
}
