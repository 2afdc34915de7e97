public import Model
public import Rules

/// The effect of one of the person's rules on a transaction.
public struct RuleOpinion: Hashable, Sendable {
    public let transaction: Int64
    public let rule: Rule
    public let effect: Effect

    public init(transaction: Int64, rule: Rule, effect: Effect) {
        self.transaction = transaction
        self.rule = rule
        self.effect = effect
    }
}

extension UserRules {
    /// The effects of all rules on the transactions of a snapshot, in rule order.
    public func opinions(on snapshot: Snapshot) throws -> [RuleOpinion] {
        var opinions: [RuleOpinion] = []
        try forEachOpinion(on: snapshot) { row, position, effect in
            let rule = rules[position].rule
            opinions.append(
                RuleOpinion(
                    transaction: snapshot.transactions[row].id, rule: rule,
                    effect: effect ?? rule.effect))
        }
        return opinions
    }
}

extension Correction {
    /// This correction with the values of a later one in place of its own.
    public func changed(by later: Correction) -> Correction {
        Correction(
            class: later.class ?? self.class,
            category: later.category ?? (later.splits == nil ? category : nil),
            lens: later.lens ?? lens, payee: later.payee ?? payee,
            loan: later.loan ?? loan, note: later.note ?? note,
            tags: tags + later.tags.filter { !tags.contains($0) },
            excluded: later.excluded ?? excluded,
            splits: later.splits ?? (later.category == nil ? splits : nil),
            reach: later.category == nil ? reach : later.reach)
    }
}

extension Effect {
    public init(_ correction: Correction) {
        self.init(
            class: correction.class, category: correction.category, lens: correction.lens,
            payee: correction.payee, loan: correction.loan, note: correction.note,
            tags: correction.tags, excluded: correction.excluded, splits: correction.splits)
        classifyLoan()
    }

    /// The attributes that differ between two effects, or that only one of them sets.
    public func attributes(otherThanIn other: Effect) -> Set<Attribute> {
        func values(_ effect: Effect) -> [Attribute: String] {
            Dictionary(effect.decisions.map { ($0.attribute, $0.value) }) { first, _ in first }
        }
        let (own, others) = (values(self), values(other))
        return Set(Attribute.allCases.filter { own[$0] != others[$0] })
    }

    /// The effect without what a correction sets, if they contradict each other. Splits that take
    /// the place of a category go with it. Tags add up.
    func yielding(to correction: Correction) -> Effect {
        guard contradicts(correction) else { return self }
        var rest = self
        if correction.class != nil { rest.class = nil }
        let takesCategory = splits.map { !$0.keepsCategory } ?? true
        if correction.category != nil {
            rest.category = nil
            if takesCategory { rest.splits = nil }
        }
        if let other = correction.splits {
            rest.splits = nil
            if !other.keepsCategory { rest.category = nil }
        }
        if correction.lens != nil { rest.lens = nil }
        if correction.payee != nil { rest.payee = nil }
        if correction.loan != nil { rest.loan = nil }
        if correction.note != nil { (rest.note, rest.appendedNote) = (nil, nil) }
        if correction.excluded != nil { rest.excluded = nil }
        return rest
    }

    /// Whether it sets a different value than a correction does.
    public func contradicts(_ correction: Correction) -> Bool {
        func differ<Value: Equatable>(_ own: Value?, _ other: Value?) -> Bool {
            guard let own, let other else { return false }
            return own != other
        }
        return differ(self.class, correction.class) || differ(category, correction.category)
            || (splits?.keepsCategory == false && correction.category != nil)
            || (category != nil && correction.splits?.keepsCategory == false)
            || differ(splits, correction.splits)
            || differ(lens, correction.lens)
            || differ(payee, correction.payee) || differ(note, correction.note)
            || differ(loan, correction.loan) || differ(excluded, correction.excluded)
    }
}

/// The person's corrections by snapshot row, without what can't be applied.
struct CorrectedRows {
    private var corrections: [Int: Correction] = [:]
    /// The numbers of the sides of marked transfers.
    private var marks: [Int: Int64] = [:]
    /// In the order of transactions.
    private(set) var problems: [DecisionProblem] = []

