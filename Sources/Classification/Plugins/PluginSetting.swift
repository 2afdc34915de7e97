public import Model
import Scripting

/// A setting of a plugin that a person can change.
public struct PluginSetting: Hashable, Sendable {
    /// The type of a setting's value.
    public enum Kind: Hashable, Sendable {
        case boolean
        case integer(ClosedRange<Int64>)
        /// A decimal number within inclusive bounds; nil for no bound.
        case number(atLeast: DecimalAmount?, atMost: DecimalAmount?)
        /// A single-line string.
        case text
        /// One of these words.
        case choice([String])
        /// A list of single-line strings.
        case texts
    }

    public let name: String
    public let kind: Kind
    /// Used until the person sets another value.
    public let defaultValue: SettingValue
    /// The purpose of the setting, in one sentence.
    public let help: String

    public init(name: String, kind: Kind, defaultValue: SettingValue, help: String) {
        self.name = name
        self.kind = kind
        self.defaultValue = defaultValue
        self.help = help
    }
}

extension PluginSetting.Kind: CustomStringConvertible {
    /// "a whole number from 1 to 90".
    public var description: String {
        switch self {
        case .boolean: "true or false"
        case .integer(let range):
            switch (range.lowerBound, range.upperBound) {
            case (.min, .max): "a whole number"
            case (let low, .max): "a whole number of at least \(low)"
            case (.min, let high): "a whole number of at most \(high)"
            case (let low, let high): "a whole number from \(low) to \(high)"
            }
        case .number(nil, nil): "a number"
        case .number(let low?, nil): "a number of at least \(low)"
        case .number(nil, let high?): "a number of at most \(high)"
        case .number(let low?, let high?): "a number from \(low) to \(high)"
        case .text: "a text of one line"
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .texts: "a list of texts, written with commas between them"
        }
    }
}

/// The value of a plugin's setting.
public enum SettingValue: Hashable, Sendable {
    case boolean(Bool)
    case integer(Int64)
    case number(DecimalAmount)
    case text(String)
    case texts([String])

    /// Parses a person's input, or the output of ``description``.
    ///
    /// - Parameter kind: the setting's type.
    /// - Throws: ``SettingError`` if the text doesn't fit.
    public init(parsing text: String, as kind: PluginSetting.Kind) throws(SettingError) {
        let value: SettingValue?
        switch kind {
        case .boolean:
            value = ["true": true, "false": false][text].map(SettingValue.boolean)
        case .integer: value = Int64(text).map(SettingValue.integer)
        case .number:
            do {
                value = .number(try DecimalAmount(exactly: text))
            } catch {
                value = nil
            }
        case .text, .choice: value = .text(text)
        case .texts:
            value = .texts(
                text.split(separator: ",", omittingEmptySubsequences: false)
                    .map { $0.trimmingSpaces() }.filter { !$0.isEmpty })
        }
        guard let value, value.fits(kind) else { throw SettingError(expected: kind) }
        self = value
    }

    /// Whether a setting of that type can have the value.
    public func fits(_ kind: PluginSetting.Kind) -> Bool {
        switch (self, kind) {
        case (.boolean, .boolean): true
        case (.integer(let value), .integer(let range)): range.contains(value)
        case (.number(let value), .number(let low, let high)):
            (low.map { $0 <= value } ?? true) && (high.map { value <= $0 } ?? true)
        case (.text(let text), .text): text.isOneLine
        case (.text(let text), .choice(let words)): words.contains(text)
        case (.texts(let texts), .texts):
            texts.allSatisfy { $0.isOneLine && !$0.contains(",") && !$0.isEmpty }
        default: false
        }
    }
}

extension SettingValue: CustomStringConvertible {
    /// The value as a person types it; ``init(parsing:as:)`` parses it.
    public var description: String {
        switch self {
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): value.description
        case .text(let text): text
        case .texts(let texts): texts.joined(separator: ", ")
        }
    }
}

/// An invalid value for a setting.
public struct SettingError: Error, Hashable, Sendable {
    /// The setting's type.
    public let expected: PluginSetting.Kind

    init(expected: PluginSetting.Kind) {
        self.expected = expected
    }
}

extension StringProtocol {
    /// Whether it contains no control characters or line breaks.
    var isOneLine: Bool {
        !unicodeScalars.contains { $0.properties.generalCategory == .control }
            && !contains(where: \.isNewline)
    }

    fileprivate func trimmingSpaces() -> String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

/// Reads the `settings` of a plugin: each is a table with its type, default and
/// purpose.
struct SettingsReader {
    func settings(_ value: ScriptValue, _ parts: inout PluginParts) -> [PluginSetting] {
        switch value {
        case .nil: return []
        case .table(let table) where table.array.isEmpty:
            return table.fields.sorted { $0.key < $1.key }.compactMap { name, value in
                setting(name, value, &parts)
            }
        default:
            parts.note(
                "\"settings\" must be a table such as { days = { … } }", at: Self.path)
            return []
        }
    }

