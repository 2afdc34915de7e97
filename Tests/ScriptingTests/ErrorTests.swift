import Scripting
import TestSupport
import Testing

@Suite("Errors")
struct ErrorTests {
    @Test("a message has its line and none of Lua's own words for the place")
    func place() throws {
        let differences = try MistakeCatalogue("lua-errors").differences { source in
            let error = try #require(loadError(source))
            return ["\(error.kind) \(error)"]
        }
        #expect(differences == [])
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