    init(_ snapshot: Snapshot, pipeline: Pipeline) {
        for (pair, number) in snapshot.decisions.order.pairs {
            for side in [pair.first, pair.second] {
                if let row = snapshot.row(of: side) { marks[row] = number }
            }
        }
        let decided = snapshot.decisions.corrections
        guard !decided.isEmpty else { return }
        guard pipeline.hasCorrections else {
            problems = [.noStageForCorrections(count: decided.count)]
            return
        }
        for (transaction, correction) in decided.sorted(by: { $0.key < $1.key }) {
            guard let row = snapshot.row(of: transaction) else {
                problems.append(.transactionWithdrawn(transaction))
                continue
            }
            var correction = correction
            if let category = correction.category, pipeline.categories[category] == nil {
                problems.append(.noSuchCategory(category, transaction: transaction))
                correction.category = nil
            }
            if let plan = correction.splits,
                let problem = problem(of: plan, row, transaction, in: snapshot, pipeline)
            {
                problems.append(problem)
                correction.splits = nil
            }
            corrections[row] = correction
        }
    }

    /// Why a transaction can't be split as the person said; nil if it can.
    private func problem(
        of plan: SplitPlan, _ row: Int, _ transaction: Int64, in snapshot: Snapshot,
        _ pipeline: Pipeline
    ) -> DecisionProblem? {
        for category in plan.parts.compactMap(\.category) where pipeline.categories[category] == nil
        {
            return .noSuchCategory(category, transaction: transaction)
        }
        let facts = snapshot.transactions[row]
        let parts = plan.parts(
            of: facts.amount, exponent: snapshot.account(of: facts).currency.exponent)
        return parts == nil ? .splitsDoNotFit(transaction: transaction) : nil
    }

    subscript(row: Int) -> Correction? { corrections[row] }

    var hasAny: Bool { !corrections.isEmpty || !marks.isEmpty }

    /// The part of a row's correction that a rule does not come after; nil without a correction.
    /// A marked transfer is one of the class.
    func standing(
        _ row: Int, beside rule: @autoclosure () -> AttributeNumbers, in snapshot: Snapshot
    ) -> Correction? {
        let mark = marks[row]
        guard mark != nil || corrections[row] != nil else { return nil }
        let rule = rule()
        var standing = snapshot.decisions.order.standing(
            corrections[row] ?? Correction(), of: snapshot.transactions[row].id, besideRule: rule)
        if let mark, mark >= rule[.class] { standing.class = .transfer }
        return standing
    }

    /// By row, whether the person set its category; empty if they set none.
    func haveCategory(count: Int) -> [Bool] {
        let rows = corrections.filter { $0.value.category != nil }.keys
        guard !rows.isEmpty else { return [] }
        var have = [Bool](repeating: false, count: count)
        for row in rows { have[row] = true }
        return have
    }

    var inRowOrder: [(row: Int, correction: Correction)] {
        corrections.sorted { $0.key < $1.key }.map { (row: $0.key, correction: $0.value) }
    }
}

extension Pipeline {
    fileprivate var hasCorrections: Bool {
        stages.contains { if case .corrections = $0.kind { true } else { false } }
    }
}

/// A decision of the person's that a pass could not apply. All other decisions were
/// applied.
public enum DecisionProblem: Hashable, Sendable {
    /// The bank no longer lists the corrected transaction.
    case transactionWithdrawn(Int64)
    /// The chosen category no longer exists; other stages decided the category.
    case noSuchCategory(String, transaction: Int64)
    /// The parts come to more than the amount that the bank now states, or have more decimals than
    /// its currency; the transaction counts as a whole.
    case splitsDoNotFit(transaction: Int64)
    /// The pipeline has no stage for corrections, so none was applied.
    case noStageForCorrections(count: Int)

    /// Whether a transaction that counts differs from the person's decision.
    public var losesDecision: Bool {
        if case .transactionWithdrawn = self { return false }
        return true
    }
}
