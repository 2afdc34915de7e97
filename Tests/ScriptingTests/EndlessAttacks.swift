import Scripting

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

/// A matcher that tries everything, in one call of C, where nothing is counted: the process ends it.
let endlessCalls: [Attack] = [
    .init(
        "many lazy repetitions",
        "local found = ('a'):rep(3000):find(('.-'):rep(20) .. 'b')", .workerEnded),
    .init(
        "many greedy repetitions",
        "local found = ('a'):rep(3000):match(('a*'):rep(20) .. 'b')", .workerEnded),
    .init(
        "many optional letters",
        "local found = ('a'):rep(100):find(('a?'):rep(100) .. ('a'):rep(100) .. 'b')",
        .workerEnded),
    .init(
        "a search from every place",
        "local found = ('a'):rep(200000):find('.-b')", .workerEnded),
    .init(
        "brackets from every place",
        "local found = ('('):rep(200000):find('%b()')", .workerEnded),
    .init(
        "a repetition of a long capture",
        "local found = ('a'):rep(200000):find('(a*)%1%1%1b')", .workerEnded),
    .init(
        "a matching that is caught and begun again",
        "while true do pcall(string.find, ('a'):rep(3000), ('.-'):rep(20) .. 'b') end",
        .workerEnded),
    .init(
        "a long pattern without specials",
        "local t, p = ('a'):rep(200000), ('a'):rep(100000) .. 'b' while true do t:find(p) end",
        .workerEnded),
]

/// Matching in calls that end by themselves.
let endlessMatching: [Attack] = [
    .init(
        "gmatch without end",
        "while true do for w in ('a b c'):gmatch('%a') do end end", .instructionLimit),
    .init(
        "a long template for every letter",
        "local text = ('a'):rep(1000):gsub('a', ('%0'):rep(1000))", .memoryLimit),
    .init(
        "a text that grows with every replacement",
        "local t = 'aa' while true do t = t:gsub('a', 'aa') end", .memoryLimit),
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

let endlessMemory: [Attack] = [
    .init(
        "a table that only grows", "local t = {} for i = 1, 1e9 do t[i] = {} end", .memoryLimit),
    .init(
        "a text that doubles", "local s = 'x' while true do s = s .. s end", .memoryLimit),
    .init("a repeated text", "local s = ('x'):rep(1 << 30)", .memoryLimit),
    .init(
        "a repeated separator", "local s = (''):rep(1 << 30, ',')", .memoryLimit),
    .init(
        "a joined text",
        "local t = {} for i = 1, 1000 do t[i] = ('x'):rep(1000) end table.concat(t)",
        .memoryLimit),
    .init(
        "a limit of memory caught", "while true do pcall(string.rep, 'x', 1 << 30) end",
        .memoryLimit),
    .init(
        "many declarations", "while true do rule {1, 2, 3} end", .memoryLimit),
]
