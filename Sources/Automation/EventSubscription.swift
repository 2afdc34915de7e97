public import Model

/// What a handler wants to be told of.
public struct EventSubscription: Hashable, Sendable {
    public let kind: EventKind
    public let options: EventOptions

    public init(_ kind: EventKind, _ options: EventOptions = EventOptions()) {
        self.kind = kind
        self.options = options
    }

    /// The same for every subscription that is told the same, such as
    /// `large_transaction over=500`.
    public var key: String {
        ([kind.rawValue] + options.words).joined(separator: " ")
    }
}

/// What narrows a subscription. Which options a kind takes, and which it needs,
/// is checked where handlers are read.
///
/// Amounts are in the currency of whatever they are compared with. All but
/// `below`, which is a balance, are without a sign, and so is what they are
/// compared with.
public struct EventOptions: Hashable, Sendable {
    /// Only what is larger, and not as large.
    public var over: DecimalAmount?
    /// Only what is lower, and not as low.
    public var below: DecimalAmount?
    /// What may be spent in a month.
    public var limit: DecimalAmount?
    /// A category's id; those below it count too.
    public var category: String?
    /// An account by its name.
    public var account: String?
    public var payee: String?
    /// How many days ahead, 0 and more.
    public var days: Int?

    public init() {}

    /// In one order, with texts quoted, so that no two options have one text.
    fileprivate var words: [String] {
        var words: [String] = []
        if let over { words.append("over=\(over)") }
        if let below { words.append("below=\(below)") }
        if let limit { words.append("limit=\(limit)") }
        if let category { words.append("category=\(quoted(category))") }
        if let account { words.append("account=\(quoted(account))") }
        if let payee { words.append("payee=\(quoted(payee))") }
        if let days { words.append("days=\(days)") }
        return words
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
