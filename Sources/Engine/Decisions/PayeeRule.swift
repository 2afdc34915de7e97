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
    /// The numbers of other transactions that it matches, and that the person corrected to
    /// something else one by one. They stay as they are.
    public let kept: [Int64]
    private var conditions: [RuleChange.Field]
    private let setting: Correction

    /// A note is of the transaction that it was written for, and no part of the rule.
    ///
    /// - Parameters:
    ///   - snapshot: with payees as rules see them.
    ///   - shown: payees as lists show them, by transaction.
    ///   - corrected: the numbers of the transactions that are corrected with it.
    ///   - classOf: the class that a transaction, by the vault's number, has now.
    /// - Throws: ``EngineError/noPayee(transaction:)`` where the bank wrote
    ///   nothing that others could have in common with it, and
    ///   ``EngineError/payeeNotAlone(_:transaction:other:)``.
    init(
        _ transaction: TransactionFacts, in snapshot: Snapshot, shown: [Int64: String],
        setting: Correction, of corrected: Set<Int64>,
        classOf: (Int64) throws -> TransactionClass?
    ) throws {
        let payees = try RuledPayees(of: transaction, in: snapshot, shown: shown)
        payee = payees.shown
        let isOut = transaction.amount < 0
        let others = payees.transactions.filter { ($0.amount < 0) != isOut }
        let ownClass = try classOf(transaction.id)
        let isOneKind =
            try !setting.tellsKindOfSpending
            || others.allSatisfy { try classOf($0.id) ?? ownClass == ownClass }
        let matching = payees.transactions.filter { isOneKind || ($0.amount < 0) == isOut }
        matches = matching.count
        let effect = Effect(setting)
        kept = matching.map(\.id).filter { id in
            guard !corrected.contains(id) else { return false }
            return snapshot.decisions.corrections[id].map(effect.contradicts) ?? false
        }
        let names = payees.names.map(LuaLiteral.text)
        let test =
            names.count == 1 ? "is \(names[0])" : "one_of { \(names.joined(separator: ", ")) }"
        conditions = [RuleChange.Field("payee", test)]
        if !isOneKind {
            conditions.append(RuleChange.Field("amount", isOut ? "less(0)" : "at_least(0)"))
        }
        self.setting = setting
    }

    /// The rule in full.
    var change: RuleChange {
        var change = RuleChange()
        change.conditions = conditions
        change.effects = effects(addingTo: [])
        return change
    }

    /// What it sets, as a rule writes it.
    ///
    /// - Parameter tags: to which its own are added.
    func effects(addingTo tags: [String]) -> [RuleChange.Field] {
        var effects: [RuleChange.Field] = []
        func set(_ attribute: String, _ text: String?) {
            if let text { effects.append(.init(attribute, LuaLiteral.text(text))) }
        }
        set("class", setting.class?.rawValue)
        set("category", setting.category)
        set("lens", setting.lens?.rawValue)
        set("payee", setting.payee)
        if !setting.tags.isEmpty {
            let all = tags + setting.tags.filter { !tags.contains($0) }
            effects.append(
                .init("tags", "{ \(all.map(LuaLiteral.text).joined(separator: ", ")) }"))
        }
        if let excluded = setting.excluded { effects.append(.init("excluded", "\(excluded)")) }
        return effects
    }
}

extension Correction {
    /// Whether it says what kind of spending something is, and not that it is
    /// spending at all.
    fileprivate var tellsKindOfSpending: Bool {
        `class` == nil && (category != nil || lens != nil)
    }
}

/// The payees for which a rule asks that is to hold for all that a list shows
/// under the name of one transaction's payee.
///
/// Rules ask for the payee as it is before any of them. One that another rule
/// names may be several of those, or a part of one, for which no rule can ask.
struct RuledPayees {
    /// What the list shows.
    let shown: String
    /// As rules see them, in alphabetical order.
    let names: [String]
    /// Those that have one of them.
    let transactions: [TransactionFacts]

    /// - Parameters:
    ///   - snapshot: with payees as rules see them.
    ///   - shown: payees as lists show them, by transaction.
    /// - Throws: ``EngineError/noPayee(transaction:)`` and
    ///   ``EngineError/payeeNotAlone(_:transaction:other:)``.
    init(
        of transaction: TransactionFacts, in snapshot: Snapshot, shown: [Int64: String]
    ) throws {
        let own = snapshot.texts[transaction.payee]
        guard !own.allSatisfy(\.isWhitespace) else {
            throw EngineError.noPayee(transaction: transaction.id)
        }
        func isNamedByHand(_ other: TransactionFacts) -> Bool {
            snapshot.decisions.corrections[other.id]?.payee != nil
        }
        // A name that one transaction was given alone says nothing of others.
        guard !isNamedByHand(transaction), let name = shown[transaction.id], name != own else {
            self.shown = own
            names = [own]
            transactions = snapshot.transactions(paidTo: [own])
            return
        }
        self.shown = name
        let texts = Set(
            snapshot.transactions.lazy.filter { shown[$0.id] == name && !isNamedByHand($0) }
                .map(\.payee))
        names = texts.map { snapshot.texts[$0] }.sorted()
        transactions = snapshot.transactions(paidTo: names)
        let other = transactions.lazy.compactMap { isNamedByHand($0) ? nil : shown[$0.id] }
            .first { $0 != name }
        if let other {
            throw EngineError.payeeNotAlone(name, transaction: transaction.id, other: other)
        }
    }
}

extension Snapshot {
    /// The transactions that a rule for some payees holds for.
    fileprivate func transactions(paidTo payees: [String]) -> [TransactionFacts] {
        let wanted = Set(payees.map { SearchText($0) })
        let texts = Set(transactions.map(\.payee)).filter {
            wanted.contains(SearchText(self.texts[$0]))
        }
        return transactions.filter { texts.contains($0.payee) }
    }
}
