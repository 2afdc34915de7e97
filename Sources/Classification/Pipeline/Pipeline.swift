public import Model
public import Rules

/// The ordered list of stages that each transaction passes. For each attribute
/// the first stage that decides it wins.
public struct Pipeline: Sendable {
    public let stages: [Stage]
    public let categories: CategoryTree

    public init(stages: [Stage], categories: CategoryTree) {
        self.stages = stages
        self.categories = categories
    }

    /// The name of the stage that decides what no other did.
    public var lastStage: String? { stages.last?.name }

    /// Whether a stage gives every transaction a payee.
    var decidesPayees: Bool { payeeNormaliser != nil }

    /// Whether a stage looks for series of payments.
    var findsSeries: Bool { countOfSearches > 0 }

    /// How many stages there are up to the last one that asks rules.
    var stagesThroughLastRules: Int {
        let last = stages.lastIndex { stage in
            switch stage.kind {
            case .userRules, .rules: true
            default: false
            }
        }
        return last.map { $0 + 1 } ?? 0
    }

    /// What the first stage behind another asks of money from people.
    func moneyFromPeople(askedBehind stage: Int) -> MoneyFromPeople? {
        searches(behind: stage).compactMap(\.people).first
    }

    /// What the first stage behind another asks of money from merchants.
    func moneyFromMerchants(askedBehind stage: Int) -> RegularMoney? {
        searches(behind: stage).compactMap(\.merchants).first
    }

    private func searches(behind stage: Int) -> [RecurringSettings] {
        stages.dropFirst(stage + 1).compactMap { stage in
            if case .recurring(let settings) = stage.kind { settings } else { nil }
        }
    }

    /// The stage whose rulebook knows merchants that give money back.
    var stageOfMoneyBack: (position: Int, rulebook: Rulebook, moneyBack: MoneyBack)? {
        for (position, stage) in stages.enumerated() {
            if case .rules(let rulebook, _, let moneyBack?) = stage.kind {
                return (position, rulebook, moneyBack)
            }
        }
        return nil
    }

    /// How many stages look for series of payments.
    var countOfSearches: Int {
        stages.count { if case .recurring = $0.kind { true } else { false } }
    }
}

/// One stage of a pipeline.
public struct Stage: Sendable {
    /// What reasons call the stage; unique within a pipeline.
    public let name: String
    public let kind: Kind

    public init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    public enum Kind: Sendable {
        /// The person's own rules.
        case userRules
        /// What the person set for single transactions.
        case corrections
        /// Pairs of equal and opposite amounts between own accounts.
        case transfers(TransferSettings)
        /// A rulebook that comes as data. With `onlyFor` it looks only at
        /// transactions of those classes; one whose class is still open
        /// counts as what its sign makes it. With `moneyBack` what a merchant
        /// of the rulebook pays in becomes an expense first.
        case rules(Rulebook, onlyFor: Set<TransactionClass>?, moneyBack: MoneyBack? = nil)
        /// The payee of every transaction, from its text. It is read before
        /// all stages, since rules look at it, and decides here.
        case payees(PayeeNormaliser)
        /// Payments that come again and again. It says something only after
        /// the stages that decide payees and categories.
        case recurring(RecurringSettings)
        /// The lens that each category carries, for expenses, and that of
        /// transfers which pay a loan or move savings.
        case categoryLens
        /// The plugin of the stage's name.
        case plugin
        /// What is left: the sign decides the class, the category is "other".
        case byDefault
    }
}

extension Pipeline {
    /// The pipeline without some of the rules that come as data.
    ///
    /// - Parameter disabled: the rules' references; others are not looked at.
    public func without(_ disabled: Set<String>) throws(RulebookError) -> Pipeline {
        guard !disabled.isEmpty else { return self }
        var stages: [Stage] = []
        for stage in self.stages {
            guard case .rules(let rulebook, let onlyFor, let moneyBack) = stage.kind,
                rulebook.rules.contains(where: { disabled.contains($0.reference) })
            else {
                stages.append(stage)
                continue
            }
            // They stand in their order already.
            let rest = try Rulebook(rulebook.rules.filter { !disabled.contains($0.reference) })
            stages.append(
                Stage(name: stage.name, kind: .rules(rest, onlyFor: onlyFor, moneyBack: moneyBack)))
        }
        return Pipeline(stages: stages, categories: categories)
    }

    /// The rules that come as data, in the order in which they are asked.
    public var builtInRules: [Rule] {
        stages.flatMap { stage in
            guard case .rules(let rulebook, _, _) = stage.kind else { return [Rule]() }
            return rulebook.rules
        }
    }
}

/// What tells that a merchant gave money back: it comes from one whose name is
/// in a list, and no word speaks of wages, of a sale or of a transfer.
public struct MoneyBack: Sendable {
    private let lists: Set<String>
    private let accountTypes: Set<AccountType>
    private let categories: Set<String>
    /// So long after a purchase the same amount from the same payee is money back,
    /// whoever it is; nil where only merchants in a list give it.
    let daysAfterPurchase: Int?
    let exceptions: Rulebook

    /// - Parameters:
    ///   - lists: the files of merchants' names, "merchants-us.txt".
    ///   - accountTypes: the accounts on which it is money back.
    ///   - categories: those of the merchants that are meant.
    ///   - daysAfterPurchase: so long after a purchase the same amount from the same
    ///     payee is money back, whoever it is; nil for merchants of the lists alone.
    ///   - never: holds for texts of what is no money back.
    public init(
        from lists: Set<String>, on accountTypes: Set<AccountType>, in categories: Set<String>,
        daysAfterPurchase: Int? = nil, never: Condition
    ) throws(RulebookError) {
        self.lists = lists
        self.accountTypes = accountTypes
        self.categories = categories
        self.daysAfterPurchase = daysAfterPurchase
        exceptions = try Rulebook([
            Rule(
                id: "never", name: "No money back", origin: .shipped(file: ""), priority: 0,
                condition: never, effect: Effect())
        ])
    }

    func holds(on type: AccountType) -> Bool { accountTypes.contains(type) }

    /// Whether the rule is the name of a merchant that is no other word.
    func isMerchant(_ rule: Rule) -> Bool {
        guard case .shipped(let file) = rule.origin, lists.contains(file), rule.priority == 0
        else { return false }
        return rule.effect.category.map(categories.contains) ?? false
    }
}
