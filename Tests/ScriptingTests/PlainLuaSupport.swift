import PlainLua
import Scripting
import TestSupport

/// What plain Lua gives for a source that returns a text.
func plainLuaText(_ source: String) -> String {
    let capacity = 4 << 20
    return String(unsafeUninitializedCapacity: capacity) { buffer in
        buffer.withMemoryRebound(to: CChar.self) { characters in
            guard let start = characters.baseAddress else { return 0 }
            return plain_lua_text(source, source.utf8.count, start, capacity)
        }
    }
}

/// What the sandbox gives for the same source.
func sandboxText(_ source: String) throws -> String {
    let limits = ScriptLimits(
        memoryBytes: 64 << 20, textBytes: 4 << 20, sourceBytes: 4 << 20,
        loadInstructions: 1_000_000_000)
    let declaredSource = "rule((function() \(source) end)())"
    guard case .string(let text) = try declared(declaredSource, limits: limits) else {
        return "no text"
    }
    return text
}

/// A source that makes each call protected and returns a line for each, with
/// the kind and the bytes of every result.
func report(of calls: [String]) -> String {
    """
    local function shown(...)
        local values = table.pack(...)
        for index = 1, values.n do
            local value, bytes = values[index], {}
            if type(value) == "string" then
                for place = 1, #value do
                    local byte = value:byte(place)
                    local is_plain = byte >= 32 and byte < 127
                    bytes[place] = is_plain and value:sub(place, place) or "<" .. byte .. ">"
                end
                values[index] = "'" .. table.concat(bytes) .. "'"
            else
                values[index] = tostring(value)
            end
        end
        return table.concat(values, " ", 1, values.n)
    end
    local lines = {}
    local function note(...) lines[#lines + 1] = shown(pcall(...)) end
    \(calls.joined(separator: "\n"))
    return table.concat(lines, "\\n")
    """
}

/// A text as Lua writes it, whatever its bytes.
func luaLiteral(_ bytes: [UInt8]) -> String {
    let escaped = bytes.map { byte in
        let digits = String(byte)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    return "\"" + escaped.joined() + "\""
}

extension RandomNumbers {
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// Bytes of some of the pieces, one after the other.
    mutating func bytes(of pieces: [String], count: ClosedRange<Int>) -> [UInt8] {
        (0..<number(count)).flatMap { _ in
            Array(pieces[number(0...(pieces.count - 1))].utf8)
        }
    }
}
