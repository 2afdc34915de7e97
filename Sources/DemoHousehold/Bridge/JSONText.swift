/// A streaming JSON writer, so that a response of any length needs little memory.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Returns the bytes written so far and empties the buffer.
    mutating func taken() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    mutating func beginObject(_ name: String? = nil) { open(UInt8(ascii: "{"), name) }
    mutating func endObject() { close(UInt8(ascii: "}")) }
    mutating func beginArray(_ name: String? = nil) { open(UInt8(ascii: "["), name) }
    mutating func endArray() { close(UInt8(ascii: "]")) }

    mutating func member(_ name: String, _ value: String) {
        begin(name)
        appendQuoted(value)
    }

    mutating func member(_ name: String, _ value: Int64) {
        begin(name)
        bytes.append(contentsOf: String(value).utf8)
    }

    mutating func member(_ name: String, _ value: Bool) {
        begin(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes nothing for nil.
    mutating func member(_ name: String, ifPresent value: String?) {
        if let value { member(name, value) }
    }

    mutating func element(_ value: String) {
        begin(nil)
        appendQuoted(value)
    }

    /// Ends a line; the next value is a separate document.
    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    private mutating func begin(_ name: String?) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
        guard let name else { return }
        appendQuoted(name)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func open(_ bracket: UInt8, _ name: String?) {
        begin(name)
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// Escapes as RFC 8259, section 7, requires.
    private mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<32:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: (byte < 16 ? "\\u000" : "\\u00").utf8)
                bytes.append(contentsOf: digits.utf8)
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
