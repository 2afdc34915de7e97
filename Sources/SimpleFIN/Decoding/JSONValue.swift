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