    private func setting(
        _ name: String, _ value: ScriptValue, _ parts: inout PluginParts
    ) -> PluginSetting? {
        let path = Self.path.field(name)
        guard Self.isPlain(name) else {
            parts.note(
                "a setting can't be named \"\(name.prefix(Self.mostLetters))\"; a name has up to "
                    + "\(Self.mostLetters) letters, digits and _", at: path, aim: .key)
            return nil
        }
        guard case .table(let table) = value, table.array.isEmpty else {
            parts.note(
                "setting \"\(name)\" must be a table such as "
                    + "{ type = \"integer\", default = 30, help = \"…\" }", at: path)
            return nil
        }
        for key in table.fields.keys.sorted() where !Self.keys.contains(key) {
            parts.note(
                "setting \"\(name)\" has an unknown part \"\(key)\""
                    + Suggestion.phrase(for: key, among: Self.keys),
                at: path.field(key), aim: .key)
        }
        guard let kind = kind(name, table.fields, &parts) else { return nil }
        guard case .string(let help)? = table.fields["help"], !help.isEmpty, help.isOneLine else {
            parts.note(
                "setting \"\(name)\" has no \"help\"; describe it in a sentence",
                at: path.field("help"))
            return nil
        }
        guard let standard = SettingValue(table.fields["default"] ?? .nil, as: kind) else {
            parts.note(
                "the default of setting \"\(name)\" must be \(kind)", at: path.field("default"))
            return nil
        }
        return PluginSetting(name: name, kind: kind, defaultValue: standard, help: help)
    }

    private static let path = PluginParts.path("settings")
    private static let mostLetters = 64

    /// Whether a name can be typed and shown as it is.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= mostLetters
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    private static let keys = ["type", "default", "help", "at_least", "at_most", "choices"]
    private static let types = ["boolean", "integer", "number", "text", "choice", "texts"]

    private func kind(
        _ name: String, _ fields: [String: ScriptValue], _ parts: inout PluginParts
    ) -> PluginSetting.Kind? {
        let path = Self.path.field(name)
        guard case .string(let type)? = fields["type"] else {
            parts.note(
                "setting \"\(name)\" has no \"type\"; it is one of "
                    + Self.types.joined(separator: ", "), at: path.field("type"))
            return nil
        }
        switch type {
        case "boolean": return .boolean
        case "text": return .text
        case "texts": return .texts
        case "integer":
            let low = bound("at_least", fields, \.integer) ?? .min
            let high = bound("at_most", fields, \.integer) ?? .max
            if low <= high { return .integer(low...high) }
            parts.note(
                "setting \"\(name)\" allows no number: at_least is above at_most",
                at: path.field("at_least"))
        case "number":
            return .number(
                atLeast: bound("at_least", fields, \.decimal),
                atMost: bound("at_most", fields, \.decimal))
        case "choice":
            if case .table(let table)? = fields["choices"], table.fields.isEmpty,
                case let words = table.array.compactMap(\.text), !words.isEmpty,
                words.count == table.array.count, words.allSatisfy(\.isOneLine)
            {
                return .choice(words)
            }
            parts.note(
                "setting \"\(name)\" needs \"choices\", a list of words",
                at: path.field("choices"))
        default:
            parts.note(
                "setting \"\(name)\" has an unknown type \"\(type)\""
                    + Suggestion.phrase(for: type, among: Self.types),
                at: path.field("type"))
        }
        return nil
    }

    private func bound<Number>(
        _ key: String, _ fields: [String: ScriptValue], _ read: (ScriptValue) -> Number?
    ) -> Number? {
        fields[key].flatMap(read)
    }
}

extension SettingValue {
    /// Converts a value of Lua; nil if it doesn't fit the setting.
    init?(_ value: ScriptValue, as kind: PluginSetting.Kind) {
        let read: SettingValue? =
            switch (kind, value) {
            case (.boolean, .boolean(let value)): .boolean(value)
            case (.integer, .integer(let value)): .integer(value)
            case (.number, let value): value.decimal.map(SettingValue.number)
            case (.text, let value), (.choice, let value): value.text.map(SettingValue.text)
            case (.texts, .table(let table)) where table.fields.isEmpty:
                .texts(table.array.compactMap(\.text))
            default: nil
            }
        guard let read, read.fits(kind) else { return nil }
        if case .texts(let texts) = read, case .table(let table) = value,
            texts.count != table.array.count
        {
            return nil
        }
        self = read
    }
}

extension ScriptValue {
    fileprivate var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// A number of Lua as the decimal that its author wrote.
    fileprivate var decimal: DecimalAmount? {
        if case .string = self { return nil }
        do {
            return try writtenNumber.map { try DecimalAmount(exactly: $0) }
        } catch {
            return nil
        }
    }
}
