import Scripting
import Testing

@Suite("Errors")
struct ErrorTests {
    @Test(
        "a message has its line and none of Lua's own words for the place",
        arguments: [
            ("x = = 1", ScriptError.Kind.syntax, 1, "unexpected symbol near '='"),
            ("\n\nfor", .syntax, 3, "<name> expected near <eof>"),
            ("\nerror('no')", .runtime, 2, "no"),
            ("error('no', 0)", .runtime, 1, "no"),
            (
                "\n\n\nrule {} ; contians 'x'", .runtime, 4,
                "there is no name 'contians'; did you mean 'contains'?"
            ),
            (
                "local t = nil\nreturn t.x", .runtime, 2,
                "attempt to index a nil value (local 't')"
            ),
            (
                "('x'):find('[x')", .runtime, 1, "malformed pattern (missing ']')"
            ),
            (
                "string.uper('x')", .runtime, 1,
                "there is no function in 'string' called 'uper'; did you mean 'upper'?"
            ),
            ("('x'):has('y')", .runtime, 1, "there is no function in 'string' called 'has'"),
            (
                "os.time()", .runtime, 1,
                "there is no name 'os': it is a part of Lua that scripts do without"
            ),
            (
                "setmetatable({}, {})", .runtime, 1,
                "there is no name 'setmetatable': it is a part of Lua that scripts do without"
            ),
            (
                "pairs = 1", .runtime, 1,
                "'pairs' already has a meaning here; choose another name"
            ),
            ("error({})", .runtime, 1, "the script raised a table instead of a text"),
            (
                "rule(1)\nrule(\n{[0.5] = 1})", .unusableValue, 2,
                "the keys of a table must be texts or whole numbers, not a number"
            ),
            (
                "\nwhile true do end", .instructionLimit, 2,
                "the script took more than 10000000 steps"
            ),
        ])
    func place(source: String, kind: ScriptError.Kind, line: Int, message: String) {
        let error = loadError(source)
        #expect(error?.kind == kind)
        #expect(error?.line == line)
        #expect(error?.message == message)
        #expect(error?.chunkName == file)
    }

    @Test("a traceback names the script's own lines, innermost first")
    func traceback() {
        let error = loadError(
            """
            local function inner() error("no") end
            function outer()
                inner()
                return 1
            end
            outer()
            """)
        #expect(error?.traceback == "line 1, in inner\nline 3, in outer\nline 6")
    }

    @Test("there is no traceback where it would be the error's own line alone")
    func noTraceback() {
        #expect(loadError("\nerror('no')")?.traceback == "")
    }

    @Test("a long message is cut")
    func longMessage() {
        #expect(loadError("error(('x'):rep(100000), 0)")?.message.utf8.count == 1_024)
    }

    @Test("a message that is not UTF-8 is repaired")
    func repairedMessage() {
        #expect(loadError("error('a\\xFFb', 0)")?.message == "a\u{FFFD}b")
    }

    @Test("the error of a call has the name of the function's file")
    func callPlace() throws {
        let one = try OneFunction(source: "rule(function(tx)\nreturn tx.nothing end)")
        try one.sandbox.load(source: "", chunkName: "other.lua")
        #expect(
            one.error()?.description
                == "rules.lua:2: there is no field in a transaction called 'nothing'")
    }
}
