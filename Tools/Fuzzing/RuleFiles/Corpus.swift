// What the made-up rule files are made of.

let corpus = [
    """
    rule { name = "Coffee", when = { description = any { contains "SQ *", contains "coffee" } },
        set = { category = "dining", tags = { "a", "b" } }, priority = 5, stop = true,
        tests = { match = { "SQ *BLUE" }, no_match = { "SQUASH" } } }
    """,
    """
    local payees = map("payees.csv")
    rule { when = function(tx) return payees:has(tx.description) end,
        set = function(tx) return { payee = payees[tx.description] } end }
    """,
    """
    local shops = map("shops.csv")
    rule(function(tx) local row = shops.aldi for k, v in pairs(row) do print(k, v) end return row end)
    """,
    """
    local lib = require("lib.payees") local next_number = require("lib.counter")
    rule(function(tx) return lib.clean(tx.description) .. next_number() end)
    """,
    """
    rule(function(tx) local words = {} for w in tx.description:gmatch("%a+") do
        words[#words + 1] = w:upper() end table.sort(words) return table.concat(words, " ") end)
    """,
    """
    local function trimmed(s) return (s:gsub("^%s+", ""):gsub("%s+$", "")) end
    rule(function(tx) return { note = trimmed(tx.description), size = math.abs(tx.amount) } end)
    """,
    """
    local ok, message = pcall(function() error({ code = 5 }) end)
    rule(tostring(ok)) rule(type(message))
    """,
    """
    local kept rule(function(tx) kept = kept or tx return kept.amount end)
    """,
    """
    rule(function(tx) local t = tx:copy() t.amount = nil for k, v in pairs(t) do t[k] = tostring(v)
        end return t end)
    """,
    """
    on("refund", { over = 5 }, function(e) notify { title = e.transaction.payee, e.note or 1 }
        tag(e.transaction, "a", nil) pcall(notify, print) for k, v in pairs(e) do tag(k, v) end end)
    """,
    """
    local told = 0 on("refund", function(e) told = told + 1 local t = { told } notify(t)
        t[2] = t notify(e) notify(t) end)
    """,
    """
    local t = {} for i = 1, 20 do t[i] = (i * 7) % 5 end
    table.sort(t, function(x, y) return x > y end) rule(t) print(table.unpack(t, 1, 3))
    """,
    """
    for p, c in utf8.codes("né€") do print(p, c) end rule(utf8.char(233, 8364) .. utf8.len("é"))
    """,
    """
    rule(string.format("%5.2f %d %q %s", 1.5, 3, "x", nil) .. tostring(select("#", 1, nil)))
    """,
    """
    local x = 0 repeat x = x + 1 if x == 3 then goto done end until x > 5 ::done:: rule(x)
    """,
    """
    local text = ("a"):rep(100) rule(text:find("a-b")) rule(text:match("(a)(a)%2")) rule(text:byte(1, 3))
    """,
    """
    count = 0 function bump() count = count + 1 end bump() rule(function(tx) bump() return count end)
    """,
]

let wildWords = [
    "1 << 40", "math.mininteger", "math.maxinteger", "0/0", "1e308", "-0.0", "math.huge", "nil",
    "''", "'\\0'", "'\\xFF'", "('x'):rep(30000)", "'%99d'", "'%'", "'['", "'%f'", "{}", "...",
    "function() end", "while true do end", "error", "pcall", "_ENV", "require", "map", "print",
    "string.rep", "table.concat", "notify", "tag", "on", "e", "e.nothing", "e.transaction", "tx",
    "tx.nothing", "setmetatable", "::l::", "goto l", "<close>",
    "<const>", "0x", "'lib.cycle'", "'lib.broken'", "'lib.fails'", "--[[", "]]", "[==[",
    "\u{1B}Lua",
]

let operators = [
    "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", "and", "or", "&", "|", "~",
    "<<",
    ">>",
]

let functionNames = [
    "assert", "error", "ipairs", "next", "pairs", "pcall", "print", "select", "tonumber",
    "tostring",
    "type", "contains", "any", "between", "map", "require", "rule", "math.floor", "math.max",
    "math.fmod", "math.tointeger", "math.ult", "math.modf", "string.rep", "string.sub",
    "string.byte", "string.char", "string.len", "string.lower", "string.reverse", "string.split",
    "string.trim", "string.contains", "table.concat", "table.insert", "table.pack", "table.remove",
    "table.sort", "table.unpack", "utf8.char", "utf8.codepoint", "utf8.codes", "utf8.len",
    "utf8.offset",
]

let textMethods = [
    "rep", "sub", "byte", "upper", "find", "match", "gmatch", "gsub", "split", "contains", "format",
    "ends_with", "starts_with", "dump",
]

let formats = [
    "'%d'", "'%5.1f'", "'%s'", "'%q'", "'%c'", "'%x'", "'%10.3s'", "'%g%%'", "'%p'", "'%'",
]

let libraryNames = [
    "'payees.csv'", "'shops.csv'", "'lib.payees'", "'lib.counter'", "'lib.cycle'", "'lib.broken'",
    "'lib.fails'", "'payes.csv'", "b",
]

let patternPieces = [
    "a", "b", ".", "%a", "%d", "%s", "%W", "[ab]", "[^a]", "[%w_]", "(", ")", "()", "*", "+", "-",
    "?",
    "%1", "%b()", "%f[a]", "^", "$", "%%", "[", "%",
]

let atoms = [
    "nil", "true", "false", "0", "1", "-1", "2.5", "1e300", "math.mininteger", "math.maxinteger",
    "0/0",
    "''", "'abc'", "'10'", "'\\xFF\\0'", "a", "b", "c", "x", "#c", "c.k", "math.huge",
    "('x'):rep(999)",
    "print", "string", "contains 'x'", "function() return 1 end", "map('shops.csv').aldi", "g",
]
