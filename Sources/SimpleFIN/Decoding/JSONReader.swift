/// Reads JSON from bytes.
///
/// It forgives what a bank's text may hold and one text must not spoil the
/// rest for: bytes that are not UTF-8, lone surrogates (both become U+FFFD) and
/// raw control characters in strings. The structure is read strictly.
struct JSONReader {
    private let bytes: [UInt8]
    private var position: Int

    /// Reads a whole answer, which is an object.
    static func readAnswer(_ bytes: [UInt8]) throws(SimpleFINError) -> JSONObject {
        var reader = JSONReader(bytes)
        reader.skipWhitespace()
        guard let first = reader.next else { throw .notAnAnswer(.empty) }
        guard first != UInt8(ascii: "<") else { throw .notAnAnswer(.html) }
        let value: JSONValue
        do {
            value = try reader.readDocument()
        } catch {
            throw .notAnAnswer(.notJSON)
        }
        guard case .object(let object) = value else { throw .notAnAnswer(.notAnObject) }
        return object
    }

    private struct SyntaxError: Error {}

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func readDocument() throws(SyntaxError) -> JSONValue {
        let value = try readValue(depth: 0)
        skipWhitespace()
        guard next == nil else { throw SyntaxError() }
        return value
    }

    /// - Parameter depth: containers around this value; bounded, so that no
    ///   answer can exhaust the stack.
    private mutating func readValue(depth: Int) throws(SyntaxError) -> JSONValue {
        guard depth <= Self.maximumDepth else { throw SyntaxError() }
        skipWhitespace()
        switch next {
        case UInt8(ascii: "{"): return .object(try readObject(depth: depth))
        case UInt8(ascii: "["): return .array(try readArray(depth: depth))
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", as: .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", as: .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", as: .null)
        default: return .number(try readNumber())
        }
    }

    private mutating func readObject(depth: Int) throws(SyntaxError) -> JSONObject {
        position += 1
        var object = JSONObject()
        guard !skip(UInt8(ascii: "}")) else { return object }
        repeat {
            skipWhitespace()
            guard next == UInt8(ascii: "\"") else { throw SyntaxError() }
            let name = try readString()
            guard skip(UInt8(ascii: ":")) else { throw SyntaxError() }
            let value = try readValue(depth: depth + 1)
            object.members.append(JSONObject.Member(name: name, value: value))
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw SyntaxError() }
        return object
    }

    private mutating func readArray(depth: Int) throws(SyntaxError) -> [JSONValue] {
        position += 1
        var elements: [JSONValue] = []
        guard !skip(UInt8(ascii: "]")) else { return elements }
        repeat {
            elements.append(try readValue(depth: depth + 1))
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw SyntaxError() }
        return elements
    }

    private mutating func readWord(
        _ word: String, as value: JSONValue
    ) throws(SyntaxError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw SyntaxError() }
        position += word.utf8.count
        return value
    }

    private mutating func readNumber() throws(SyntaxError) -> String {
        let start = position
        skipOne(of: "-")
        let wholeStart = position
        guard skipDigits() > 0 else { throw SyntaxError() }
        guard bytes[wholeStart] != UInt8(ascii: "0") || position == wholeStart + 1 else {
            throw SyntaxError()
        }
        if skipOne(of: ".") {
            guard skipDigits() > 0 else { throw SyntaxError() }
        }
        if skipOne(of: "eE") {
            skipOne(of: "+-")
            guard skipDigits() > 0 else { throw SyntaxError() }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Most strings have no escape and are taken in one piece.
    private mutating func readString() throws(SyntaxError) -> String {
        position += 1
        var text = ""
        while true {
            let start = position
            while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                position += 1
            }
            text += String(decoding: bytes[start..<position], as: UTF8.self)
            guard let end = next else { throw SyntaxError() }
            position += 1
            guard end == UInt8(ascii: "\\") else { return text }
            text.unicodeScalars.append(try readEscape())
        }
    }

    private mutating func readEscape() throws(SyntaxError) -> Unicode.Scalar {
        guard let letter = next else { throw SyntaxError() }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try readCodePoint()
        default: throw SyntaxError()
        }
    }

    private mutating func readCodePoint() throws(SyntaxError) -> Unicode.Scalar {
        let unit = try readCodeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let afterHigh = position
        guard UTF16.isLeadSurrogate(unit), bytes[position...].starts(with: "\\u".utf8) else {
            return "\u{FFFD}"
        }
        position += 2
        let second = try readCodeUnit()
        guard UTF16.isTrailSurrogate(second) else {
            position = afterHigh
            return "\u{FFFD}"
        }
        let offset = UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF)
        return Unicode.Scalar(0x10000 + offset) ?? "\u{FFFD}"
    }

    private mutating func readCodeUnit() throws(SyntaxError) -> UInt16 {
        guard bytes.count - position >= 4 else { throw SyntaxError() }
        var unit: UInt16 = 0
        for byte in bytes[position..<(position + 4)] {
            guard let digit = hexValue(byte) else { throw SyntaxError() }
            unit = unit << 4 | UInt16(digit)
        }
        position += 4
        return unit
    }

    private mutating func skipWhitespace() {
        while let byte = next,
            byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
        {
            position += 1
        }
    }

    /// Skips white space, then one byte where it is the one named.
    private mutating func skip(_ byte: UInt8) -> Bool {
        skipWhitespace()
        guard next == byte else { return false }
        position += 1
        return true
    }

    @discardableResult
    private mutating func skipOne(of letters: String) -> Bool {
        guard let byte = next, letters.utf8.contains(byte) else { return false }
        position += 1
        return true
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = next, (48...57).contains(byte) { position += 1 }
        return position - start
    }

    private static let maximumDepth = 64
}
