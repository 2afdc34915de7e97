import Scripting
import Testing

/// A script that tries to get more than it may have.
struct Attack: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String
    let stopped: ScriptError.Kind

    init(_ name: String, _ script: String, _ stopped: ScriptError.Kind) {
        self.name = name
        self.script = script
        self.stopped = stopped
    }

    var testDescription: String { name }
}

let endlessWork: [Attack] = [
    .init("a loop without end", "while true do end", .instructionLimit),
    .init("a goto without end", "::again:: goto again", .instructionLimit),
    .init(
        "a loop that catches its own end",
        "while true do pcall(function() while true do end end) end", .instructionLimit),
    .init(
        "pcalls within pcalls",
        "local function f() pcall(f) pcall(f) end while true do f() end", .instructionLimit),
    .init(
        "a step beyond the limit after a caught limit",
        "pcall(function() while true do end end) rule(1)", .instructionLimit),
    .init(
        "a comparison without end",
        "table.sort({2, 1}, function() while true do end end)", .instructionLimit),
    .init(
        "sorting again and again",
        "local t = {} for i = 1, 20000 do t[i] = -i end while true do table.sort(t) end",
        .instructionLimit),
    .init(
        "inserting at the front of a long table",
        "local t = {} while true do table.insert(t, 1, 0) end", .instructionLimit),
    .init(
        "removing from the front of a long table",
        """
        local t = {} for i = 1, 100000 do t[i] = i end
        while true do table.remove(t, 1) t[#t + 1] = 0 end
        """, .instructionLimit),
    .init(
        "searching a long text for a long text",
        """
        local text, part = ("a"):rep(200000), ("a"):rep(100000) .. "b"
        while true do local found = text:contains(part) end
        """, .instructionLimit),
    .init(
        "copying a long text again and again",
        "local text = ('a'):rep(200000) while true do local copy = text .. 'b' end",
        .instructionLimit),
    .init(
        "walking a table without end",
        "local t = {a = 1} while true do for k in pairs(t) do end end", .instructionLimit),
    .init(
        "joining many empty texts",
        "local t = {} for i = 1, 100000 do t[i] = '' end while true do table.concat(t) end",
        .instructionLimit),
    .init(
        "ever more arguments",
        "local function f(...) return f(0, ...) end f()", .instructionLimit),
    .init(
        "wrong names again and again",
        "while true do pcall(function() return pairz end) end", .instructionLimit),
    .init(
        "garbage at the edge of the memory",
        """
        local kept = {} for i = 1, 14 do kept[i] = {} for j = 1, 65000 do kept[i][j] = j end end
        while true do local garbage = {{}, {}, {}} end
        """, .instructionLimit),
]

let endlessMemory: [Attack] = [
    .init(
        "a table that only grows", "local t = {} for i = 1, 1e9 do t[i] = {} end", .memoryLimit),
    .init(
        "a text that doubles", "local s = 'x' while true do s = s .. s end", .memoryLimit),
    .init("a repeated text", "local s = ('x'):rep(1 << 40)", .memoryLimit),
    .init(
        "a repeated separator", "local s = (''):rep(1 << 40, ',')", .memoryLimit),
    .init(
        "a joined text",
        "local t = {} for i = 1, 1000 do t[i] = ('x'):rep(1000) end table.concat(t)",
        .memoryLimit),
    .init(
        "a limit of memory caught", "while true do pcall(string.rep, 'x', 1 << 40) end",
        .memoryLimit),
    .init(
        "many declarations", "while true do rule {1, 2, 3} end", .memoryLimit),
]

let forbiddenNames: [Attack] = [
    "_G", "_VERSION", "arg", "bit32", "collectgarbage", "coroutine", "debug", "dofile",
    "getmetatable", "io", "load", "loadfile", "loadstring", "os", "package", "rawequal", "rawget",
    "rawlen", "rawset", "setmetatable", "warn", "xpcall", "string.dump", "string.pack",
    "string.packsize", "string.unpack", "table.move", "math.random", "math.randomseed",
].map { Attack("the name \($0)", "rule(\($0))", .runtime) }

