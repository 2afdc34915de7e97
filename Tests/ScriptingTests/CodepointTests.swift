import Scripting
import TestSupport
import Testing

@Suite("The utf8 library")
struct CodepointTests {
    /// Texts, broken ones, and codes at the edges of each length.
    private static let pieces: [[UInt8]] = [
        [0x61], [0x7F], [0], [0xC3, 0xA9], [0xC0, 0x80], [0xE2, 0x82, 0xAC], [0xED, 0xA0, 0x80],
        [0xF0, 0x9F, 0x98, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
        [0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF], [0xFE], [0xFF], [0xC3], [0xE0, 0x80, 0x80],
    ]
    private static let strayByte: [UInt8] = [0x80]

    private func subject(_ numbers: inout RandomNumbers, of pieces: [[UInt8]]) -> String {
        luaLiteral(
            (0..<numbers.number(0...5)).flatMap { _ in
                pieces[numbers.number(0...(pieces.count - 1))]
            })
    }

    @Test("every function agrees with plain Lua's, errors too")
    func agreement() throws {
        var numbers = RandomNumbers(seed: 8)
        for _ in 0..<20 {
            let calls = (0..<200).map { _ in
                let kind = numbers.number(0...4)
                // What codes does on a stray byte differs between versions of Lua.
                let text = subject(
                    &numbers, of: kind == 4 ? Self.pieces : Self.pieces + [Self.strayByte])
                let lax = numbers.number(0...1) == 0 ? "true" : "false"
                let first = numbers.number(-9...9)
                let last = numbers.number(-9...9)
                switch kind {
                case 0: return "note(utf8.len, \(text), \(first), \(last), \(lax))"
                case 1: return "note(utf8.codepoint, \(text), \(first), \(last), \(lax))"
                case 2: return "note(utf8.offset, \(text), \(first), \(last))"
                case 3: return "note(utf8.char, \(1 << numbers.number(0...31)), \(abs(first)))"
                default:
                    return """
                        note(function() local all = {} for p, c in utf8.codes(\(text), \(lax)) do \
                        all[#all + 1] = p .. ':' .. c end return table.concat(all, ' ') end)
                        """
                }
            }
            let source = report(of: calls)
            let mine = try sandboxText(source).split(separator: "\n")
            let plain = plainLuaText(source).split(separator: "\n")
            #expect(mine.count == calls.count)
            for (index, call) in calls.enumerated()
            where withoutNames(mine[index]) != withoutNames(plain[index]) {
                Issue.record("\(call): \(mine[index]), but plain Lua: \(plain[index])")
            }
        }
    }

    @Test("codes refuses a byte that belongs to no character")
    func strayBytes() {
        let error = loadError("for p, c in utf8.codes('a\\x80b') do end")
        #expect(error?.message == "invalid UTF-8 code")
    }

    /// Lua names a function in the message of a bad argument where it finds it
    /// among the loaded libraries, which the sandbox does not keep.
    private func withoutNames(_ line: Substring) -> String {
        String(line).replacing(/to '[^']*'/, with: "to it")
    }

    @Test("charpattern takes a text apart into its characters")
    func charpattern() throws {
        let value = try declared(
            """
            local all = {}
            for c in ("né€😀"):gmatch(utf8.charpattern) do all[#all + 1] = c end
            rule(table.concat(all, "|"))
            """)
        #expect(value == .string("n|é|€|😀"))
    }
}
