/// JSON (RFC 8259) that was read once: its bytes, and where each value stands
/// in them.
///
/// Only where a value is asked for is it made from its bytes. So an answer of
/// many transactions costs about its own size again, and numbers keep the exact
/// text that money needs.
final class JSONDocument: Sendable {
    /// One value, or one name of a member. Those within a container follow it,
    /// each name before its value.
    struct Node: Sendable {
        enum Kind: UInt8, Sendable {
            case null, no, yes, number, text, escapedText, array, object
        }

        let kind: Kind

        /// Of a text or number the place of its first byte, without a quote; of
        /// a container how many elements or members it has.
        let start: UInt32

        /// Of a text or number the place after its last byte; of a container
        /// the node after all that is within it.
        let end: UInt32
    }

    let bytes: [UInt8]
    let nodes: [Node]

    init(bytes: [UInt8], nodes: [Node]) {
        self.bytes = bytes
        self.nodes = nodes
    }

    var root: JSONValue { JSONValue(document: self, place: 0) }

    /// The node that follows another and all that is within it.
    func place(after place: Int) -> Int {
        let node = nodes[place]
        return node.kind == .array || node.kind == .object ? Int(node.end) : place + 1
    }

    /// The bytes of a text or number, as they were written.
    func range(of node: Node) -> Range<Int> { Int(node.start)..<Int(node.end) }

    /// The text that a text or number is, without escapes.
    func text(of node: Node) -> String {
        let written = bytes[range(of: node)]
        guard node.kind == .escapedText else { return String(decoding: written, as: UTF8.self) }
        return String(decoding: JSONEscapes.resolved(written), as: UTF8.self)
    }

    /// Whether a member's name is this one.
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

    /// True and false; nil for anything else.
    var bool: Bool? {
        switch node.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// A text without its escapes, or a number exactly as it was written. Made
    /// anew each time.
    var text: String { document.text(of: node) }

    /// Reads the bytes of a text or number without making a text.
    func reading<Value, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let range = document.range(of: node)
        let bytes = document.bytes
        guard node.kind == .escapedText else { return try body(bytes.span.extracting(range)) }
        let resolved = JSONEscapes.resolved(bytes[range])
        return try body(resolved.span)
    }

    /// The elements of a list; nil for anything else.
    var elements: JSONElements? {
        node.kind == .array
            ? JSONElements(document: document, count: Int(node.start), first: place + 1) : nil
    }

    /// The value of an object's member; nil where it is missing or null. Of
    /// members with one name the last counts, as in most readers of JSON.
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
