internal import Classification
internal import Model
internal import Rules

/// A rule that a correction of one transaction becomes, for all transactions of
/// its payee; where the payee is also paid or pays for something else, as an
/// employer that is a shop does, for all that go in the same direction.
public struct PayeeRule: Hashable, Sendable {
    /// The payee as lists show it, however banks write it.
    public let payee: String
    /// How many transactions of the vault the rule holds for.
    public let matches: Int
    let definition: String

    /// - Parameters:
    ///   - snapshot: with payees as rules see them.
    ///   - shown: payees as lists show them, by transaction.
    ///   - classOf: the class that a transaction, by the vault's number, has now.
    /// - Throws: ``EngineError/noPayee(transaction:)`` where the bank wrote
    ///   nothing that others could have in common with it, and
    ///   ``EngineError/payeeNotAlone(_:transaction:other:)``.
    init(
        _ transaction: TransactionFacts, in snapshot: Snapshot, shown: [Int64: String],
        setting: Correction, classOf: (Int64) throws -> TransactionClass?
    ) throws {
        let payees = try RuledPayees(of: transaction, in: snapshot, shown: shown)
        payee = payees.shown
        let isOut = transaction.amount < 0
        let others = payees.transactions.filter { ($0.amount < 0) != isOut }
        let ownClass = try classOf(transaction.id)
        let isOneKind =
            try !setting.tellsKindOfSpending
            || others.allSatisfy { try classOf($0.id) ?? ownClass == ownClass }
        matches = payees.transactions.count - (isOneKind ? 0 : others.count)
        let names = payees.names.map(LuaLiteral.text)
        let test =
            names.count == 1 ? "is \(names[0])" : "one_of { \(names.joined(separator: ", ")) }"
        let sign = isOneKind ? "" : ", amount = \(isOut ? "less(0)" : "at_least(0)")"
        definition =
            "{ when = { payee = \(test)\(sign) }, set = { \(Self.effects(setting)) } }"
    }

    private static func effects(_ correction: Correction) -> String {
        var effects: [String] = []
        func set(_ attribute: String, _ text: String?) {
            if let text { effects.append("\(attribute) = \(LuaLiteral.text(text))") }
        }
        set("class", correction.class?.rawValue)
        set("category", correction.category)
        set("lens", correction.lens?.rawValue)
        set("payee", correction.payee)
        set("notes", correction.note)
        if !correction.tags.isEmpty {
            let tags = correction.tags.map(LuaLiteral.text).joined(separator: ", ")
            effects.append("tags = { \(tags) }")
        }
        if let excluded = correction.excluded { effects.append("excluded = \(excluded)") }
        return effects.joined(separator: ", ")
    }
}

extension Correction {
    /// Whether it says what kind of spending something is, and not that it is
    /// spending at all.
    fileprivate var tellsKindOfSpending: Bool {
        `class` == nil && (category != nil || lens != nil)
    }
}
