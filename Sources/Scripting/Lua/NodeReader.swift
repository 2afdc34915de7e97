import CLuaShim

extension gv_node {
    /// The value of a scalar node, else nil.
    var plainValue: ScriptValue? {
        switch kind {
        case .nil: .nil
        case .boolean: .boolean(value.boolean)
        case .integer: .integer(value.integer)
        case .number: .number(value.number)
        case .text, .table, .function, .constructed, .declaration, .decision, .request, .rows: nil
        }
    }
}

/// Builds values from the flat list of nodes that the shim returns.
struct NodeReader {
    private let nodes: UnsafeBufferPointer<gv_node>
    private let vocabulary: Vocabulary
    private let chunkName: String
    private var position = 0
    private var declarationLine: Int?

    init(_ nodes: gv_nodes, _ vocabulary: Vocabulary, chunkName: String) {
        self.nodes = UnsafeBufferPointer(start: nodes.first, count: nodes.count)
        self.vocabulary = vocabulary
        self.chunkName = chunkName
    }

    private mutating func next() -> gv_node {
        defer { position += 1 }
        return nodes[position]
    }

    mutating func readDeclarations() throws(ScriptError) -> [Declaration] {
        var declarations: [Declaration] = []
        while position < nodes.count {
            let node = next()
            declarationLine = Int(node.line)
            let values = try readValues(Int(node.count))
            declarations.append(
                Declaration(
                    verb: vocabulary.declarations[Int(node.index)].name, line: Int(node.line),
                    values: values))
        }
        return declarations
    }

    mutating func readRequests() throws(ScriptError) -> [ScriptRequest] {
        var requests: [ScriptRequest] = []
        while position < nodes.count {
            let node = next()
            declarationLine = line(of: node)
            let values = try readValues(Int(node.count))
            requests.append(
                ScriptRequest(
                    verb: vocabulary.requests[Int(node.index)].name, values: values,
                    chunkName: repairedText(
                        gv_text(bytes: node.value.text, length: node.length)),
                    line: declarationLine))
        }
        return requests
    }

    mutating func readAnswer() throws(ScriptError) -> ScriptAnswer {
        let value = try readValue()
        return ScriptAnswer(value: value, reason: try readReason())
    }

    mutating func readDecisions() throws(ScriptError) -> [ScriptDecision] {
        var decisions: [ScriptDecision] = []
        while position < nodes.count {
            let node = next()
            declarationLine = line(of: node)
            let value = try readValue()
            decisions.append(
                ScriptDecision(
                    row: Int(node.index), value: value, reason: try readReason(),
                    line: declarationLine))
        }
        return decisions
    }

    /// A string, if there is one; the shim lets nothing else through.
    private mutating func readReason() throws(ScriptError) -> String? {
        guard position < nodes.count else { return nil }
        guard case .string(let reason) = try readValue() else { return nil }
        return reason
    }

    /// The visible result of an evaluation.
    mutating func readShown() throws(ScriptError) -> [ShownValue] {
        var values: [ShownValue] = []
        while position < nodes.count {
            let node = nodes[position]
            switch node.kind {
            case .rows:
                position += 1
                let rows = try readValues(Int(node.count)).map { row -> Int in
                    guard case .integer(let row) = row else { return 0 }
                    return Int(row)
                }
                values.append(.rows(rows, count: node.length))
            case .text:
                position += 1
                // Not checked: a person may look at any bytes.
                values.append(
                    .text(repairedText(gv_text(bytes: node.value.text, length: node.length))))
            default: values.append(.value(try readValue()))
            }
        }
        return values
    }

    mutating func readValue() throws(ScriptError) -> ScriptValue {
        let node = next()
        if let plain = node.plainValue { return plain }
        switch node.kind {
        case .nil, .boolean, .integer, .number, .declaration, .decision, .request, .rows:
            return .nil
        case .text: return .string(try text(of: node))
        case .function:
            return .function(
                ScriptFunction(
                    number: node.index,
                    chunkName: node.length == 0
                        ? chunkName
                        : repairedText(gv_text(bytes: node.value.text, length: node.length)),
                    line: line(of: node)))
        case .table:
            let array = try readValues(Int(node.count))
            return .table(ScriptTable(array: array, fields: try readFields(Int(node.fields))))
        case .constructed:
            return .constructed(
                ScriptConstruction(
                    name: node.index == UInt32(GV_MAP_WORD)
                        ? ScriptConstruction.map : vocabulary.constructors[Int(node.index)],
                    arguments: try readValues(Int(node.count)), line: line(of: node)))
        }
    }

