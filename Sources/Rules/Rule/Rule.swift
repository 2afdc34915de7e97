public import Model

/// When a condition holds for a transaction, an effect follows.
///
/// Income patterns, the category map, a person's stored rules and the tables
/// of their Lua files are all rules; they differ in their origin only.
public struct Rule: Hashable, Sendable {
    /// The stable name by which decisions and commands refer to the rule.
    public let id: String
    /// What a person sees.
    public var name: String
    public var origin: RuleOrigin
    /// A higher priority is looked at earlier.
    public var priority: Int
    public var isEnabled: Bool
    public var condition: Condition
    public var effect: Effect
    /// Whether no later rule is looked at once this one matched.
    public var stops: Bool
    /// Whether money that came in has to be an expense, as money back is.
    public var isOfSpending: Bool

    public init(
        id: String, name: String, origin: RuleOrigin, priority: Int = 0, isEnabled: Bool = true,
        condition: Condition, effect: Effect, stops: Bool = false, isOfSpending: Bool = false
    ) {
        self.id = id
        self.name = name
        self.origin = origin
        self.priority = priority
        self.isEnabled = isEnabled
        self.condition = condition
        self.effect = effect
        self.stops = stops
        self.isOfSpending = isOfSpending
    }
}

/// Where a rule was written.
public enum RuleOrigin: Hashable, Sendable {
    /// In a file that comes with the program, "categories.toml".
    case shipped(file: String)
    /// In a configuration file of the vault's own.
    case vault(file: String)
    /// In the vault's database: made from a correction or by hand.
    case stored
    /// In a table of a Lua file. Lines count from 1.
    case lua(file: String, line: Int)
}

extension Rule {
    /// What commands and decisions call the rule, unique among the rules of a
    /// vault: "stored-12", "rules/20-mine.lua:Rent",
    /// "category-map.toml:groceries/ALDI".
    public var reference: String {
        switch origin {
        case .shipped(let file), .vault(let file): "\(file):\(id)"
        case .stored, .lua: id
        }
    }
}

/// What a rule sets; nil leaves an attribute to others.
public struct Effect: Hashable, Sendable {
    public var `class`: TransactionClass?
    /// The id of a category.
    public var category: String?
    public var lens: Lens?
    /// The name of the series that the transaction belongs to.
    public var series: String?
    public var payee: String?
    public var note: String?
    /// Tags to add to those of other rules.
    public var tags: [String]
    /// Whether the transaction is left out of totals.
    public var excluded: Bool?
    /// How the transaction is divided over categories.
    public var splits: SplitPlan?

    public init(
        class: TransactionClass? = nil, category: String? = nil, lens: Lens? = nil,
        series: String? = nil, payee: String? = nil, note: String? = nil, tags: [String] = [],
        excluded: Bool? = nil, splits: SplitPlan? = nil
    ) {
        self.class = `class`
        self.category = category
        self.lens = lens
        self.series = series
        self.payee = payee
        self.note = note
        self.tags = tags
        self.excluded = excluded
        self.splits = splits
    }
}

extension Rule {
    /// How narrow the rule's condition is: of two rules the higher number is
    /// meant for fewer transactions.
    ///
    /// Each condition has a base, and a text adds its characters to it:
    ///
    /// | condition | points |
    /// |---|---|
    /// | `equals`, `oneOf` | 4,000 and the (shortest) text's length |
    /// | `startsWith`, `endsWith` | 3,000 and the text's length |
    /// | `contains` and its kin | 2,000 and the text's length |
    /// | `matches` | 1,000 |
    /// | anything but text | 500 |
    /// | `always` | 0 |
    ///
    /// `all` is the sum of its parts, so that more conditions are more
    /// specific; `any` is as specific as its least specific part, `none` as
    /// one condition that is no text. A length counts to 999.
    public var specificity: Int { condition.specificity }
}

extension Condition {
    fileprivate var specificity: Int {
        switch self {
        case .all(let parts): parts.reduce(0) { $0 + $1.specificity }
        case .any(let parts): parts.map(\.specificity).min() ?? 0
        case .text(_, let test): test.specificity
        case .always: 0
        case .none, .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending, .accountType:
            500
        }
    }
}

extension TextTest {
    fileprivate var specificity: Int {
        switch self {
        case .equals(let text): 4000 + length(of: text)
        case .oneOf(let texts): 4000 + (texts.map(length).min() ?? 0)
        case .startsWith(let text), .endsWith(let text): 3000 + length(of: text)
        case .contains(let text), .containsWord(let text): 2000 + length(of: text)
        case .matches: 1000
        }
    }

    private func length(of text: String) -> Int {
        min(String(decoding: SearchText(text).utf8, as: UTF8.self).count, 999)
    }
}
