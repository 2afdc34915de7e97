internal import Classification
public import Model
internal import Rules
internal import Vault

/// The outcome of correcting transactions.
public struct CorrectionReport: Sendable {
    /// The rules made from the correction, one per payee.
    public let rules: [PayeeRule]
    public let classified: ClassifyReport
    /// How many other transactions changed, since they learned a category from these.
    public let learned: Int
}

extension Engine {
    /// Stores the user's correction of transactions, and classifies again. It overrules the
    /// user's existing rules that disagree, but not rules added later.
    ///
    /// - Parameters:
    ///   - transactions: transaction ids, at least one.
    ///   - asRule: whether the correction also becomes a rule for all transactions of the same
    ///     payee.
    /// - Throws: ``EngineError/noSuchTransaction(_:)``,
    ///   ``EngineError/tagNotSet(_:transaction:tagger:)``,
    ///   ``EngineError/partNotSet(_:transactions:)``, ``EngineError/noPayee(transaction:)``, or
    ///   ``EngineError/payeeNotAlone(_:transaction:other:)``, with nothing stored.
    public func correct(
        _ transactions: [Int64], _ change: CorrectionChange, asRule: Bool = false
    ) throws -> CorrectionReport {
        let grounds = try CorrectionGrounds(self, of: transactions)
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
                ) { try vault.transaction($0)?.verdict }
                if !rules.contains(rule) { rules.append(rule) }
            }
        }
        let stored = try rules.map(correctionRule)
        let report = try classifying {
            try vault.correct(
                corrections, addingRules: stored, stating: change.correction,
                forgettingConfirmations: change.clears,
                summary: change.summary(of: numbers.sorted(), asRule: asRule))
        }.classified
        let memories = grounds.memories
        let learned = report.differing.count {
            !numbers.contains($0.transaction) && memories.contains($0.after.category.reason.by)
        }
        return CorrectionReport(rules: rules, classified: report, learned: learned)
    }

    /// Splits a transaction, in place of its category. Its amount decides whether the parts fit.
    ///
    /// - Parameter parts: the parts as typed, at least two; one may take the rest.
    /// - Throws: `TypedSplitError` or ``EngineError/noSuchTransaction(_:)``, with nothing stored.
    public func split(
        _ transaction: Int64, into parts: [SplitPlan.Part]
    ) throws -> CorrectionReport {
        guard let record = try vault.transaction(transaction) else {
            throw EngineError.noSuchTransaction(transaction)
        }
        let plan = try SplitPlan(typed: parts, of: record.amount)
        return try correct([transaction], CorrectionChange(Correction(splits: plan)))
    }

    /// The rule to store. An existing rule with the same condition is extended instead.
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
            setting: rule.attributes, keeping: rule.keeping)
    }

    /// Checks the change. Of a transaction that the bank withdrew, a correction can only be
    /// cleared.
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
            // Clearing an absent note is not an error.
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

/// A change of the user's corrections of transactions.
public struct CorrectionChange: Hashable, Sendable {
    /// Whether all earlier corrections are cleared first.
    public var clears: Bool
    /// The parts of earlier corrections to clear.
    public var dropped: Set<CorrectionPart>
    /// The earlier tags to remove.
    public var droppedTags: [String]
    /// The values to set on top.
    public var correction: Correction

    public init(
        clears: Bool = false, dropped: Set<CorrectionPart> = [], droppedTags: [String] = [],
        _ correction: Correction = Correction()
    ) {
        self.clears = clears
        self.dropped = dropped
        self.droppedTags = droppedTags
        self.correction = correction
    }

    /// The rest of an earlier correction.
    func rest(of earlier: Correction) -> Correction {
        guard !clears else { return Correction() }
        var rest = earlier
        for part in dropped { part.takeBack(from: &rest) }
        rest.tags.removeAll { droppedTags.contains($0) }
        return rest
    }

