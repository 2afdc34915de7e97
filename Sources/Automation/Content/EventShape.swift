/// The fields that an event, or a part of one, has in Lua.
public struct EventShape: Hashable, Sendable {
    /// "transaction"; "event" for the whole.
    public let name: String
    /// In the order in which they are documented.
    public let fields: [EventField]

    public subscript(name: String) -> EventField? { fields.first { $0.name == name } }
}

/// One field of an event, or of a part of one.
public struct EventField: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case text
        /// A day such as "2026-11-21".
        case day
        case number
        case wholeNumber
        case boolean
        case texts
        /// The id of a category.
        case category
        /// The name of the category whose id is another field.
        case categoryName(of: String)
        /// An amount as people read it, "-1,234.50 USD", whose number is another
        /// field.
        case moneyText(of: String)
        case part(EventShape)
        case parts(EventShape)
    }

    public let name: String
    public let kind: Kind
    /// Whether it may be nil.
    public let isOptional: Bool
    /// A sentence in Markdown.
    public let help: String
}
