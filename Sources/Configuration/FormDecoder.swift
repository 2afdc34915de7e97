internal import Model
internal import Scripting

/// A strict decoder from the values of a file to settings.
///
/// An unknown name is an error, so that a misspelt setting is never silently ignored.
struct FormDecoder: Decoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate let value: DataValue
    /// Where the names of settings are noted; nil to refuse unknown ones.
    fileprivate var known: KnownNames?

    /// - Throws: a ``FormMistake``.
    static func decode<Form: Decodable>(_ form: Form.Type, from value: DataValue) throws -> Form {
        try form.init(from: FormDecoder(codingPath: [], value: value))
    }

    /// The names of the settings that a form asks for, as far as it reads a value.
    static func names<Form: Decodable>(of form: Form.Type, reading value: DataValue) -> Set<String>
    {
        let known = KnownNames()
        // A missing setting ends the reading, and is noted before.
        _ = Result { try form.init(from: FormDecoder(codingPath: [], value: value, known: known)) }
        return known.names
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .table(let table) = value else {
            throw FormMistake(path: codingPath, kind: .wrong("a table"))
        }
        let unknown = table.keys.filter { Key(stringValue: $0) == nil }
        guard unknown.isEmpty || known != nil else {
            throw FormMistake(path: codingPath, kind: .unknown(unknown.sorted()))
        }
        return KeyedDecodingContainer(
            FormTable<Key>(codingPath: codingPath, table: table, known: known))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let list) = value else {
            var wanted = "a list"
            if case .table = value, codingPath.count == 1 {
                wanted += ", with [[\(codingPath[0].stringValue)]] above each entry"
            }
            throw FormMistake(path: codingPath, kind: .wrong(wanted))
        }
        return FormList(codingPath: codingPath, list: list, known: known)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        FormValue(codingPath: codingPath, value: value, known: known)
    }

    fileprivate static func value<Value: Decodable>(
        _ type: Value.Type, of value: DataValue, at path: [any CodingKey], _ known: KnownNames?
    ) throws -> Value {
        let plain: (value: Any?, words: String) =
            switch (type, value) {
            case (is String.Type, .text(let text)): (text, "")
            case (is String.Type, _): (nil, "a text")
            case (is Bool.Type, .boolean(let isTrue)): (isTrue, "")
            case (is Bool.Type, _): (nil, "true or false")
            case (is Int.Type, .integer(let number)): (Int(exactly: number), "a whole number")
            case (is Int.Type, _): (nil, "a whole number")
            case (is Double.Type, .number(let number)): (number, "")
            case (is Double.Type, .integer(let number)): (Double(number), "")
            case (is Double.Type, _): (nil, "a number")
            case (is WrittenNumber.Type, .text(let text)): (WrittenNumber(text), "")
            case (is WrittenNumber.Type, .integer(let number)): (WrittenNumber("\(number)"), "")
            case (is WrittenNumber.Type, .number(let number)): (WrittenNumber("\(number)"), "")
            case (is WrittenNumber.Type, _): (nil, "a number")
            default: (nil, "")
            }
        if let found = plain.value as? Value { return found }
        guard plain.words.isEmpty else {
            throw FormMistake(path: path, kind: .wrong(plain.words))
        }
        return try Value(from: FormDecoder(codingPath: path, value: value, known: known))
    }
}

/// The names that forms ask for.
private final class KnownNames {
    var names: Set<String> = []
}

/// A value that does not have the required form.
struct FormMistake: Error {
    enum Kind {
        case missing
        /// The required form, such as "a text".
        case wrong(String)
        /// Names that the table must not have, sorted.
        case unknown([String])
    }

    let path: [any CodingKey]
    let kind: Kind

    /// The message for the person who edits the file.
    ///
    /// - Parameter suggest: a phrase that suggests a known name for a misspelt one.
    func words(_ suggest: (String) -> String) -> String {
        switch kind {
        case .missing: "\(setting) is missing"
        case .wrong(let wanted): "\(setting) must be \(wanted)"
        case .unknown(let names):
            "unknown setting "
                + names.prefix(Self.mostNames).map {
                    "\"\(Self.shortened($0))\"\(Self.place(path[...]))" + suggest($0)
                }.joined(separator: ", ")
        }
    }