    /// The change as a command, for `history`. No error may quote it.
    func summary(of transactions: [Int64], asRule: Bool) -> String {
        var words = [
            "transactions \(correction.splits == nil ? "set" : "split")", Self.naming(transactions),
        ]
        let parts = correction.splits?.parts ?? []
        words += parts.prefix(JournalWords.mostNamed).map(\.typed)
        if parts.count > JournalWords.mostNamed {
            words.append("(and \(parts.count - JournalWords.mostNamed) more)")
        }
        if clears { words.append("--clear") }
        if let value = correction.class { words.append("--class \(value.rawValue)") }
        if let value = correction.category { words.append("--category \(value)") }
        if let value = correction.lens { words.append("--lens \(value.rawValue)") }
        if let value = correction.payee { words.append("--payee \(JournalWords.quoted(value))") }
        if let value = correction.loan { words.append("--loan \(JournalWords.quoted(value))") }
        if let value = correction.note { words.append("--note \(JournalWords.quoted(value))") }
        let (tags, untagged) = (correction.tags, droppedTags.sorted())
        words += tags.prefix(JournalWords.mostNamed).map { "--tag \(JournalWords.quoted($0))" }
        words += untagged.prefix(JournalWords.mostNamed).map {
            "--untag \(JournalWords.quoted($0))"
        }
        if let value = correction.excluded { words.append(value ? "--exclude" : "--no-exclude") }
        for part in CorrectionPart.allCases where dropped.contains(part) {
            words.append("--unset \(part.rawValue)")
        }
        if asRule { words.append("--all-from-payee") }
        switch correction.reach {
        case .usual: break
        case .alone: words.append("--only")
        case .onward: words.append("--from-now-on")
        case .past: words.append("--past")
        }
        return words.joined(separator: " ")
    }

    /// The summary of a change that handlers requested, for `history`.
    static func summary(ofAutomatic transactions: [Int64], by handlers: [String]) -> String {
        let names =
            handlers.count > 3
            ? "\(handlers.count) handlers" : handlers.joined(separator: ", ")
        return "automation: transactions set \(naming(transactions)), requested by \(names)"
    }

    static func naming(_ transactions: [Int64]) -> String {
        transactions.count > 3
            ? "(\(transactions.count) transactions)"
            : transactions.map(String.init).joined(separator: " ")
    }
}

/// A part of a correction, by its name in commands.
public enum CorrectionPart: String, CaseIterable, Sendable {
    case `class`, category, lens, payee, loan, note, tags, excluded, splits

    /// Whether a correction sets this part.
    public func isSet(in correction: Correction) -> Bool {
        var rest = correction
        takeBack(from: &rest)
        return rest != correction
    }

    func takeBack(from correction: inout Correction) {
        switch self {
        case .class: correction.class = nil
        case .category where correction.category != nil:
            (correction.category, correction.reach) = (nil, .usual)
        case .category: break
        case .lens: correction.lens = nil
        case .payee: correction.payee = nil
        case .loan: correction.loan = nil
        case .note: correction.note = nil
        case .tags: correction.tags = []
        case .excluded: correction.excluded = nil
        case .splits: correction.splits = nil
        }
    }
}

/// The data for storing corrections: a snapshot, and earlier corrections.
struct CorrectionGrounds {
    /// The snapshot with payees as rules see them.
    let snapshot: Snapshot
    /// The given transactions that are in the vault.
    let rows: [TransactionFacts]
    /// The earlier corrections.
    let earlier: [Int64: Correction]
    /// The configured categories.
    let categories: CategoryTree
    /// The names of the stages that learn from corrections.
    let memories: Set<String>

    /// Rules of files that no pass has seen yet are older than what is about to be stored.
    ///
    /// - Parameter cache: the cached rules, as in a pass.
    init(_ engine: Engine, of transactions: [Int64], cache: RulebookCache? = nil) throws {
        let numbers = Set(transactions)
        let setup = try engine.passSetup(cache: cache)
        try engine.numberRules(of: setup, byContent: true)
        snapshot = setup.pipeline.namingPayees(in: try engine.snapshot(for: setup))
        categories = setup.pipeline.categories
        memories = Set(
            setup.pipeline.stages.filter {
                if case .memory = $0.kind { true } else { false }
            }.map(\.name))
        rows = snapshot.transactions.filter { numbers.contains($0.id) }
        earlier = snapshot.decisions.corrections.filter { numbers.contains($0.key) }
    }

    func holds(_ transaction: Int64) -> Bool { rows.contains { $0.id == transaction } }

    /// The correction to store.
    ///
    /// - Parameter start: the correction to build on; nil for the earlier one.
    func correction(
        of transaction: Int64, by change: CorrectionChange, after start: Correction? = nil
    ) -> Correction {
        change.rest(of: start ?? earlier[transaction] ?? Correction())
            .changed(by: change.correction)
    }

    /// The correction to store for a side of a transfer; nil if no earlier one disagrees.
    func correctionToTransfer(of side: Int64) -> Correction? {
        guard let known = earlier[side]?.class, known != .transfer else { return nil }
        return correction(of: side, by: CorrectionChange(Correction(class: .transfer)))
    }
}
