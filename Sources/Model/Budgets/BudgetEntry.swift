/// One line of a budget as a person writes it, in `config/budgets.toml` or by a command.
///
/// The names are those of the settings. ``BudgetLine`` is what it means.
public struct BudgetEntry: Codable, Hashable, Sendable {
    public var category: String?
    public var tag: String?
    public var view: String?
    public var from: String?
    public var every: String?
    public var amount: WrittenNumber?
    public var save: WrittenNumber?
    public var by: String?
    public var again: String?
    public var series: String?
    public var average: Int?
    public var share: WrittenNumber?
    public var rest: Int?
    public var end: Bool?
    public var carry: String?
    public var cap: WrittenNumber?
    public var currency: String?
    public var note: String?

    public init() {}
}

/// A number of a file with the digits that were written.
///
/// TOML reads 412.10 as a binary fraction. The shortest decimal that reads as the same is what
/// the person wrote, as long as it has at most 15 digits.
public struct WrittenNumber: Codable, Hashable, Sendable {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    /// Reads it back from a stored line, where it is a text.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(text)
    }
}
