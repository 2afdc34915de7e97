internal import Classification
internal import Model
internal import Rules
internal import Vault

/// What a command that changed decisions came to.
public struct CorrectionReport: Sendable {
    /// The rules that the correction became, one for each payee.
    public let rules: [PayeeRule]
    public let classified: ClassifyReport
}

extension Engine {
    /// Takes the person's word on transactions, and classifies anew. Their own
    /// rules that say something else are overruled there; rules that they make
    /// later are not.
    ///
    /// - Parameters:
    ///   - transactions: the vault's numbers, at least one.
    ///   - asRule: whether the correction becomes a rule too, for all
    ///     transactions of the same payee.
    /// - Throws: ``EngineError/noSuchTransaction(_:)``,
    ///   ``EngineError/tagNotSet(_:transaction:tagger:)``,
    ///   ``EngineError/partNotSet(_:transactions:)``,
    ///   ``EngineError/noPayee(transaction:)``, or
    ///   ``EngineError/payeeNotAlone(_:transaction:other:)``, with nothing stored.
    public func correct(
        _ transactions: [Int64], _ change: CorrectionChange, asRule: Bool = false
    ) throws -> CorrectionReport {
        let grounds = try CorrectionGrounds(
            self, of: transactions,
            changes: Dictionary(transactions.map { ($0, [change]) }) { one, _ in one })
        let (snapshot, rows) = (grounds.snapshot, grounds.rows)
        try check(transactions, change, rows, earlier: grounds.earlier)
        let numbers = Set(transactions)
        var corrections: [Int64: Correction] = [:]
        for number in numbers {
            corrections[number] = grounds.correction(of: number, by: change)
        }
        var rules: [PayeeRule] = []
        if asRule {
            let shown = try vault.concludedPayees()
            for row in rows {
                let rule = try PayeeRule(
                    row, in: snapshot, shown: shown, setting: change.correction.withoutNote,
                    of: numbers
                ) { try vault.transaction($0)?.verdict?.transactionClass.value }
                if !rules.contains(rule) { rules.append(rule) }
            }
        }
        let stored = try rules.map(correctionRule)
        let report = try classifying {
            try vault.correct(
                corrections, addingRules: stored, stating: change.correction,
                summary: change.summary(of: numbers.sorted(), asRule: asRule))
        }.classified
        return CorrectionReport(rules: rules, classified: report)
    }

    /// A rule as it is to be stored. One that is there already for the same
    /// transactions says what is new from now on, and otherwise what it said.
    private func correctionRule(_ rule: PayeeRule) throws -> CorrectionRule {
        let definition = rule.change.definition
        let new = try checkedRule(definition)
        let known = try storedRules(withConditionOf: new).first { $0.effect.splits == nil }
        let twin = try vault.storedRules().first { $0.reference == known?.reference }
        var change = RuleChange()
        change.effects = rule.effects(addingTo: known?.effect.tags ?? [])
        let changed = twin.flatMap { change.definition(changing: $0.definition) }
        return CorrectionRule(
            changed ?? definition, replacing: changed == nil ? nil : twin?.id,
            exceptions: rule.kept)
    }

    /// What was set for a transaction that the bank withdrew can be taken
    /// back; nothing else can be said about one.
    private func check(
        _ transactions: [Int64], _ change: CorrectionChange, _ rows: [TransactionFacts],
        earlier: [Int64: Correction]
    ) throws {
        let present = Set(rows.map(\.id))
        let onlyClears = change == CorrectionChange(clears: true)
        for number in transactions where !present.contains(number) {
            guard onlyClears, earlier[number] != nil else {
                throw EngineError.noSuchTransaction(number)
            }
        }
        let tags = Set(earlier.values.flatMap(\.tags))
        if let tag = change.droppedTags.first(where: { !tags.contains($0) }) {
            throw try tagNotSet(tag, of: transactions)
        }
        for part in CorrectionPart.allCases where change.dropped.contains(part) {
            // An empty note is one that is not there, as it always was.
            guard part == .note || earlier.values.contains(where: part.isSet) else {
                throw EngineError.partNotSet(part, transactions: transactions)
            }
        }
    }

    private func tagNotSet(_ tag: String, of transactions: [Int64]) throws -> EngineError {
        for number in transactions {
            guard let tags = try vault.transaction(number)?.verdict?.tags, tags.value.contains(tag)
            else { continue }
            return .tagNotSet(tag, transaction: number, tagger: tags.reason.text)
        }
        return .tagNotSet(tag, transaction: transactions.first ?? 0, tagger: nil)
    }
}

extension Correction {
    fileprivate var withoutNote: Correction {
        var rest = self
        rest.note = nil
        return rest
    }
}
