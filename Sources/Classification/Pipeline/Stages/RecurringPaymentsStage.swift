import Model
import Rules

extension PipelineRun {
    mutating func runRecurring(_ settings: RecurringSettings, stage: Int) {
        let standings = (0..<states.count).map {
            DecidedAttributes(states.partialVerdict(in: Int32($0)))
        }
        let moneyBack = pipeline.stageOfMoneyBack.flatMap { $0.position < stage ? $0 : nil }
        let waiting = waiting
        let recurring = RecurringStage(
            settings, snapshot: snapshot, standings: standings, stateOfRow: stateOfRow,
            lastCategory: Self.lastCategory,
            usesBankPayees: !pipeline.decidesPayees,
            daysAfterPurchase: moneyBack?.moneyBack.daysAfterPurchase,
            giver: waiting.giver, changedCategories: changedCategories(before: stage),
            isPaired: { partnerOfRow[$0] >= 0 })
        let outcome = recurring.search()
        series += outcome.series.map(\.facts)
        for found in outcome.series where found.facts.decision != .dismissed {
            let opinion = RecurringOpinion(
                of: found.facts, stage: stage, name: pipeline.stages[stage].name)
            let membership = number(of: opinion.membership)
            for row in found.rows.map({ Int($0) }) {
                if !found.facts.isLinkedByRule, waiting.contains(row) {
                    add(opinion.income, to: row)
                }
                if let lens = lens(ofRecurring: row, worded: recurring.wording) {
                    add(opinion.lens(lens), to: row)
                }
                if !found.facts.isLinkedByRule { add(membership, to: row) }
            }
        }
        addWaiting()
        if let (position, rulebook, moneyBack) = moneyBack {
            addRefunds(outcome.givenBack, moneyBack, knownBy: rulebook, stage: position)
        }
    }

    /// By row whose category the person decided, or that was learned from that, the category
    /// that the shipped rules before a stage give it.
    private func changedCategories(before stage: Int) -> [Int32: String?] {
        let isChanged = (0..<states.count).map { state in
            let decider = states.firstContribution(in: Int32(state)) { $0.effect.category != nil }
            switch decider.map({ pipeline.stages[$0.stage].kind }) {
            case .userRules, .corrections, .memory: return true
            default: return false
            }
        }
        let rows = stateOfRow.indices.filter { isChanged[Int(stateOfRow[$0])] }
        guard !rows.isEmpty else { return [:] }
        let rulebooks = pipeline.stages.prefix(stage).compactMap { stage in
            if case .rules(let rulebook, _, _) = stage.kind { rulebook } else { nil }
        }
        let matchers = rulebooks.map {
            (rules: $0.rules, matcher: RulebookMatcher(rulebook: $0, snapshot: snapshot))
        }
        var categories: [Int32: String?] = [:]
        for row in rows {
            let found = matchers.lazy.compactMap { rules, matcher in
                matcher.firstMatch(row: row).flatMap { rules[$0].effect.category }
            }.first
            categories.updateValue(found, forKey: Int32(row))
        }
        return categories
    }

    /// The lens of a recurring payment whose category has none.
    private func lens(ofRecurring row: Int, worded wording: RecurringWording) -> RecurringLens? {
        let category = states.category(of: stateOfRow[row])
        guard snapshot.transactions[row].amount < 0,
            category.flatMap({ pipeline.categories[$0]?.lens }) == nil
        else { return nil }
        return RecurringLens(
            of: expectedClass(of: row), isWordedAsNeed: wording.meaning(of: row).contains(.need),
            to: partner(of: row).map { snapshot.account(of: snapshot.transactions[$0]).type })
    }

    private mutating func addWaiting() {
        for row in waiting.rows {
            let isIncome = states.transactionClass(of: stateOfRow[row]) == .income
            for number in waiting.take(of: row) {
                // Income has no spending category.
                if isIncome, states.contribution(number).effect.category != nil { continue }
                add(number, to: row)
            }
        }
    }