    /// The line of the misspelt or wrong setting, or of the table that lacks one, counted from
    /// 1; nil if it isn't found.
    func line(in places: TOMLPlaces) -> Int? {
        let names = path.filter { $0.intValue == nil }.map(\.stringValue)
        if case .unknown(let unknown) = kind {
            return places.line(of: path, unknown.first)
                ?? places.headerLine(of: names + unknown.prefix(1))
        }
        let setting = path.lastIndex { $0.intValue == nil }
        return setting.flatMap { places.line(of: Array(path[..<$0]), path[$0].stringValue) }
            ?? places.headerLine(of: names) ?? places.headerLine(of: names.dropLast())
    }

    private static let mostNames = 20
    private static let mostLetters = 64

    private static func shortened(_ name: String) -> String {
        let start = name.prefix(mostLetters)
        return start.endIndex == name.endIndex ? name : start + "…"
    }

    /// "\"words\" in rule 2", or "entry 3 of \"words\" in rule 2".
    private var setting: String {
        guard let name = path.lastIndex(where: { $0.intValue == nil }) else { return "the file" }
        let setting = "\"\(Self.shortened(path[name].stringValue))\"\(Self.place(path[..<name]))"
        guard let entry = path[name...].last?.intValue else { return setting }
        return "entry \(entry + 1) of \(setting)"
    }

    /// " in rule 2", counted from 1; empty at the top of the file.
    private static func place(_ path: ArraySlice<any CodingKey>) -> String {
        var words: [String] = []
        for key in path {
            if let index = key.intValue, let name = words.popLast() {
                words.append("\(name) \(index + 1)")
            } else {
                words.append(shortened(key.stringValue))
            }
        }
        return words.isEmpty ? "" : " in " + words.joined(separator: ", ")
    }
}

private struct FormKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}

private struct FormTable<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    let table: [String: DataValue]
    let known: KnownNames?

    var allKeys: [Key] { table.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool {
        known?.names.insert(key.stringValue)
        return table[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        known?.names.insert(key.stringValue)
        let value = table[key.stringValue]
        if let text = value?.text(as: type) { return text }
        let path = codingPath + [key]
        guard let value else { throw FormMistake(path: path, kind: .missing) }
        return try FormDecoder.value(type, of: value, at: path, known)
    }

    private func decoder(forKey key: Key) throws -> FormDecoder {
        let path = codingPath + [key]
        guard let value = table[key.stringValue] else {
            throw FormMistake(path: path, kind: .missing)
        }
        return FormDecoder(codingPath: path, value: value, known: known)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { FormDecoder(codingPath: codingPath, value: .table(table)) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(forKey: key) }
}

extension DataValue {
    /// The text, if it is one and one is wanted. Files are mostly texts, which need no
    /// path for a mistake.
    fileprivate func text<Value>(as type: Value.Type) -> Value? {
        guard type == String.self, case .text(let text) = self else { return nil }
        return text as? Value
    }
}

private struct FormList: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    let list: [DataValue]
    let known: KnownNames?
    private(set) var currentIndex = 0

    init(codingPath: [any CodingKey], list: [DataValue], known: KnownNames?) {
        self.codingPath = codingPath
        self.list = list
        self.known = known
    }

    var count: Int? { list.count }
    var isAtEnd: Bool { currentIndex == list.count }

    func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if !isAtEnd, let text = list[currentIndex].text(as: type) {
            currentIndex += 1
            return text
        }
        let decoder = try next()
        return try FormDecoder.value(type, of: decoder.value, at: decoder.codingPath, known)
    }

    private mutating func next() throws -> FormDecoder {
        let path = codingPath + [FormKey(intValue: currentIndex)]
        guard !isAtEnd else { throw FormMistake(path: path, kind: .missing) }
        defer { currentIndex += 1 }
        return FormDecoder(codingPath: path, value: list[currentIndex], known: known)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }
}

private struct FormValue: SingleValueDecodingContainer {
    let codingPath: [any CodingKey]
    let value: DataValue
    let known: KnownNames?

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try FormDecoder.value(type, of: value, at: codingPath, known)
    }
}
