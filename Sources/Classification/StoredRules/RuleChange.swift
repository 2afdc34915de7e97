import Model

/// The parts of a stored rule that a command sets, to create a rule or to change one.
public struct RuleChange: Hashable, Sendable {
    public var name: String?
    /// Lua text that replaces the whole `when`.
    public var when: String?
    /// Lua text that replaces the whole `set`.
    public var set: String?
    public var priority: Int?
    public var stops: Bool?
    /// Fields of `when`, each with its test as Lua text.
    public var conditions: [Field] = []
    /// Attributes of `set`, each with its value as Lua text.
    public var effects: [Field] = []
    /// Bank texts that its tests say it matches.
    public var matching: [String] = []
    /// Bank texts that its tests say it doesn't match.
    public var notMatching: [String] = []

    public struct Field: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public init() {}

    /// Conditions that `when` contains too, so that one of the two would be lost.
    public var conditionsSaidTwice: [String] { Self.names(of: conditions, in: when) }

    /// Effects that `set` contains too.
    public var effectsSaidTwice: [String] { Self.names(of: effects, in: set) }

    public var isEmpty: Bool { self == RuleChange() }

    /// The definition of a new rule. Its mistakes are reported when it is read.
    public var definition: String { definition(changing: TableText()) }

    /// Applies the change to a definition and leaves the rest as it is.
    ///
    /// - Returns: nil if the definition is not a table.
    public func definition(changing definition: String) -> String? {
        TableText(definition).map(self.definition(changing:))
    }

    private static let longestLine = 100

    private func definition(changing table: TableText) -> String {
        var table = table
        if let name { table["name"] = LuaLiteral.text(name) }
        if let when { table["when"] = when }
        if !conditions.isEmpty {
            table["when"] = Self.with(conditions, in: table["when"])
        }
        if let set { table["set"] = set }
        if !effects.isEmpty { table["set"] = Self.with(effects, in: table["set"]) }
        if let priority { table["priority"] = priority == 0 ? nil : String(priority) }
        if let stops { table["stop"] = stops ? "true" : nil }
        if !matching.isEmpty {
            func list(_ texts: [String]) -> String {
                "{ \(texts.map(LuaLiteral.text).joined(separator: ", ")) }"
            }
            let others = notMatching.isEmpty ? "" : ", no_match = \(list(notMatching))"
            table["tests"] = "{ match = \(list(matching))\(others) }"
        }
        return table.line.count <= Self.longestLine ? table.line : table.lines
    }

    private static func names(of fields: [Field], in text: String?) -> [String] {
        guard let table = text.flatMap({ TableText($0) }) else { return [] }
        return fields.map(\.name).filter { table[$0] != nil }
    }

    /// A table with some fields added. A non-table, such as `any { … }`, becomes
    /// an item of one.
    private static func with(_ fields: [Field], in text: String?) -> String {
        var table = TableText()
        if let text {
            if let known = TableText(text) { table = known } else { table.items = [text] }
        }
        for field in fields { table[field.name] = field.value }
        return table.line
    }
}

/// The text of a Lua table, parsed so that single fields can be replaced. Comments
/// between entries are lost.
struct TableText {
    /// Values without a key.
    var items: [String] = []
    /// In order. Duplicate names are kept, so that they can be reported.
    private(set) var fields: [(name: String, value: String)] = []

    init() {}

    /// Nil if the text is not a table.
    init?(_ text: String) {
        let source = Array(text.utf8)
        let tokens = LuaLexer.tokens(of: source)
        func word(_ position: Int) -> String {
            tokens.indices.contains(position)
                ? String(decoding: source[tokens[position].bytes], as: UTF8.self) : ""
        }
        guard word(0) == "{", tokens.count > 1, word(tokens.count - 1) == "}" else { return nil }
        var depth = 0
        var start = 1
        for position in tokens.indices {
            let token = tokens[position]
            let symbol = token.kind == .symbol ? word(position) : ""
            if ["}", ")", "]"].contains(symbol) { depth -= 1 }
            let endsEntry = depth == 1 && (symbol == "," || symbol == ";") || depth == 0
            if endsEntry, position > 0 {
                if start < position {
                    guard token.kind == .symbol else { return nil }
                    add(tokens, start..<position, of: source, word)
                }
                start = position + 1
                if depth == 0, position < tokens.count - 1 { return nil }
            }
            if ["{", "(", "["].contains(symbol) { depth += 1 }
        }
        guard depth == 0 else { return nil }
    }

    private mutating func add(
        _ tokens: [LuaToken], _ entry: Range<Int>, of source: [UInt8], _ word: (Int) -> String
    ) {
        var name: String?
        var value = entry
        if entry.count > 2, tokens[entry.lowerBound].kind == .name,
            word(entry.lowerBound + 1) == "="
        {
            name = word(entry.lowerBound)
            value = entry.dropFirst(2)
        } else if entry.count > 4, word(entry.lowerBound) == "[",
            tokens[entry.lowerBound + 1].kind == .text, word(entry.lowerBound + 3) == "="
        {
            name = String(word(entry.lowerBound + 1).dropFirst().dropLast())
            value = entry.dropFirst(4)
        }
        let first = tokens[value.lowerBound].bytes.lowerBound
        let end = tokens[value.upperBound - 1].bytes.upperBound
        let text = String(decoding: source[first..<end], as: UTF8.self)
        if let name { fields.append((name, text)) } else { items.append(text) }
    }

    /// The value of a field as text; nil if there is none. Of duplicates the last
    /// one counts, as in Lua. A new field is appended.
    subscript(name: String) -> String? {
        get { fields.last { $0.name == name }?.value }
        set {
            let place = fields.firstIndex { $0.name == name }
            if let place {
                let others = fields[(place + 1)...].filter { $0.name != name }
                fields.replaceSubrange((place + 1)..., with: others)
            }
            switch (place, newValue) {
            case (let place?, let value?): fields[place].value = value
            case (let place?, nil): fields.remove(at: place)
            case (nil, let value?): fields.append((name, value))
            case (nil, nil): break
            }
        }
    }

    private var entries: [String] { items + fields.map { "\($0.name) = \($0.value)" } }

    /// The table on one line.
    var line: String { entries.isEmpty ? "{}" : "{ " + entries.joined(separator: ", ") + " }" }

    /// The table with each entry on its own line.
    var lines: String {
        "{\n" + entries.map { "    \($0),\n" }.joined() + "}"
    }
}

/// Values as Lua literals.
public enum LuaLiteral {
    /// A quoted string with any content.
    public static func text(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            // Three digits, so that a following digit is not read as part of it.
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value)
                literal += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            // A bank's text may hold what a terminal or an editor obeys or hides.
            case _ where !scalar.isHarmlessOnTerminal:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
