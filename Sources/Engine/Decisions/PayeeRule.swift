internal import Classification
internal import Model
internal import Rules

/// A rule made from a correction, for all transactions of the payee. It covers one direction
/// only if the payee pays and is paid for different things, as an employer with a shop.
public struct PayeeRule: Hashable, Sendable {
    /// The payee's name in lists, whatever banks write.
    public let payee: String
    /// The number of matching transactions.
    public let matches: Int
    /// The ids of matching transactions that the user corrected or confirmed differently. They
    /// stay as they are.
    public let kept: [Int64]
    /// The corrections that keep those that were only confirmed.
    let keeping: [Int64: Correction]
    private var conditions: [RuleChange.Field]
    private let setting: Correction

    /// Makes a rule from a correction. Notes belong to single transactions and are not part of
    /// it.
    ///
    /// - Parameters:
    ///   - snapshot: a snapshot with payees as rules see them.
    ///   - shown: the payees in lists, by transaction.
    ///   - corrected: the ids of the transactions corrected with it.
    ///   - verdictOf: the current verdict on a transaction.
    /// - Throws: ``EngineError/noPayee(transaction:)`` if the bank text has nothing to match,
    ///   and ``EngineError/payeeNotAlone(_:transaction:other:)``.
    init(
        _ transaction: TransactionFacts, in snapshot: Snapshot, shown: [Int64: String],
        setting: Correction, of corrected: Set<Int64>,
        verdictOf: (Int64) throws -> Verdict?
    ) throws {
        func classOf(_ id: Int64) throws -> TransactionClass? {
            try verdictOf(id)?.transactionClass.value
        }
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
        (kept, keeping) = try snapshot.decisions.exceptions(
            from: effect, among: matching.map(\.id).filter { !corrected.contains($0) }
        ) {
            // Reading a verdict takes a moment, and most were not confirmed.
            try snapshot.decisions.confirmations[$0] == nil ? nil : verdictOf($0)
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

    /// What it sets.
    var attributes: Set<Attribute> {
        Set(Attribute.allCases.filter { !setting.values(of: $0).isEmpty })
    }

    /// The whole rule.
    var change: RuleChange {
        var change = RuleChange()
        change.conditions = conditions
        change.effects = effects(addingTo: [])
        return change
    }

    /// The effects in rule syntax.
    ///
    /// - Parameter tags: tags to add its own to.
    func effects(addingTo tags: [String]) -> [RuleChange.Field] {
        var effects: [RuleChange.Field] = []
        func set(_ attribute: String, _ text: String?) {
            if let text { effects.append(.init(attribute, LuaLiteral.text(text))) }
        }
        set("class", setting.class?.rawValue)
        set("category", setting.category)
        set("lens", setting.lens?.rawValue)
        set("payee", setting.payee)
        set("loan", setting.loan)
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
    /// Whether it only sets the kind of spending, not that it is spending.
    fileprivate var tellsKindOfSpending: Bool {
        `class` == nil && (category != nil || lens != nil)
    }
}

/// The payees that a rule must match to cover everything listed under one payee's name.
///
/// Rules test the payee before any rule changes it. A name from another rule may cover
/// several of those payees, or part of one, which no rule can match.
struct RuledPayees {
    /// The name in lists.
    let shown: String
    /// The names as rules see them, sorted.
    let names: [String]
    /// The transactions with one of these names.
    let transactions: [TransactionFacts]

    /// - Parameters:
    ///   - snapshot: a snapshot with payees as rules see them.
    ///   - shown: the payees in lists, by transaction.
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
        // A name given to a single transaction says nothing about others.
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
    /// The transactions that a rule for these payees would match.
    fileprivate func transactions(paidTo payees: [String]) -> [TransactionFacts] {
        let wanted = Set(payees.map { SearchText($0) })
        let texts = Set(transactions.map(\.payee)).filter {
            wanted.contains(SearchText(self.texts[$0]))
        }
        return transactions.filter { texts.contains($0.payee) }
    }
}

extension Decisions {
    /// The transactions that the user decided differently from a rule. Those that were only
    /// confirmed come with the corrections that keep them.
    ///
    /// Only a correction overrules a rule.
    func exceptions(
        from effect: Effect, among transactions: [Int64], verdictOf: (Int64) throws -> Verdict?
    ) rethrows -> (kept: [Int64], keeping: [Int64: Correction]) {
        var kept: [Int64] = []
        var keeping: [Int64: Correction] = [:]
        for id in transactions {
            guard let said = said(of: id, now: try verdictOf(id)), effect.contradicts(said)
            else { continue }
            kept.append(id)
            var correction = corrections[id] ?? Correction()
            guard !effect.contradicts(correction) else { continue }
            if effect.class != nil { correction.class = said.class }
            if effect.category != nil || effect.splits != nil {
                correction.category = said.category
            }
            keeping[id] = correction
        }
        return (kept, keeping)
    }
}
