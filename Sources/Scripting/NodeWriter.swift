import CLuaShim

/// Lays a value flat, as nodes that the shim reads.
struct NodeWriter {
    private var nodes: [gv_node] = []
    private var bytes: [UInt8] = []
    /// Where the text of each node starts, for those that are texts.
    private var textStarts: [Int] = []

    /// - Throws: A ``ScriptError`` of kind `unusableValue` when the value holds
    ///   a function or a construction.
    init(_ value: ScriptValue) throws(ScriptError) {
        try add(value)
    }

    func withNodes<Result>(_ body: ([gv_node]) -> Result) -> Result {
        bytes.withUnsafeBytes { block in
            var placed = nodes
            for position in placed.indices where placed[position].kind == .text {
                placed[position].value.text = block.baseAddress.map {
                    ($0 + textStarts[position]).assumingMemoryBound(to: CChar.self)
                }
            }
            return body(placed)
        }
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
        // Gives an empty text an address.
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
