import Scripting
import Testing

/// A script that tries to get more than it may have.
struct Attack: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String
    let stopped: ScriptError.Kind
    let limits: ScriptLimits

    init(
        _ name: String, _ script: String, _ stopped: ScriptError.Kind,
        limits: ScriptLimits = .init(loadInstructions: 3_000_000)
    ) {
        self.name = name
        self.script = script
        self.stopped = stopped
        self.limits = limits
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

/// A matcher that tries everything, in C, where Lua counts nothing.
let endlessMatching: [Attack] = [
    .init(
        "many lazy repetitions",
        "local found = ('a'):rep(3000):find(('.-'):rep(20) .. 'b')", .instructionLimit),
    .init(
        "many greedy repetitions",
        "local found = ('a'):rep(3000):match(('a*'):rep(20) .. 'b')", .instructionLimit),
    .init(
        "many optional letters",
        "local found = ('a'):rep(100):find(('a?'):rep(100) .. ('a'):rep(100) .. 'b')",
        .instructionLimit),
    .init(
        "a search from every place",
        "local found = ('a'):rep(200000):find('.-b')", .instructionLimit),
    .init(
        "brackets from every place",
        "local found = ('('):rep(200000):find('%b()')", .instructionLimit),
    .init(
        "a long set for every letter",
        "local found = ('a'):rep(100000):gsub('[' .. ('b'):rep(10000) .. ']', '')",
        .instructionLimit),
    .init(
        "a repetition of a long capture",
        "local found = ('a'):rep(200000):find('(a*)%1%1%1b')", .instructionLimit),
    .init(
        "gmatch without end",
        "while true do for w in ('a b c'):gmatch('%a') do end end", .instructionLimit),
    .init(
        "a matching that is caught and begun again",
        "while true do pcall(string.find, ('a'):rep(3000), ('.-'):rep(20) .. 'b') end",
        .instructionLimit),
    .init(
        "a long pattern without specials",
        "local t, p = ('a'):rep(200000), ('a'):rep(100000) .. 'b' while true do t:find(p) end",
        .instructionLimit),
    .init(
        "a long template for every letter",
        "local text = ('a'):rep(1000):gsub('a', ('%0'):rep(1000))", .memoryLimit),
    .init(
        "a text that grows with every replacement",
        "local t = 'aa' while true do t = t:gsub('a', 'aa') end", .memoryLimit),
]

private let fewSteps = ScriptLimits(loadInstructions: 50_000)

/// Single steps of Lua that take long, which only the clock can tell.
let slowSteps: [Attack] = [
    .init(
        "comparing long texts",
        """
        local a, b = ('a'):rep(250000) .. 'a', ('a'):rep(250000) .. 'b'
        while true do local c = a < b and a < b and a < b and a < b end
        """, .instructionLimit, limits: fewSteps),
    .init(
        "taking long texts for numbers",
        "local n = ('0'):rep(250000) while true do local x = n | n end", .instructionLimit,
        limits: fewSteps),
    .init(
        "taking long texts for arguments",
        "local n = ('0'):rep(250000) while true do math.floor(n) end", .instructionLimit,
        limits: fewSteps),
    .init(
        "keys that collide",
        """
        local t, step = {}, (1 << 15) - 1
        for i = 1, 1e9 do t[i * step] = true end
        """, .instructionLimit, limits: .init(loadInstructions: 1_000_000)),
    .init(
        "walking a table that was emptied",
        """
        local t = {} for i = 1, 30000 do t['k' .. i] = i end for i = 1, 30000 do t['k' .. i] = nil end
        while true do next(t) next(t) next(t) next(t) end
        """, .instructionLimit, limits: .init(loadInstructions: 1_200_000)),
]

/// More work in other places of C.
let endlessLibraryWork: [Attack] = [
    .init(
        "numbers with many digits",
        "local n = ('1'):rep(250000) while true do tonumber(n, 36) end", .instructionLimit),
    .init(
        "next of a long table",
        "local t = {} for i = 1, 10000 do t[i] = i end while true do next(t) end",
        .instructionLimit),
    .init("printing without end", "while true do print('x') end", .instructionLimit),
    .init(
        "printing long texts", "local t = ('x'):rep(250000) while true do print(t) end",
        .instructionLimit),
    .init(
        "counting a long text's characters",
        "local t = ('é'):rep(100000) while true do utf8.len(t) end", .instructionLimit),
    .init(
        "an offset far away",
        "local t = ('é'):rep(100000) while true do utf8.offset(t, 100000) end",
        .instructionLimit),
    .init(
        "splitting a long text",
        "local t = ('a,'):rep(100000) while true do t:split(',') end", .instructionLimit),
    .init(
        "packing and unpacking",
        "local t = {} for i = 1, 200 do t[i] = i end while true do t = table.pack(table.unpack(t)) end",
        .instructionLimit),
    .init(
        "a comparison that calls itself",
        "local t = {2, 1} local function f() table.sort(t, f) end while true do pcall(f) end",
        .instructionLimit),
    .init(
        "a replacement that replaces",
        "local function f() return ('a'):gsub('a', f) end while true do pcall(f) end",
        .instructionLimit),
    .init(
        "long texts in a format",
        "local t = ('x'):rep(100000) while true do local s = ('%s'):format(t) end",
        .instructionLimit),
    .init(
        "turning a long text round", "local t = ('x'):rep(250000) while true do t:reverse() end",
        .instructionLimit),
]

/// What raises an error, and no more.
let wildValues: [Attack] = [
    .init("dividing by zero", "local x = 1 // 0", .runtime),
    .init("the rest of a division by zero", "local x = 1 % 0", .runtime),
    .init("too many captures", "('x'):find(('()'):rep(33))", .runtime),
    .init("too deep a pattern", "('x'):rep(300):find(('x?'):rep(300))", .runtime),
    .init("an open capture", "('x'):find('(x')", .runtime),
    .init("a capture that is not there", "('x'):find('%1')", .runtime),
    .init("a set without end", "('x'):find('[a')", .runtime),
    .init("brackets that are not named", "('x'):find('%b')", .runtime),
    .init("a template without its capture", "('x'):gsub('x', '%9')", .runtime),
    .init("a replacement that is a table", "('x'):gsub('x', function() return {} end)", .runtime),
    .init("a replacement that raises", "('x'):gsub('x', function() error('no') end)", .runtime),
    .init("replacing with a record's word", "('x'):gsub('x', contains 'x')", .runtime),
    .init("a code beyond Unicode", "utf8.char(1 << 31)", .runtime),
    .init("a negative code", "utf8.char(-1)", .runtime),
    .init("codes of a broken text", "utf8.codepoint('\\xFF')", .runtime),
    .init("many codes at once", "utf8.codepoint(('x'):rep(1000), 1, -1)", .runtime),
    .init("a place beyond the text", "utf8.codepoint('x', math.maxinteger)", .runtime),
    .init("a width of three digits", "('%100d'):format(1)", .runtime),
    .init("a text with a zero and a width", "('%5s'):format('a\0b')", .runtime),
    .init("a table in quotes", "('%q'):format({})", .runtime),
    .init("next of no table", "next('x')", .runtime),
    .init("next after a wild key", "next({}, {})", .runtime),
    .init("a key that is no number", "local t = {} t[0/0] = 1", .runtime),
    .init("a global name that is nil", "_ENV[nil] = 1", .runtime),
    .init("a hidden name by its text", "return _ENV['os']", .runtime),
    .init("a map that is not there", "map('../secret.csv')", .runtime),
    .init("a module that is not there", "require('../secret')", .runtime),
    .init("a module by a path", "require('/etc/passwd')", .runtime),
    .init("a map by a table", "map({})", .runtime),
    .init("an error that is long", "error(('x'):rep(250000))", .runtime),
    .init("an error with hostile bytes", "error('\\0\\x1B]0;owned\\a\\xFF')", .runtime),
    .init("an error that is a function", "error(print)", .runtime),
    .init(
        "an error that looks like a place", "error('rules.lua:99999999999999999999: x', 0)",
        .runtime),
    .init("assert with a table", "assert(false, {})", .runtime),
    .init("calling a text", "('x')()", .runtime),
    .init("calling the string library", "string()", .runtime),
    .init(
        "a deep tower of calls in C",
        "local function f(s) return s:gsub('.', f) end f('x')", .runtime),
    .init("a field of every text", "('x').foo = 1", .runtime),
    .init("reading a method that is not there", "return ('x').os", .runtime),
    .init("the length of a number", "return #5", .runtime),
    .init("select from the far end", "select(-5, 1)", .runtime),
    .init("a bitwise sum of a fraction", "return 1.5 | 1", .runtime),
    .init("a loop by nothing", "for i = 1, 10, 0 do end", .runtime),
]

let wildSources: [Attack] = [
    .init(
        "a function of very many locals",
        "local a\n" + String(repeating: "local a\n", count: 300), .syntax),
    .init("deep brackets of a function", String(repeating: "f(", count: 3_000), .syntax),
    .init("deep signs", "return " + String(repeating: "- ", count: 5_000) + "1", .syntax),
    .init("deep powers", "return " + String(repeating: "2^", count: 5_000) + "1", .syntax),
    .init("deep joins", "return " + String(repeating: "'x'..", count: 5_000) + "'x'", .syntax),
    .init("deep functions", String(repeating: "return function() ", count: 5_000), .syntax),
    .init("a text without end", "return '" + String(repeating: "x", count: 10_000), .syntax),
    .init(
        "a long bracket without end", "return [" + String(repeating: "=", count: 10_000), .syntax),
    .init("a zero between the words", "return\0 1", .syntax),
    .init("bytes that are no text", "\u{FEFF}\u{FEFF}return", .syntax),
    .init("a number without sense", "return 0x", .syntax),
    .init("a goto to nowhere", "goto nowhere", .syntax),
    .init("a break out of nothing", "break", .syntax),
    .init("an escape beyond the end", "return '\\999'", .syntax),
    .init("a code beyond the end", "return '\\u{FFFFFFFFFF}'", .syntax),
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

/// Attacks with the results that show that nothing happened.
let harmlessAttempts: [(name: String, script: String, value: ScriptValue)] = [
    ("the least integer divided by minus one", "math.mininteger // -1", .integer(.min)),
    ("the rest of the least integer by minus one", "math.mininteger % -1", .integer(0)),
    ("an integer that goes round", "math.maxinteger + 1", .integer(.min)),
    ("the absolute of the least integer", "math.abs(math.mininteger)", .integer(.min)),
    ("a shift by far too much", "1 << math.maxinteger", .integer(0)),
    ("a shift by far too little", "1 >> math.mininteger", .integer(0)),
    (
        "a loop to the last integer",
        "(function() local n = 0 for i = math.maxinteger - 1, math.maxinteger do n = n + 1 end return n end)()",
        .integer(2)
    ),
    (
        "a part of a text from far away", "('abc'):sub(math.mininteger, math.maxinteger)",
        .string("abc")
    ),
    ("a byte from far away", "select('#', ('abc'):byte(math.maxinteger))", .integer(0)),
    ("finding beyond the end", "tostring(('abc'):find('', math.maxinteger))", .string("nil")),
    ("finding before the start", "(('abc'):find('b', math.mininteger))", .integer(2)),
    ("matching a text of zeros", "#('\\0\\0'):match('%z+')", .integer(2)),
    ("a template of zeros", "(('a'):gsub('a', '\\0'))", .string("\0")),
    ("replacing less than nothing", "(('aa'):gsub('a', 'b', math.mininteger))", .string("aa")),
    ("a text with a method's name for key", "({rep = 1}).rep", .integer(1)),
    (
        "a table that is its own key", "(function() local t = {} t[t] = t return t[t] == t end)()",
        .boolean(true)
    ),
    (
        "an error that is caught has no address", "select(2, pcall(error, {})) ~= nil",
        .boolean(true)
    ),
    ("a table says its kind and nothing else", "tostring({}) == tostring({})", .boolean(true)),
    (
        "a function says its kind and nothing else", "tostring(print) == tostring(pairs)",
        .boolean(true)
    ),
    (
        "a caught error of C keeps the sandbox whole", "select(2, pcall(string.rep))",
        .string("bad argument #1 to '?' (string expected, got no value)")
    ),
    (
        "text methods are not the string library's table",
        "(pcall(function() string.upper = 1 end))",
        .boolean(false)
    ),
    (
        "an own environment reaches nothing", "(function() local _ENV = {} return x end)() == nil",
        .boolean(true)
    ),
    ("an environment has no pairs to steal", "next(_ENV) == nil", .boolean(true)),
    (
        "a sort by chance loses nothing",
        "(function() local t, n = {3, 1, 2}, 0 table.sort(t, function() n = n + 1 return n % 2 == 0 end) return #t end)()",
        .integer(3)
    ),
    (
        "a sort that empties its table",
        "(function() local t = {3, 1, 2} table.sort(t, function() for i = 1, 3 do t[i] = nil end return false end) return #t end)()",
        .integer(3)
    ),
    (
        "a concat of numbers at the edges", "table.concat({math.mininteger, 1e308, -0.0})",
        .string("-92233720368547758081e+308-0.0")
    ),
    ("a number of many zeros", "tonumber(('0'):rep(1000) .. '7')", .integer(7)),
    ("a number too large to be whole", "math.tointeger(2^63) == nil", .boolean(true)),
    ("an offset before the start", "tostring(utf8.offset('abc', -9))", .string("nil")),
    ("a broken text's length", "select(2, utf8.len('a\\xFF'))", .integer(2)),
]

extension Sandbox {
    /// The kind of error that a source ends with, or nil. Loads a good source
    /// after it and notes an issue where that fails.
    fileprivate func end(of attack: Attack) -> ScriptError.Kind? {
        var kind: ScriptError.Kind?
        do {
            try load(source: attack.script, chunkName: file)
        } catch {
            kind = error.kind
        }
        #expect(throws: Never.self, "a good script runs after \(attack.name)") {
            try load(source: "rule(('good'):upper())", chunkName: "good.lua")
        }
        #expect(declarations.first?.value == .string("GOOD"))
        return kind
    }
}

@Suite("A script that tries to get more than it may have")
struct AttackTests {
    @Test(
        "an attack ends as it should, and the next script runs",
        arguments: [
            endlessWork, endlessMatching, endlessLibraryWork, slowSteps, endlessMemory,
            forbiddenNames, trespasses, wildValues, wildSources, valuesThatCannotLeave,
        ].flatMap { $0 })
    func stopped(attack: Attack) throws {
        let sandbox = try makeSandbox(attack.limits)
        #expect(sandbox.end(of: attack) == attack.stopped)
        #expect(sandbox.close() == 0)
    }

    @Test("an attempt gives what it would give anywhere", arguments: harmlessAttempts)
    func harmless(name: String, script: String, value: ScriptValue) throws {
        #expect(try evaluated(script) == value)
    }

    @Test("all attacks one after the other do a sandbox no harm")
    func together() throws {
        let sandbox = try makeSandbox(.init(loadInstructions: 300_000))
        for attack in wildValues + wildSources + trespasses + endlessMatching {
            _ = sandbox.end(of: attack)
        }
        #expect(sandbox.close() == 0)
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
