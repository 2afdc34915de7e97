import Model
import Scripting

/// Reads the `settings` of a plugin: each a table with its type, its default
/// and what it is for.
struct SettingsReader {
    func settings(_ value: ScriptValue, _ parts: inout PluginParts) -> [PluginSetting] {
        switch value {
        case .nil: return []
        case .table(let table) where table.array.isEmpty:
            return table.fields.sorted { $0.key < $1.key }.compactMap { name, value in
                setting(name, value, &parts)
            }
        default:
            parts.note("\"settings\" must be a table such as { days = { … } }")
            return []
        }
    }

    private func setting(
        _ name: String, _ value: ScriptValue, _ parts: inout PluginParts
    ) -> PluginSetting? {
        guard case .table(let table) = value, table.array.isEmpty else {
            parts.note(
                "setting \"\(name)\" must be a table such as "
                    + "{ type = \"integer\", default = 30, help = \"…\" }")
            return nil
        }
        for key in table.fields.keys.sorted() where !Self.keys.contains(key) {
            parts.note(
                "setting \"\(name)\" has an unknown part \"\(key)\""
                    + Suggestion.phrase(for: key, among: Self.keys))
        }
        guard let kind = kind(name, table.fields, &parts) else { return nil }
        guard case .string(let help)? = table.fields["help"], !help.isEmpty else {
            parts.note("setting \"\(name)\" has no \"help\"; say in a sentence what it is for")
            return nil
        }
        guard let standard = Self.value(table.fields["default"] ?? .nil, kind), standard.fits(kind)
        else {
            parts.note("the default of setting \"\(name)\" must be \(kind)")
            return nil
        }
        return PluginSetting(name: name, kind: kind, defaultValue: standard, help: help)
    }

    private static let keys = ["type", "default", "help", "at_least", "at_most", "choices"]
    private static let types = ["boolean", "integer", "number", "text", "choice", "texts"]

    private func kind(
        _ name: String, _ fields: [String: ScriptValue], _ parts: inout PluginParts
    ) -> PluginSetting.Kind? {
        guard case .string(let type)? = fields["type"] else {
            parts.note(
                "setting \"\(name)\" has no \"type\"; it is one of "
                    + Self.types.joined(separator: ", "))
            return nil
        }
        switch type {
        case "boolean": return .boolean
        case "text": return .text
        case "texts": return .texts
        case "integer":
            let low = bound("at_least", fields, Self.integer) ?? .min
            let high = bound("at_most", fields, Self.integer) ?? .max
            if low <= high { return .integer(low...high) }
            parts.note("setting \"\(name)\" allows no number: at_least is above at_most")
        case "number":
            return .number(
                atLeast: bound("at_least", fields, Self.number),
                atMost: bound("at_most", fields, Self.number))
        case "choice":
            if case .table(let table)? = fields["choices"], table.fields.isEmpty,
                case let words = table.array.compactMap(Self.text), !words.isEmpty,
                words.count == table.array.count
            {
                return .choice(words)
            }
            parts.note("setting \"\(name)\" needs \"choices\", a list of words")
        default:
            parts.note(
                "setting \"\(name)\" has an unknown type \"\(type)\""
                    + Suggestion.phrase(for: type, among: Self.types))
        }
        return nil
    }

    private func bound<Number>(
        _ key: String, _ fields: [String: ScriptValue], _ read: (ScriptValue) -> Number?
    ) -> Number? {
        fields[key].flatMap(read)
    }

    private static func value(
        _ value: ScriptValue, _ kind: PluginSetting.Kind
    ) -> SettingValue? {
        switch (kind, value) {
        case (.boolean, .boolean(let value)): .boolean(value)
        case (.integer, .integer(let value)): .integer(value)
        case (.number, let value): number(value).map(SettingValue.number)
        case (.text, let value), (.choice, let value): text(value).map(SettingValue.text)
        case (.texts, .table(let table)) where table.fields.isEmpty:
            .texts(table.array.compactMap(text))
        default: nil
        }
    }

    private static func integer(_ value: ScriptValue) -> Int64? {
        if case .integer(let number) = value { number } else { nil }
    }

    private static func text(_ value: ScriptValue) -> String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// A number of Lua as the decimal that its author wrote, or nil.
    private static func number(_ value: ScriptValue) -> DecimalAmount? {
        do {
            switch value {
            case .integer(let number): return try DecimalAmount(exactly: String(number))
            case .number(let number): return try DecimalAmount(exactly: number.description)
            default: return nil
            }
        } catch {
            return nil
        }
    }
}
