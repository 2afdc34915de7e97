import Scripting

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
