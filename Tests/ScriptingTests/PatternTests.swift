import Scripting
import TestSupport
import Testing

private let patternPieces = [
    "a", "b", "a", "b", ".", "%a", "%d", "%w", "%s", "%S", "%A", "%p", "%x", "%u", "%l", "%g", "%c",
    "[ab]", "[^a]", "[a-c]", "[%a_]", "[%W]", "[]]", "[^]]", "[a-]", "[%-x]", "[^%s]", "[b-a]",
    "%1",
    "%2", "(", ")", "(", ")", "()", "(a*)", "(.-)", "%b()", "%bab", "%f[%w]", "%f[^a]", "%f[%z]",
    "^", "$", "%%", "%-", "%(", "-", "*", "+", "?", "*", "+", "?", "-", "[", "%", "%f", "%b", "]",
    "\0", "1", " ", "_", "é",
]

private let subjectPieces = [
    "a", "b", "a", "b", "c", "A", "B", "1", "2", " ", "(", ")", "_", "-", "%", "\0", "ab", "\n",
    "é", ".",
]

private let replacementPieces = ["x", "%0", "%1", "%2", "%%", "%", "%a", "-", "\0"]

@Suite("Lua's patterns")
struct PatternTests {
    private func call(_ name: String, _ numbers: inout RandomNumbers) -> String {
        let subject = luaLiteral(numbers.bytes(of: subjectPieces, count: 0...12))
        let pattern = luaLiteral(numbers.bytes(of: patternPieces, count: 0...6))
        var arguments = "string.\(name), \(subject), \(pattern)"
        if numbers.number(0...2) == 0 { arguments += ", \(numbers.number(-14...14))" }
        return "note(\(arguments))"
    }

    private func agree(_ calls: [String], sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        let source = report(of: calls)
        let mine = try sandboxText(source).split(separator: "\n", omittingEmptySubsequences: false)
        let plain = plainLuaText(source).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(mine.count == calls.count, sourceLocation: sourceLocation)
        for (index, call) in calls.enumerated() where mine[index] != plain[index] {
            Issue.record(
                "\(call): \(mine[index]), but plain Lua: \(plain[index])",
                sourceLocation: sourceLocation)
        }
    }

    @Test("find and match agree with plain Lua's, errors too", arguments: ["find", "match"])
    func searching(name: String) throws {
        var numbers = RandomNumbers(seed: 1)
        for _ in 0..<40 {
            try agree((0..<250).map { _ in call(name, &numbers) })
        }
    }

    @Test("a plain find agrees with plain Lua's")
    func plainFind() throws {
        var numbers = RandomNumbers(seed: 2)
        try agree(
            (0..<1_000).map { _ in
                let subject = luaLiteral(numbers.bytes(of: ["a", "b", "%a"], count: 0...10))
                let part = luaLiteral(numbers.bytes(of: ["a", "b", "%a", "."], count: 0...3))
                return "note(string.find, \(subject), \(part), \(numbers.number(-12...12)), true)"
            })
    }

    @Test("gmatch agrees with plain Lua's")
    func everyMatch() throws {
        var numbers = RandomNumbers(seed: 3)
        for _ in 0..<20 {
            try agree(
                (0..<200).map { _ in
                    let subject = luaLiteral(numbers.bytes(of: subjectPieces, count: 0...10))
                    let pattern = luaLiteral(numbers.bytes(of: patternPieces, count: 0...5))
                    let start = numbers.number(-12...12)
                    return """
                        note(function() local all = {} \
                        for a, b in string.gmatch(\(subject), \(pattern), \(start)) do \
                        all[#all + 1] = shown(a, b) end return table.concat(all, ";") end)
                        """
                })
        }
    }

    @Test(
        "gsub agrees with plain Lua's, whatever replaces",
        arguments: [
            "{a = 'x', b = false, ab = 1, [''] = 'empty'}",
            "function(a, b) return b end", "function(a) return a .. '!' end",
            "function(a) if a == 'b' then return 2.5 end end", "function() return {} end", "7",
        ])
    func replacing(replacement: String) throws {
        var numbers = RandomNumbers(seed: 4)
        for _ in 0..<5 {
            try agree(
                (0..<200).map { _ in
                    let subject = luaLiteral(numbers.bytes(of: subjectPieces, count: 0...10))
                    let pattern = luaLiteral(numbers.bytes(of: patternPieces, count: 0...5))
                    return "note(string.gsub, \(subject), \(pattern), \(replacement))"
                })
        }
    }

    @Test("gsub agrees with plain Lua's on templates and counts")
    func templates() throws {
        var numbers = RandomNumbers(seed: 5)
        for _ in 0..<20 {
            try agree(
                (0..<200).map { _ in
                    let subject = luaLiteral(numbers.bytes(of: subjectPieces, count: 0...10))
                    let pattern = luaLiteral(numbers.bytes(of: patternPieces, count: 0...4))
                    let template = luaLiteral(numbers.bytes(of: replacementPieces, count: 0...4))
                    let most = numbers.number(0...1) == 0 ? "" : ", \(numbers.number(-1...4))"
                    return "note(string.gsub, \(subject), \(pattern), \(template)\(most))"
                })
        }
    }
}
