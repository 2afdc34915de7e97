internal import Platform

/// A JSON parser.
///
/// The structure is parsed strictly. Within strings it tolerates what banks send, so
/// that one string doesn't spoil the rest: invalid UTF-8 and lone surrogates (both
/// become U+FFFD), and raw control characters.
struct JSONReader {
    private let bytes: [UInt8]
    private var position: Int
    private var nodes: [JSONDocument.Node] = []

    /// Parses a whole response, which must be an object.
    static func readAnswer(_ bytes: [UInt8]) throws(SimpleFINError) -> JSONValue {
        var reader = JSONReader(bytes)
        reader.skipWhitespace()
        guard let first = reader.next else { throw .notAnAnswer(.empty) }
        guard first != UInt8(ascii: "<") else { throw .notAnAnswer(.html) }
        do {
            try reader.readDocument()
        } catch {
            throw .notAnAnswer(.notJSON)
        }
        let answer = JSONDocument(bytes: bytes, nodes: reader.nodes).root
        guard answer.isObject else { throw .notAnAnswer(.notAnObject) }
        return answer
    }

    private struct SyntaxError: Error {}

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // A response's values and names take about 16 bytes each.
        nodes.reserveCapacity(bytes.count / 14 + 1)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func readDocument() throws(SyntaxError) {
        // Offsets are stored in 32 bits.
        guard bytes.count < UInt32.max else { throw SyntaxError() }
        try readValue(depth: 0)
        skipWhitespace()
        guard next == nil else { throw SyntaxError() }
    }

    /// - Parameter depth: the number of enclosing containers; bounded, so that no
    ///   response can exhaust the stack.
    private mutating func readValue(depth: Int) throws(SyntaxError) {
        guard depth <= Self.maximumDepth else { throw SyntaxError() }
        skipWhitespace()
        switch next {
        case UInt8(ascii: "{"): try readObject(depth: depth)
        case UInt8(ascii: "["): try readArray(depth: depth)
        case UInt8(ascii: "\""): try readText()
        case UInt8(ascii: "t"): try readWord("true", as: .yes)
        case UInt8(ascii: "f"): try readWord("false", as: .no)
        case UInt8(ascii: "n"): try readWord("null", as: .null)
        default: try readNumber()
        }
    }

    private mutating func readObject(depth: Int) throws(SyntaxError) {
        let place = beginContainer()
        var count = 0
        if !skip(UInt8(ascii: "}")) {
            repeat {
                skipWhitespace()
                guard next == UInt8(ascii: "\"") else { throw SyntaxError() }
                try readText()
                guard skip(UInt8(ascii: ":")) else { throw SyntaxError() }
                try readValue(depth: depth + 1)
                count += 1
            } while skip(UInt8(ascii: ","))
            guard skip(UInt8(ascii: "}")) else { throw SyntaxError() }
        }
        endContainer(place, .object, count: count)
    }

    private mutating func readArray(depth: Int) throws(SyntaxError) {
        let place = beginContainer()
        var count = 0
        if !skip(UInt8(ascii: "]")) {
            repeat {
                try readValue(depth: depth + 1)
                count += 1
            } while skip(UInt8(ascii: ","))
            guard skip(UInt8(ascii: "]")) else { throw SyntaxError() }
        }
        endContainer(place, .array, count: count)
    }

    private mutating func beginContainer() -> Int {
        position += 1
        append(.null, 0..<0)
        return nodes.count - 1
    }

    private mutating func endContainer(_ place: Int, _ kind: JSONDocument.Node.Kind, count: Int) {
        nodes[place] = JSONDocument.Node(
            kind: kind, start: UInt32(count), end: UInt32(nodes.count))
    }

    private mutating func append(_ kind: JSONDocument.Node.Kind, _ range: Range<Int>) {
        nodes.append(
            JSONDocument.Node(
                kind: kind, start: UInt32(range.lowerBound), end: UInt32(range.upperBound)))
    }

    private mutating func readWord(
        _ word: String, as kind: JSONDocument.Node.Kind
    ) throws(SyntaxError) {
        guard bytes[position...].starts(with: word.utf8) else { throw SyntaxError() }
        position += word.utf8.count
        append(kind, 0..<0)
    }

    private mutating func readNumber() throws(SyntaxError) {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let wholeStart = position
        try skipDigits()
        guard bytes[wholeStart] != UInt8(ascii: "0") || position == wholeStart + 1 else {
            throw SyntaxError()
        }
        if next == UInt8(ascii: ".") {
            position += 1
            try skipDigits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try skipDigits()
        }
        append(.number, start..<position)
    }

    private mutating func readText() throws(SyntaxError) {
        position += 1
        let start = position
        var hasEscapes = false
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") {
                append(hasEscapes ? .escapedText : .text, start..<(position - 1))
                return
            }
            if byte == UInt8(ascii: "\\") {
                guard let length = JSONEscapes.length(at: bytes[position...]) else {
                    throw SyntaxError()
                }
                hasEscapes = true
                position += length
            }
        }
        throw SyntaxError()
    }

    private mutating func skipWhitespace() {
        while let byte = next,
            byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
        {
            position += 1
        }
    }

    /// Skips white space, then one byte if it is the given one.
    private mutating func skip(_ byte: UInt8) -> Bool {
        skipWhitespace()
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipDigits() throws(SyntaxError) {
        let start = position
        while let byte = next, (48...57).contains(byte) { position += 1 }
        guard position > start else { throw SyntaxError() }
    }

    private static let maximumDepth = 64
}

/// Escape sequences in JSON strings (RFC 8259, section 7).
enum JSONEscapes {
    /// The length of the escape sequence whose letter comes first; nil if it is
    /// invalid.
    static func length(at rest: ArraySlice<UInt8>) -> Int? {
        switch rest.first {
        case UInt8(ascii: "u"):
            let digits = rest.dropFirst().prefix(4)
            return digits.count == 4 && digits.allSatisfy(isHexDigit) ? 5 : nil
        case let letter?:
            return scalar(of: letter) == nil ? nil : 1
        case nil:
            return nil
        }
    }

    /// The bytes of a validated string with escapes resolved. A lone surrogate
    /// becomes U+FFFD.
    static func resolved(_ written: ArraySlice<UInt8>) -> [UInt8] {
        var resolved: [UInt8] = []
        resolved.reserveCapacity(written.count)
        var rest = written
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let scalar = takeEscape(&rest) {
                resolved.append(contentsOf: String(scalar).utf8)
            } else {
                resolved.append(byte)
            }
        }
        return resolved
    }

    private static func takeEscape(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let letter = rest.popFirst() else { return nil }
        guard letter == UInt8(ascii: "u") else { return scalar(of: letter) }
        let unit = takeCodeUnit(&rest)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), rest.starts(with: "\\u".utf8) else { return "\u{FFFD}" }
        var afterHigh = rest.dropFirst(2)
        let second = takeCodeUnit(&afterHigh)
        guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
        rest = afterHigh
        let offset = UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF)
        return Unicode.Scalar(0x10000 + offset) ?? "\u{FFFD}"
    }

    private static func takeCodeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt16 {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        return digits.reduce(0) { $0 << 4 | UInt16(hexValue($1) ?? 0) }
    }

    private static func scalar(of letter: UInt8) -> Unicode.Scalar? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(letter)
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        default: nil
        }
    }
}
