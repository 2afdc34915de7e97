/// What a command says about a stored rule, part by part, to make one or to
/// change one.
public struct RuleChange: Hashable, Sendable {
    public var name: String?
    /// Lua text in place of the whole `when`.
    public var when: String?
    /// Lua text in place of the whole `set`.
    public var set: String?
    public var priority: Int?
    public var stops: Bool?
    /// Fields of `when`, each with its test as Lua text.
    public var conditions: [Field] = []
    /// Attributes of `set`, each with its value as Lua text.
    public var effects: [Field] = []

    public struct Field: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public init() {}

    /// Conditions that `when` has too, so that one of both would be lost.
    public var conditionsSaidTwice: [String] { Self.names(of: conditions, in: when) }

    /// Effects that `set` has too.
    public var effectsSaidTwice: [String] { Self.names(of: effects, in: set) }

    public var isEmpty: Bool { self == RuleChange() }

    /// The definition of a new rule. What is wrong with it is told when it is
    /// read.
    public var definition: String { definition(changing: TableText()) }

    /// A definition with what the change says, and otherwise as it was.
    ///
    /// - Returns: nil where the definition is no table.
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
        return table.line.count <= Self.longestLine ? table.line : table.lines
    }

    private static func names(of fields: [Field], in text: String?) -> [String] {
        guard let table = text.flatMap({ TableText($0) }) else { return [] }
        return fields.map(\.name).filter { table[$0] != nil }
    }

    /// A table with some fields. What is no table, as `any { … }`, becomes a
    /// part of one.
    private static func with(_ fields: [Field], in text: String?) -> String {
        var table = TableText()
        if let text {
            if let known = TableText(text) { table = known } else { table.items = [text] }
        }
        for field in fields { table[field.name] = field.value }
        return table.line
    }
}
