/// A parsed JSON document (RFC 8259): its bytes and the position of each value.
///
/// Values are decoded from the bytes only on access. So a response with many
/// transactions costs about its own size again, and numbers keep their exact text,
/// which money needs.
final class JSONDocument: Sendable {
    /// One value or member name. The content of a container follows it, each name
    /// before its value.
    struct Node: Sendable {
        enum Kind: UInt8, Sendable {
            case null, no, yes, number, text, escapedText, array, object
        }

        let kind: Kind

        /// For a string or number, the offset of its first byte, without the quote.
        /// For a container, the number of elements or members.
        let start: UInt32

        /// For a string or number, the offset after its last byte. For a container,
        /// the index of the node after its content.
        let end: UInt32
    }

    let bytes: [UInt8]
    let nodes: [Node]

    init(bytes: [UInt8], nodes: [Node]) {
        self.bytes = bytes
        self.nodes = nodes
    }

    var root: JSONValue { JSONValue(document: self, place: 0) }

    /// The index of the node after another node and its content.
    func place(after place: Int) -> Int {
        let node = nodes[place]
        return node.kind == .array || node.kind == .object ? Int(node.end) : place + 1
    }

    /// The bytes of a string or number as written.
    func range(of node: Node) -> Range<Int> { Int(node.start)..<Int(node.end) }

    /// The string or the number's text, with escapes resolved.
    func text(of node: Node) -> String {
        let written = bytes[range(of: node)]
        guard node.kind == .escapedText else { return String(decoding: written, as: UTF8.self) }
        return String(decoding: JSONEscapes.resolved(written), as: UTF8.self)
    }

    /// Whether a member has this name.
    func isName(_ node: Node, _ name: StaticString) -> Bool {
        guard node.kind == .text else { return text(of: node) == name.description }
        let range = range(of: node)
        guard range.count == name.utf8CodeUnitCount else { return false }
        return name.withUTF8Buffer { wanted in
            for index in 0..<wanted.count where bytes[range.lowerBound + index] != wanted[index] {
                return false
            }
            return true
        }
    }
}

/// A value of a document.
struct JSONValue: Sendable {
    private let document: JSONDocument
    private let node: JSONDocument.Node
    private let place: Int

    init(document: JSONDocument, place: Int) {
        self.document = document
        self.place = place
        node = document.nodes[place]
    }

    var isObject: Bool { node.kind == .object }
    var isText: Bool { node.kind == .text || node.kind == .escapedText }
    var isNumber: Bool { node.kind == .number }

    /// The boolean; nil for any other value.
    var bool: Bool? {
        switch node.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// A string with escapes resolved, or a number exactly as written. Decoded
    /// on every access.
    var text: String { document.text(of: node) }

    /// Reads the bytes of a string or number without creating a string.
    func reading<Value, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let range = document.range(of: node)
        let bytes = document.bytes
        guard node.kind == .escapedText else { return try body(bytes.span.extracting(range)) }
        let resolved = JSONEscapes.resolved(bytes[range])
        return try body(resolved.span)
    }

    /// The value as JSON on one line, for people; cut off after about so many bytes.
    func written(limit: Int) -> String {
        var bytes: [UInt8] = []
        write(to: &bytes, limit: limit)
        return String(decoding: bytes.prefix(limit), as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8], limit: Int) {
        guard bytes.count < limit else { return }
        switch node.kind {
        case .null: bytes += "null".utf8
        case .no: bytes += "false".utf8
        case .yes: bytes += "true".utf8
        case .number: bytes += document.bytes[document.range(of: node)].prefix(limit)
        case .text, .escapedText:
            bytes += "\"".utf8 + document.bytes[document.range(of: node)].prefix(limit)
            bytes += "\"".utf8
        case .array, .object:
            bytes += (isObject ? "{" : "[").utf8
            var child = place + 1
            for index in 0..<node.start where bytes.count < limit {
                if index > 0 { bytes += ", ".utf8 }
                if isObject {
                    JSONValue(document: document, place: child).write(to: &bytes, limit: limit)
                    bytes += ": ".utf8
                    child += 1
                }
                JSONValue(document: document, place: child).write(to: &bytes, limit: limit)
                child = document.place(after: child)
            }
            bytes += (isObject ? "}" : "]").utf8
        }
    }

    /// The elements of a list; nil for any other value.
    var elements: JSONElements? {
        node.kind == .array
            ? JSONElements(document: document, count: Int(node.start), first: place + 1) : nil
    }

    /// The value of an object's member; nil if missing or null. Of duplicate
    /// names the last one counts, as in most JSON parsers.
    subscript(name: StaticString) -> JSONValue? {
        guard isObject else { return nil }
        var found: Int?
        var member = place + 1
        for _ in 0..<node.start {
            if document.isName(document.nodes[member], name) { found = member + 1 }
            member = document.place(after: member + 1)
        }
        guard let found, document.nodes[found].kind != .null else { return nil }
        return JSONValue(document: document, place: found)
    }
}

/// The elements of a list, in order.
struct JSONElements: Sequence, IteratorProtocol {
    let count: Int
    private let document: JSONDocument
    private var left: Int
    private var place: Int

    init(document: JSONDocument, count: Int, first place: Int) {
        self.document = document
        self.count = count
        self.place = place
        left = count
    }

    var underestimatedCount: Int { left }

    mutating func next() -> JSONValue? {
        guard left > 0 else { return nil }
        left -= 1
        defer { place = document.place(after: place) }
        return JSONValue(document: document, place: place)
    }
}
