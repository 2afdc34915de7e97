import Classification
import Engine
import Model
import Vault

/// The words for a reason, which name the handler if one asked for the value.
struct ReasonWords {
    private let handlers: [Int64: [Attribute: String]]

    /// - Parameter transactions: the transactions needed; nil for all.
    init(_ engine: Engine, about transactions: Set<Int64>? = nil) throws {
        handlers = try engine.handlersWords(on: transactions)
    }

    /// - Parameter isShort: whether to leave out the words that most reasons begin with.
    func text(
        of reason: Reason, for attribute: Attribute, of transaction: Int64, isShort: Bool = false
    ) -> String {
        handler(of: reason, for: attribute, of: transaction)
            .map { "Set by your automation: \($0)" }
            ?? (isShort ? reason.shortText : reason.text)
    }

    /// The handler that asked for the value; nil if none did.
    func handler(
        of reason: Reason, for attribute: Attribute, of transaction: Int64
    ) -> String? {
        reason.kind == .correction ? handlers[transaction]?[attribute] : nil
    }

    /// The handlers whose values still hold for a transaction, by attribute.
    func handlers(of transaction: Int64) -> [Attribute: String] { handlers[transaction] ?? [:] }
}

extension TransactionRecord {
    /// The most informative reason: for an expense its category's, otherwise its class's.
    ///
    /// - Parameter isShort: as for ``ReasonWords``.
    func tellingReason(in words: ReasonWords, isShort: Bool = false) -> String? {
        guard let verdict else { return nil }
        func text(_ reason: Reason, _ attribute: Attribute) -> String {
            words.text(of: reason, for: attribute, of: id, isShort: isShort)
        }
        // If money came in and counts as an expense, the class needs explaining.
        guard verdict.transactionClass.value == .expense, amount.minorUnits < 0 else {
            return text(verdict.transactionClass.reason, .class)
        }
        if !splits.isEmpty, let reason = verdict.splits?.reason {
            return text(reason, .splits)
        }
        return text(verdict.category.reason, .category)
    }

    /// The sum of its parts in the categories; nil if it isn't split.
    func part(in categories: [String]) throws -> Money? {
        guard !splits.isEmpty else { return nil }
        let currency = amount.currency
        return try splits.filter { categories.contains($0.category) }
            .map { Money(minorUnits: $0.minorUnits, currency: currency) }
            .reduce(Money(minorUnits: 0, currency: currency)) { try $0.adding($1) }
    }

    /// What it is, for lists: the category of spending; "income" or "transfer" of all else, with
    /// a category if it has one of its own. Nil until it is classified.
    var kindWord: String? {
        guard let verdict else { return nil }
        let (kind, category) = (verdict.transactionClass.value, verdict.category.value)
        guard kind != .expense else { return categoryWord }
        return category == "other" ? kind.rawValue : "\(kind.rawValue), \(category)"
    }

    /// The category, with a mark if it is a guess, or "split" if each part has its own.
    var categoryWord: String? { splits.isEmpty ? verdict?.categoryWord : "split" }
}

extension Verdict {
    /// The category's id, with a mark if it is a guess.
    var categoryWord: String { Self.marked(category.value, isGuess: guess != nil) }

    /// The mark of a guess, "dining?".
    static func marked(_ category: String, isGuess: Bool) -> String {
        isGuess ? category + "?" : category
    }

    /// The value of an attribute in words; nil if it has none.
    func words(for attribute: Attribute) -> String? {
        switch attribute {
        case .class: transactionClass.value.rawValue
        case .category: category.value
        case .lens: lens?.value.rawValue
        case .partner: partner.map { _ in "linked" }
        case .series: series?.value
        case .payee: payee?.value
        case .loan: loan?.value
        case .tags: tags?.value.joined(separator: ", ")
        case .notes: notes?.value
        case .excluded: isExcluded.map { $0.value ? "yes" : "no" }
        case .splits: splits.map { "\($0.value)" }
        }
    }
}