let trespasses: [Attack] = [
    .init("a hidden method of texts", "return ('x'):dump()", .runtime),
    .init("changing a library", "string.lower = nil", .runtime),
    .init("changing the methods of texts", "('x').lower = nil", .runtime),
    .init("adding to a library", "table.insert(string, 1)", .runtime),
    .init("replacing a word of the host", "rule = 5", .runtime),
    .init("replacing a word of Lua", "function pairs() end", .runtime),
    .init("an address through a format", "string.format('%p', {})", .runtime),
    .init("a wide format", "string.format('%99999d', 1)", .runtime),
    .init("a format without an end", "string.format('%')", .runtime),
    .init("a format without a value", "string.format('%d')", .runtime),
    .init("many bytes at once", "string.byte(('x'):rep(1000), 1, -1)", .runtime),
    .init("many values at once", "table.unpack({}, 1, 1e7)", .runtime),
    .init("all values at once", "table.unpack({}, math.mininteger, math.maxinteger)", .runtime),
    .init("joining without end", "table.concat({}, '', 1, math.maxinteger)", .runtime),
    .init("inserting far away", "table.insert({}, 1 << 40, 0)", .runtime),
    .init("comparing what has no order", "table.sort({1, 'a', {}})", .runtime),
    .init("doing sums with a text", "return '10' + 1", .runtime),
    .init("a variable to be closed", "local x <close> = {}", .runtime),
    .init("an error that is a table", "error({})", .runtime),
    .init("an error that is nil", "error(nil)", .runtime),
    .init("an error in a word", "contains(error())", .runtime),
    .init("walking the keys of a wild table", "for k in pairs({[{}] = 1}) do end", .runtime),
    .init("a declaration of nothing", "rule()", .runtime),
    .init("a declaration of two things", "rule(1, 2)", .runtime),
    .init("deep brackets", "return " + String(repeating: "(", count: 5_000), .syntax),
    .init("deep tables", "return " + String(repeating: "{", count: 5_000), .syntax),
    .init(
        "deep blocks", String(repeating: "do ", count: 5_000), .syntax),
    .init("precompiled Lua", "\u{1B}Lua", .syntax),
]

let valuesThatCannotLeave: [Attack] = [
    .init("a table that contains itself", "local t = {} t.t = t rule(t)", .unusableValue),
    .init(
        "a word that contains itself", "local t = {} t[1] = contains(t) rule(t)",
        .unusableValue),
    .init(
        "a value that doubles at each level",
        "local t = {} for i = 1, 14 do t = {t, t} end rule(t)", .unusableValue),
    .init("a key that is a number", "rule({[0.5] = 1})", .unusableValue),
    .init("a key that is a boolean", "rule({[true] = 1})", .unusableValue),
    .init("a hole", "rule({[1] = 1, [3] = 3})", .unusableValue),
    .init("a key below one", "rule({[0] = 1})", .unusableValue),
    .init("a text that is not UTF-8", "rule('\\xFF')", .unusableValue),
    .init("a key that is not UTF-8", "rule({['\\xFF'] = 1})", .unusableValue),
    .init(
        "two spellings of one key", "rule({['\\u{E9}'] = 1, ['e\\u{301}'] = 2})",
        .unusableValue),
    .init("a library", "rule(string)", .unusableValue),
]

@Suite("A script that tries to get more than it may have")
struct AttackTests {
    @Test("endless work is stopped", arguments: endlessWork)
    func endless(attack: Attack) {
        #expect(loadError(attack.script)?.kind == attack.stopped)
    }

    @Test("endless memory is stopped", arguments: endlessMemory)
    func hungry(attack: Attack) {
        #expect(loadError(attack.script)?.kind == attack.stopped)
    }

    @Test("what could do harm is not there", arguments: forbiddenNames)
    func forbidden(attack: Attack) {
        #expect(loadError(attack.script)?.kind == attack.stopped)
    }

    @Test("what is there cannot be misused", arguments: trespasses)
    func trespass(attack: Attack) {
        #expect(loadError(attack.script)?.kind == attack.stopped)
    }

    @Test("a value without an end or a form stays in Lua", arguments: valuesThatCannotLeave)
    func leaving(attack: Attack) {
        #expect(loadError(attack.script)?.kind == attack.stopped)
    }

    @Test("endless work in a callback is stopped too", arguments: endlessWork.prefix(6))
    func endlessCallback(attack: Attack) throws {
        let script = attack.script.replacing("rule(1)", with: "")
        #expect(try OneFunction(script).error()?.kind == attack.stopped)
    }

    @Test("endless recursion is stopped by one limit or the other")
    func recursion() {
        let kind = loadError("local function f() return 1 + f() end f()")?.kind
        #expect(kind == .memoryLimit || kind == .runtime)
    }

    @Test("a text can be repeated no times however often")
    func emptyRepetition() throws {
        #expect(try evaluated("(''):rep(1 << 40)") == .string(""))
    }

    @Test("a source longer than the limit is not read")
    func longSource() {
        let source = String(repeating: " ", count: 101)
        #expect(loadError(source, limits: .init(sourceBytes: 100))?.kind == .sourceTooLarge)
    }
}
