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
