import Scripting

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
