import TestSupport

/// Grows a rule file from a grammar, so that most of it can be run.
struct RuleFileGrammar {
    private(set) var numbers: RandomNumbers
    private var depth = 0

    init(numbers: RandomNumbers) {
        self.numbers = numbers
    }

    mutating func makeFile() -> String {
        var parts = ["local a, b, c = 1, 'x y z', {1, 2, 3, k = 'v'}"]
        for _ in 0...number(below: 5) {
            parts.append(part())
        }
        return parts.joined(separator: "\n")
    }

    private mutating func part() -> String {
        switch number(below: 6) {
        case 0, 1: rule()
        case 2: statement()
        // What fails in here leaves the rest to run.
        default: "pcall(function() \(block()) end)"
        }
    }

    private mutating func number(below limit: Int) -> Int {
        Int.random(in: 0..<limit, using: &numbers)
    }

    private mutating func pick(_ words: [String]) -> String {
        words[number(below: words.count)]
    }

    private mutating func rule() -> String {
        switch number(below: 3) {
        case 0: "rule(function(tx) \(block(reading: "tx")) return \(expression()) end)"
        case 1: "rule { when = \(expression()), set = function(tx) return \(table()) end }"
        default: "rule(\(expression()))"
        }
    }

    private mutating func block(reading name: String? = nil) -> String {
        var lines = (0...number(below: 3)).map { _ in statement() }
        if let name {
            lines.insert("a, b = \(name).amount, \(name).description", at: 0)
            lines.append("c = { \(name):contains(b), \(name):copy() }")
        }
        return lines.joined(separator: " ")
    }

    private mutating func statement() -> String {
        depth += 1
        defer { depth -= 1 }
        guard depth < 5 else { return "a = \(atom())" }
        switch number(below: 14) {
        case 0: return "\(name()) = \(expression())"
        case 1: return "local \(name()) = \(expression())"
        case 2: return "if \(expression()) then \(block()) else \(block()) end"
        case 3: return "for i = \(expression()), \(expression()) do \(block()) end"
        case 4: return "for k, v in pairs(\(expression())) do \(block()) end"
        case 5: return "while \(expression()) do \(block()) break end"
        case 6: return "pcall(function() \(block()) end)"
        case 7: return "local function f(...) \(block()) return ... end f(\(expression()))"
        case 8: return "c[\(expression())] = \(expression())"
        case 9: return "print(\(expression()), \(expression()))"
        case 10: return "for w in tostring(\(expression())):gmatch(\(pattern())) do \(block()) end"
        case 11: return "table.\(pick(["insert", "sort"]))(c, \(expression()))"
        case 12: return "repeat \(block()) until \(expression())"
        default: return "local _ = \(call())"
        }
    }

    private mutating func name() -> String {
        pick(["a", "b", "c", "x", "g"])
    }

    private mutating func expression() -> String {
        depth += 1
        defer { depth -= 1 }
        guard depth < 6 else { return atom() }
        switch number(below: 9) {
        case 0, 1: return atom()
        case 2: return "(\(expression()) \(pick(operators)) \(expression()))"
        case 3: return "\(pick(["not ", "-", "#", "~"]))\(expression())"
        case 4: return table()
        case 5: return "(\(expression()))[\(expression())]"
        case 6: return "(function(...) \(block()) return \(expression()) end)(\(expression()))"
        default: return call()
        }
    }

    private mutating func call() -> String {
        switch number(below: 8) {
        case 0: return "\(pick(functionNames))(\(expression()), \(expression()))"
        case 1: return "\(pick(functionNames))(\(expression()))"
        case 2: return "\(pick(functionNames))(\(expression()), \(expression()), \(expression()))"
        case 3: return "string.\(pick(["find", "match", "gmatch"]))(\(text()), \(pattern()))"
        case 4: return "string.gsub(\(text()), \(pattern()), \(expression()))"
        case 5: return "string.format(\(pick(formats)), \(expression()))"
        case 6: return "\(pick(["map", "require"]))(\(pick(libraryNames)))"
        default: return "(\(text())):\(pick(textMethods))(\(expression()))"
        }
    }

    private mutating func table() -> String {
        let items = (0..<number(below: 4)).map { _ in
            number(below: 2) == 0 ? expression() : "[\(expression())] = \(expression())"
        }
        return "{\(items.joined(separator: ", "))}"
    }

    private mutating func text() -> String {
        pick(["b", "'abc abc'", "('ab'):rep(50)", "'\\0\\xFF'", "''", "tostring(a)", "'(a(b)c)'"])
    }

    private mutating func pattern() -> String {
        let pieces = (0...number(below: 5)).map { _ in pick(patternPieces) }
        return "'\(pieces.joined())'"
    }

    private mutating func atom() -> String {
        pick(atoms)
    }
}
