public import Model

/// Something that a person can set about a plugin.
public struct PluginSetting: Hashable, Sendable {
    /// What kind of value it takes.
    public enum Kind: Hashable, Sendable {
        case boolean
        case integer(ClosedRange<Int64>)
        /// A decimal number within bounds that count; nil is no bound.
        case number(atLeast: DecimalAmount?, atMost: DecimalAmount?)
        /// A text of one line.
        case text
        /// One of these words.
        case choice([String])
        /// A list of texts of one line.
        case texts
    }

    public let name: String
    public let kind: Kind
    /// What holds until the person sets another.
    public let defaultValue: SettingValue
    /// What it is for, in a sentence.
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
