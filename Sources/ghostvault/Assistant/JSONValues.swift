public import Engine
import Terminal

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral text: String) { self = .text(text) }
    public init(booleanLiteral truth: Bool) { self = .boolean(truth) }
    public init(integerLiteral number: Int64) { self = .integer(number) }
    public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }

    public init(dictionaryLiteral fields: (String, JSONValue)...) {
        self = .object(Dictionary(fields) { $1 })
    }

    /// The fields of an object; nil for another value.
    var fields: [String: JSONValue]? {
        if case .object(let fields) = self { fields } else { nil }
    }

    /// Nil for a value that is no text.
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// Nil for a value that is no list.
    var elements: [JSONValue]? {
        if case .list(let list) = self { list } else { nil }
    }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension [String: JSONValue] {
    /// One line of JSON with the fields in the order of their names, and a line feed.
    func jsonLine() throws -> String {
        var bytes: [UInt8] = []
        var json = JSONWriter(.compact) { bytes += $0 }
        json.object { $0.fields(self) }
        try json.flush()
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONObject {
    fileprivate mutating func fields(_ fields: [String: JSONValue]) {
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .null: null(name)
            case .boolean(let truth): field(name, truth)
            case .integer(let number): field(name, number)
            case .number(let number): field(name, number)
            case .text(let text): field(name, text)
            case .list(let list): array(name) { $0.elements(list) }
            case .object(let inner): object(name) { $0.fields(inner) }
            }
        }
    }
}

extension JSONArray {
    fileprivate mutating func elements(_ elements: [JSONValue]) {
        for value in elements {
            switch value {
            case .null: null()
            case .boolean(let truth): element(truth)
            case .integer(let number): element(number)
            case .number(let number): element(number)
            case .text(let text): element(text)
            case .list(let list): array { $0.elements(list) }
            case .object(let inner): object { $0.fields(inner) }
            }
        }
    }
}
