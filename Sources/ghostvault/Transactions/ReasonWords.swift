import Classification
import Engine
import Model
import Vault

/// Why something holds, in words that tell a handler's word from the person's.
struct ReasonWords {
    private let handlers: [Int64: [Attribute: String]]

    /// - Parameter transactions: those that are asked for; nil for all of them.
    init(_ engine: Engine, about transactions: Set<Int64>? = nil) throws {
        handlers = try engine.handlersWords(on: transactions)
    }

    func text(of reason: Reason, for attribute: Attribute, of transaction: Int64) -> String {
        handler(of: reason, for: attribute, of: transaction)
            .map { "Asked for by your automation: \($0)" } ?? reason.text
    }

    /// The handler whose word it is; nil where it is somebody else's.
    func handler(
        of reason: Reason, for attribute: Attribute, of transaction: Int64
    ) -> String? {
        reason.text == Reason.correction ? handlers[transaction]?[attribute] : nil
    }

    /// All that handlers had set for a transaction that is still so, by what it is.
    func handlers(of transaction: Int64) -> [Attribute: String] { handlers[transaction] ?? [:] }
}

extension TransactionRecord {
    /// The reason that says most in one line: of an expense where it went, of
    /// everything else what it is.
    func tellingReason(in words: ReasonWords) -> String? {
        guard let verdict else { return nil }
        // Of money that came in, what makes it an expense is what asks for a reason.
        guard verdict.transactionClass.value == .expense, amount.minorUnits < 0 else {
            return words.text(of: verdict.transactionClass.reason, for: .class, of: id)
        }
        if !splits.isEmpty, let reason = verdict.splits?.reason {
            return words.text(of: reason, for: .splits, of: id)
        }
        return words.text(of: verdict.category.reason, for: .category, of: id)
    }

    /// What its parts in some categories come to; nil where it is not split.
    func part(in categories: [String]) throws -> Money? {
        guard !splits.isEmpty else { return nil }
        let currency = amount.currency
        return try splits.filter { categories.contains($0.category) }
            .map { Money(minorUnits: $0.minorUnits, currency: currency) }
            .reduce(Money(minorUnits: 0, currency: currency)) { try $0.adding($1) }
    }

    /// The category, or "split" where each part has its own.
    var categoryWord: String? { splits.isEmpty ? verdict?.category.value : "split" }
}

extension Verdict {
    /// What is decided of an attribute, in words; nil where nothing is.
    func words(for attribute: Attribute) -> String? {
        switch attribute {
        case .class: transactionClass.value.rawValue
        case .category: category.value
        case .lens: lens?.value.rawValue
        case .partner: partner.map { _ in "linked" }
        case .series: series?.value
        case .payee: payee?.value
        case .tags: tags?.value.joined(separator: ", ")
        case .notes: notes?.value
        case .excluded: isExcluded.map { $0.value ? "yes" : "no" }
        case .splits: splits.map { "\($0.value)" }
        }
    }
}
