internal import Classification
public import Model
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

/// What the person says about transactions in one command.
public struct CorrectionChange: Hashable, Sendable {
    /// Whether all that was set before is taken back first.
    public var clears: Bool
    /// Parts of what was set before that are taken back.
    public var dropped: Set<CorrectionPart>
    /// Tags that were set before and are taken away.
    public var droppedTags: [String]
    /// What is set on top of what was set before. Which rules that overrules is
    /// found out.
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

    /// What is left of what was set before.
    func rest(of earlier: Correction) -> Correction {
        guard !clears else { return Correction() }
        var rest = earlier
        for part in dropped { part.takeBack(from: &rest) }
        rest.tags.removeAll { droppedTags.contains($0) }
        return rest
    }

    /// The tags and the note that a transaction has with it, which rules may ask
    /// for.
    func given(after earlier: Correction) -> Correction {
        let rest = rest(of: earlier)
        return Correction(
            note: correction.note ?? rest.note, tags: rest.tags + correction.tags)
    }

    /// The change as a command, for `history`. Names, notes and tags stay out
    /// of it: a summary may be told in an error.
    func summary(of transactions: [Int64], asRule: Bool) -> String {
        var words = ["transactions set", Self.naming(transactions)]
        if clears { words.append("--clear") }
        if let value = correction.class { words.append("--class \(value.rawValue)") }
        if let value = correction.category { words.append("--category \(value)") }
        if let value = correction.lens { words.append("--lens \(value.rawValue)") }
        if correction.payee != nil { words.append("--payee") }
        if correction.note != nil { words.append("--note") }
        if !correction.tags.isEmpty { words.append("--tag") }
        if !droppedTags.isEmpty { words.append("--untag") }
        if let value = correction.excluded { words.append(value ? "--exclude" : "--no-exclude") }
        for part in CorrectionPart.allCases where dropped.contains(part) {
            words.append("--unset \(part.rawValue)")
        }
        if asRule { words.append("--all-from-payee") }
        return words.joined(separator: " ")
    }

    /// A change that handlers asked for, for `history`.
    static func summary(ofAutomatic transactions: [Int64], by handlers: [String]) -> String {
        let names =
            handlers.count > 3
            ? "\(handlers.count) handlers" : handlers.joined(separator: ", ")
        return "automation: transactions set \(naming(transactions)), asked for by \(names)"
    }

    private static func naming(_ transactions: [Int64]) -> String {
        transactions.count > 3
            ? "(\(transactions.count) transactions)"
            : transactions.map(String.init).joined(separator: " ")
    }
}

/// What a correction sets, by the names that commands have for it.
public enum CorrectionPart: String, CaseIterable, Sendable {
    case `class`, category, lens, payee, note, tags, excluded

    /// Whether a correction sets it.
    public func isSet(in correction: Correction) -> Bool {
        var rest = correction
        takeBack(from: &rest)
        return rest != correction
    }

    func takeBack(from correction: inout Correction) {
        switch self {
        case .class: correction.class = nil
        case .category: correction.category = nil
        case .lens: correction.lens = nil
        case .payee: correction.payee = nil
        case .note: correction.note = nil
        case .tags: correction.tags = []
        case .excluded: correction.excluded = nil
        }
    }
}

/// What has to be known of transactions before the person's word on them can be
/// kept.
struct CorrectionGrounds {
    /// With payees as rules see them.
    let snapshot: Snapshot
    /// Of the transactions, those that are in the vault.
    let rows: [TransactionFacts]
    /// What was set for them before.
    let earlier: [Int64: Correction]
    private let opinions: [Int64: [RuleOpinion]]
    private let waiting: [Rule]
    private let identities: RuleIdentities
    /// Those of the configuration.
    let categories: CategoryTree

    /// - Parameters:
    ///   - changes: what the person says of transactions; rules are asked what
    ///     they set where it has been said.
    ///   - keeper: as of a pass.
    init(
        _ engine: Engine, of transactions: [Int64], changes: [Int64: [CorrectionChange]] = [:],
        keeper: PassKeeper? = nil
    ) throws {
        let numbers = Set(transactions)
        let setup = try engine.passSetup(keeper: keeper)
        let snapshot = setup.pipeline.namingPayees(in: try engine.snapshot(for: setup))
        categories = setup.pipeline.categories
        let rows = snapshot.transactions.filter { numbers.contains($0.id) }
        self.snapshot = snapshot
        self.rows = rows
        earlier = snapshot.decisions.corrections.filter { numbers.contains($0.key) }
        identities = setup.userRules.identities
        waiting = setup.userRules.rulesAskingForDecisions
        var said = snapshot.decisions
        for (transaction, changes) in changes {
            said.corrections[transaction] = changes.reduce(
                earlier[transaction] ?? Correction()
            ) { $1.given(after: $0) }
        }
        opinions = Dictionary(
            grouping: try setup.userRules.opinions(
                on: Snapshot(
                    asOf: snapshot.asOf, accounts: snapshot.accounts, transactions: rows,
                    texts: snapshot.texts, decisions: said)),
            by: \.transaction)
        // The pass behind it finds functions as they were read, and tells what
        // they print.
        if !setup.userRules.wasRowLocal { keeper?.forget() }
        _ = setup.userRules.takeOutput()
    }

    func holds(_ transaction: Int64) -> Bool { rows.contains { $0.id == transaction } }

    /// What is to be kept. Rules of the person's that say something else are
    /// overruled.
    ///
    /// - Parameter start: what else is to be kept already; nil for what was set
    ///   before.
    func correction(
        of transaction: Int64, by change: CorrectionChange, after start: Correction? = nil
    ) -> Correction {
        let start = change.rest(of: start ?? earlier[transaction] ?? Correction())
        return start.changed(
            by: change.correction, opinions: opinions[transaction] ?? [], waiting: waiting,
            of: identities)
    }

    /// What is to be kept where a transaction is said to be a side of a transfer;
    /// nil where neither a correction nor a rule of the person's makes it anything
    /// else.
    func correctionToTransfer(of transaction: Int64) -> Correction? {
        let classes =
            [earlier[transaction]?.class] + (opinions[transaction] ?? []).map(\.effect.class)
        guard classes.contains(where: { $0 != nil && $0 != .transfer }) else { return nil }
        return correction(
            of: transaction, by: CorrectionChange(Correction(class: .transfer)))
    }
}
