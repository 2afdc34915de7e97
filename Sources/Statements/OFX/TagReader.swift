/// Reads the tags of SGML and XML alike, one after the other, and forgives what banks get
/// wrong: values without an end tag, bare ampersands, comments anywhere.
///
/// - Complexity: linear in the text, whatever is in it.
struct TagReader: ~Copyable {
    enum Tag {
        /// A tag with the text that follows it, which is empty for an aggregate.
        case start(name: String, value: String, line: Int)
        case end(name: String)
    }

    private let bytes: [UInt8]
    private var index = 0
    private(set) var line = 1
    private var hasCommentEnds = true
    /// Whether a value was longer than any bank's, at which reading ends.
    private(set) var isMalformed = false

    private static let longestValue = 64 * 1024

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func next() -> Tag? {
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else {
                skip(1)
                continue
            }
            if skipComment() || skipInstruction() { continue }
            let isEnd = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/")
            let startLine = line
            guard let (name, isEmpty, end) = tagName() else {
                skip(1)
                continue
            }
            index = end
            if isEnd { return .end(name: name) }
            return .start(name: name, value: isEmpty ? "" : value(), line: startLine)
        }
        return nil
    }

    private mutating func skip(_ count: Int) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] == 10 { line += 1 }
            index += 1
        }
    }

    private func has(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        return text.withUTF8Buffer { bytes[index..<index + count].elementsEqual($0) }
    }

    private mutating func skipComment() -> Bool {
        guard hasCommentEnds, has("<!--") else { return false }
        var end = index + 4
        while end + 2 < bytes.count {
            if bytes[end] == 45, bytes[end + 1] == 45, bytes[end + 2] == UInt8(ascii: ">") {
                skip(end + 3 - index)
                return true
            }
            end += 1
        }
        hasCommentEnds = false
        return false
    }

    /// A processing instruction or declaration ends with the next ">".
    private mutating func skipInstruction() -> Bool {
        guard has("<?") || has("<!DOCTYPE") else { return false }
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") { skip(1) }
        skip(1)
        return true
    }

    /// The tag that begins here, its name in capitals, and where it ends; nil if none does.
    private func tagName() -> (name: String, isEmpty: Bool, end: Int)? {
        let isEnd = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/")
        let start = index + (isEnd ? 2 : 1)
        var end = start
        while end < bytes.count, end - start < 64, Self.isNameByte(bytes[end]) { end += 1 }
        guard end > start else { return nil }
        var close = end
        while close < bytes.count, close - end < 8, bytes[close] == 32 { close += 1 }
        let isEmpty = close < bytes.count && bytes[close] == UInt8(ascii: "/")
        if isEmpty { close += 1 }
        guard close < bytes.count, bytes[close] == UInt8(ascii: ">") else { return nil }
        let written = bytes[start..<end]
        let isSmall = written.contains { (0x61...0x7A).contains($0) }
        let text = String(decoding: written, as: UTF8.self)
        let name = isSmall ? text.uppercased() : text
        return (name, isEmpty, close + 1)
    }

    /// The text up to the next tag; comments within it are no part of it.
    private mutating func value() -> String {
        var text: [UInt8] = []
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<") {
                if has("<![CDATA[") {
                    skip(9)
                    while index < bytes.count, !has("]]>") {
                        text.append(bytes[index])
                        skip(1)
                    }
                    skip(3)
                    continue
                }
                if skipComment() { continue }
                if tagName() != nil || has("<?") { break }
            }
            guard text.count < Self.longestValue else {
                isMalformed = true
                index = bytes.count
                return ""
            }
            text.append(bytes[index])
            skip(1)
        }
        return FieldValue.clean(String(decoding: text, as: UTF8.self))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F, 0x2D: true
        default: false
        }
    }
}