    /// Marks refunds of undecided class as expenses, so that they reduce spending.
    ///
    /// - Parameters:
    ///   - givenBack: by row, the days since the purchase.
    ///   - merchants: the rulebook with the spending categories.
    private mutating func addRefunds(
        _ givenBack: [Int: Int], _ moneyBack: MoneyBack, knownBy merchants: Rulebook, stage: Int
    ) {
        let open = givenBack.keys.sorted().filter { row in
            states.transactionClass(of: stateOfRow[row]) == nil
                && moneyBack.holds(on: snapshot.account(of: snapshot.transactions[row]).type)
        }
        guard !open.isEmpty else { return }
        let exceptions = RulebookMatcher(rulebook: moneyBack.exceptions, snapshot: snapshot)
        let matcher = RulebookMatcher(rulebook: merchants, snapshot: snapshot)
        for row in open where exceptions.firstMatch(row: row) == nil {
            let day = snapshot.transactions[row].day.adding(days: -(givenBack[row] ?? 0))
            add(
                Contribution(
                    stage: stage,
                    reason: Reason(
                        by: pipeline.stages[stage].name, rule: nil,
                        Evidence(.moneyBackFor, "\(day)")),
                    effect: Effect(class: .expense)),
                to: row)
            guard let match = matcher.firstMatch(row: row) else { continue }
            let rule = merchants.rules[match]
            add(
                Contribution(
                    stage: stage, reason: reason(stage, rule: rule, .detected),
                    effect: rule.effect),
                to: row)
        }
    }
}

/// The contributions of the recurring stage to the transactions of one series.
///
/// Their texts stay the same while the series continues. Otherwise each new payment
/// would change the reasons of all earlier ones.
struct RecurringOpinion {
    private let stage: Int
    private let name: String
    private let series: SeriesFacts

    init(of series: SeriesFacts, stage: Int, name: String) {
        self.series = series
        self.stage = stage
        self.name = name
    }

    var membership: Contribution {
        let code: Evidence.Code =
            switch series.decision {
            case nil: .series
            case .cancelled: .seriesCancelled
            case .confirmed, .dismissed: .seriesConfirmed
            }
        let amount = Money(minorUnits: series.usualAmount, currency: series.currency)
            .plainText.drop { $0 == "-" }
        return Contribution(
            stage: stage,
            reason: Reason(
                by: name, rule: nil,
                Evidence(
                    code, series.frequency.rawValue, series.isFixed ? String(amount) : nil)),
            effect: Effect(series: series.name))
    }

    /// For money from people and merchants.
    var income: Contribution {
        Contribution(
            stage: stage,
            reason: Reason(by: name, rule: nil, Evidence(.regularIncome)),
            effect: Effect(class: .income))
    }

    func lens(_ lens: RecurringLens) -> Contribution {
        Contribution(
            stage: stage,
            reason: Reason(by: name, rule: nil, Evidence(lens.code)),
            effect: Effect(lens: lens.lens))
    }
}

/// The place of a recurring payment in a 50/30/20 plan if its category has none.
enum RecurringLens {
    case necessity, subscription, debt, saving

    /// - Parameter account: the other side of a transfer, if known.
    init?(
        of transactionClass: TransactionClass, isWordedAsNeed: Bool, to account: AccountType?
    ) {
        switch (transactionClass, account) {
        case (.expense, _): self = isWordedAsNeed ? .necessity : .subscription
        case (.transfer, .loan), (.transfer, .mortgage): self = .debt
        case (.transfer, .savings), (.transfer, .investment), (.transfer, .brokerage):
            self = .saving
        case (.transfer, nil) where isWordedAsNeed: self = .debt
        default: return nil
        }
    }

    var lens: Lens {
        switch self {
        case .necessity, .debt: .need
        case .subscription: .want
        case .saving: .saving
        }
    }

    var code: Evidence.Code {
        switch self {
        case .necessity: .regularNeed
        case .subscription: .regularWant
        case .debt: .regularDebt
        case .saving: .regularSaving
        }
    }
}
