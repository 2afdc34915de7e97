public import Model

/// The value of a plugin's setting.
public enum SettingValue: Hashable, Sendable {
    case boolean(Bool)
    case integer(Int64)
    case number(DecimalAmount)
    case text(String)
    case texts([String])

    /// Reads what a person typed, or what ``description`` wrote.
    ///
    /// - Parameter kind: what the setting takes.
    /// - Throws: ``SettingError`` where the text is no such value.
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

    /// Whether a setting of that kind can have the value.
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
    /// The value as a person types it; ``init(parsing:as:)`` reads it back.
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

/// A text that is no value of a setting.
public struct SettingError: Error, Hashable, Sendable {
    /// What the setting takes.
    public let expected: PluginSetting.Kind

    init(expected: PluginSetting.Kind) {
        self.expected = expected
    }
}

extension StringProtocol {
    /// Whether it has no control character and no line break.
    var isOneLine: Bool {
        !unicodeScalars.contains { $0.properties.generalCategory == .control }
            && !contains(where: \.isNewline)
    }

    fileprivate func trimmingSpaces() -> String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
