public import Model

/// An effect that applies to the transactions that satisfy a condition.
///
/// Income patterns, the category map, the person's stored rules and the tables of
/// their Lua files are all rules; they differ only in their origin.
public struct Rule: Hashable, Sendable {
    /// The stable id that decisions and commands use for the rule.
    public let id: String
    /// The display name.
    public var name: String
    public var origin: RuleOrigin
    /// Rules with a higher priority are evaluated earlier.
    public var priority: Int
    public var isEnabled: Bool
    public var condition: Condition
    public var effect: Effect
    /// Whether evaluation stops after this rule matches.
    public var stops: Bool
    /// Whether it applies to incoming money only if that is an expense, such as a refund.
    public var isOfSpending: Bool
    /// Whether the person is asked about what it says.
    public var isInDoubt: Bool
    public var layer: RuleLayer
    /// Parts of the condition that their author wrote otherwise than they are kept, as they were
    /// written: `payee = is(map "payees.csv")`.
    public var wordings: [Condition: String]

    public init(
        id: String, name: String, origin: RuleOrigin, priority: Int = 0, isEnabled: Bool = true,
        condition: Condition, effect: Effect, stops: Bool = false, isOfSpending: Bool = false,
        isInDoubt: Bool = false, layer: RuleLayer = .first, wordings: [Condition: String] = [:]
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
        self.isInDoubt = isInDoubt
        self.layer = layer
        self.wordings = wordings
    }
}

/// When one of the person's rules is asked.
public enum RuleLayer: Hashable, Sendable {
    /// Before the pipeline's own stages.
    case first
    /// After them. It sees what they decided, and decides what is open.
    ///
    /// - Parameter overrules: whether it also replaces what they decided. What the person decided
    ///   otherwise stays.
    case after(overrules: Bool)

    public var isAfter: Bool { self != .first }

    public var overrules: Bool { self == .after(overrules: true) }
}

/// The place where a rule was written.
public enum RuleOrigin: Hashable, Sendable {
    /// A shipped file, such as "categories.toml".
    case shipped(file: String)
    /// One of the vault's own configuration files.
    case vault(file: String)
    /// The vault's database: created from a correction or by hand.
    case stored
    /// A table in a Lua file. Lines count from 1.
    case lua(file: String, line: Int)
}

extension Rule {
    /// The rule's name in commands and decisions, unique within a vault:
    /// "stored-12", "rules/20-mine.lua:Rent", "category-map.toml:groceries/ALDI".
    public var reference: String {
        switch origin {
        case .shipped(let file), .vault(let file): "\(file):\(id)"
        case .stored, .lua: id
        }
    }
}

/// The attributes that a rule sets; nil ones are left to other rules.
public struct Effect: Hashable, Sendable {
    public var `class`: TransactionClass?
    /// A category id.
    public var category: String?
    public var lens: Lens?
    /// The name of the transaction's recurring series.
    public var series: String?
    public var payee: String?
    /// The person whom the money was lent to or borrowed from, or who pays it back.
    public var loan: String?
    public var note: String?
    /// A text behind the note that another rule gives.
    public var appendedNote: String?
    /// Tags to add to those of other rules.
    public var tags: [String]
    /// Tags of other rules to leave out.
    public var removedTags: [String]
    /// Whether the transaction is excluded from totals.
    public var excluded: Bool?
    /// How the transaction is split across categories.
    public var splits: SplitPlan?

    public init(
        class: TransactionClass? = nil, category: String? = nil, lens: Lens? = nil,
        series: String? = nil, payee: String? = nil, loan: String? = nil, note: String? = nil,
        appendedNote: String? = nil, tags: [String] = [], removedTags: [String] = [],
        excluded: Bool? = nil, splits: SplitPlan? = nil
    ) {
        self.class = `class`
        self.category = category
        self.lens = lens
        self.series = series
        self.payee = payee
        self.loan = loan
        self.note = note
        self.appendedNote = appendedNote
        self.tags = tags
        self.removedTags = removedTags
        self.excluded = excluded
        self.splits = splits
    }
}

extension Effect {
    /// Makes a loan without a class a transfer: money that is lent is not spent, and what comes
    /// back is not earned.
    public mutating func classifyLoan() {
        if loan != nil, self.class == nil { self.class = .transfer }
    }

    /// Whether it is a loan with the class that every loan has unless another is given.
    public var isLoanAlone: Bool { loan != nil && self.class == .transfer }

    /// Whether it sets a category, by its id, to a transaction or a part of one.
    public func names(category id: String) -> Bool {
        category == id || splits?.parts.contains { $0.category == id } == true
    }

    /// Leaves an attribute to others.
    public mutating func clear(_ attribute: Attribute) {
        switch attribute {
        case .class: self.class = nil
        case .category: category = nil
        case .lens: lens = nil
        case .series: series = nil
        case .payee: payee = nil
        case .loan: loan = nil
        case .tags: (tags, removedTags) = ([], [])
        case .notes: (note, appendedNote) = (nil, nil)
        case .excluded: excluded = nil
        case .splits: splits = nil
        case .partner: break
        }
    }
}

extension Rule {
    /// How narrow the rule's condition is: the higher of two numbers belongs to the
    /// rule that is meant for fewer transactions.
    ///
    /// Each condition has a base value, and a string adds its length:
    ///
    ///  condition | points |
    /// ---|---|
    ///  `equals`, `oneOf` | 4,000 and the length of the (shortest) string |
    ///  `startsWith`, `endsWith` | 3,000 and the string's length |
    ///  `contains` and its variants | 2,000 and the string's length |
    ///  `matches` | 1,000 |
    ///  anything but text | 500 |
    ///  `always` | 0 |
    ///
    /// `all` is the sum of its parts: more conditions are more specific. `any` is
    /// as specific as its least specific part, and `none` counts like one condition
    /// that is not about text. Lengths count up to 999.
    public var specificity: Int { condition.specificity }
}

extension Condition {
    fileprivate var specificity: Int {
        switch self {
        case .all(let parts): parts.reduce(0) { $0 + $1.specificity }
        case .any(let parts): parts.map(\.specificity).min() ?? 0
        case .text(_, let test): test.specificity
        case .always: 0
        case .none, .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending, .accountType,
            .fact, .decided, .history, .near:
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
        case .anyOf(let tests): tests.map(\.specificity).min() ?? 0
        case .matches: 1000
        }
    }

    private func length(of text: String) -> Int {
        let utf8 = SearchText(text).utf8
        let isASCII = utf8.allSatisfy { $0 < 0x80 }
        return min(isASCII ? utf8.count : String(decoding: utf8, as: UTF8.self).count, 999)
    }
}