    private mutating func readValues(_ count: Int) throws(ScriptError) -> [ScriptValue] {
        var values: [ScriptValue] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try readValue()) }
        return values
    }

    private mutating func readFields(_ count: Int) throws(ScriptError) -> [String: ScriptValue] {
        var fields: [String: ScriptValue] = [:]
        fields.reserveCapacity(count)
        for _ in 0..<count {
            let name = try text(of: next())
            // Lua compares bytes, Swift compares characters.
            guard fields[name] == nil else {
                throw unusable("two keys of a table are the same text in different bytes")
            }
            fields[name] = try readValue()
        }
        return fields
    }

    private func line(of node: gv_node) -> Int? {
        node.line > 0 ? Int(node.line) : nil
    }

    private func text(of node: gv_node) throws(ScriptError) -> String {
        let bytes = UnsafeRawBufferPointer(start: node.value.text, count: node.length)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw unusable("a text of the value is not UTF-8")
        }
        return text
    }

    private func unusable(_ message: String) -> ScriptError {
        ScriptError(kind: .unusableValue, message: message, line: declarationLine)
    }
}

/// Flattens a value into nodes that the shim reads.
struct NodeWriter {
    private var nodes: [gv_node] = []
    private var bytes: [UInt8] = []
    /// The start of each string node's text in the byte block.
    private var textStarts: [Int] = []

    /// - Throws: a ``ScriptError`` of kind `unusableValue` if the value contains a
    ///   function or a construction.
    init(_ value: ScriptValue) throws(ScriptError) {
        try add(value)
    }

    func withNodes<Result>(_ body: ([gv_node]) -> Result) -> Result {
        bytes.withUnsafeBytes { body(placed(over: $0)) }
    }

    /// The bytes of the texts, in place of earlier ones.
    func keptBytes(
        insteadOf earlier: UnsafeMutableBufferPointer<UInt8>
    ) -> UnsafeMutableBufferPointer<UInt8> {
        earlier.deallocate()
        let kept = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = kept.initialize(from: bytes)
        return kept
    }

    /// The nodes, whose texts are in the bytes, in place of earlier ones.
    func keptNodes(
        over bytes: UnsafeMutableBufferPointer<UInt8>,
        insteadOf earlier: UnsafeMutableBufferPointer<gv_node>
    ) -> UnsafeMutableBufferPointer<gv_node> {
        earlier.deallocate()
        let kept = UnsafeMutableBufferPointer<gv_node>.allocate(capacity: nodes.count)
        _ = kept.initialize(from: placed(over: UnsafeRawBufferPointer(bytes)))
        return kept
    }

    private func placed(over block: UnsafeRawBufferPointer) -> [gv_node] {
        var placed = nodes
        for position in placed.indices where placed[position].kind == .text {
            placed[position].value.text = block.baseAddress.map {
                ($0 + textStarts[position]).assumingMemoryBound(to: CChar.self)
            }
        }
        return placed
    }

    private mutating func add(_ value: ScriptValue) throws(ScriptError) {
        var node = gv_node()
        switch value {
        case .nil: node.kind = .nil
        case .boolean(let boolean):
            node.kind = .boolean
            node.value.boolean = boolean
        case .integer(let integer):
            node.kind = .integer
            node.value.integer = integer
        case .number(let number):
            node.kind = .number
            node.value.number = number
        case .string(let text): return add(text)
        case .table(let table): return try add(table)
        case .function, .constructed:
            throw ScriptError(
                kind: .unusableValue,
                message: "a script is given numbers, texts, booleans and tables of them")
        }
        append(node)
    }

    private mutating func add(_ text: String) {
        var node = gv_node()
        node.kind = .text
        node.length = text.utf8.count
        append(node)
        bytes.append(contentsOf: text.utf8)
        // Gives an empty string an address.
        bytes.append(0)
    }

    private mutating func add(_ table: ScriptTable) throws(ScriptError) {
        let fields = table.fields.sorted { $0.key < $1.key }
        var node = gv_node()
        node.kind = .table
        node.count = UInt32(clamping: table.array.count)
        node.fields = UInt32(clamping: fields.count)
        append(node)
        for value in table.array { try add(value) }
        for (name, value) in fields {
            add(name)
            try add(value)
        }
    }

    private mutating func append(_ node: gv_node) {
        nodes.append(node)
        textStarts.append(bytes.count)
    }
}
