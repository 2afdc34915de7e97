public import Model
public import Rules

/// The ordered list of stages that each transaction passes.
///
/// For each attribute the first stage that decides it wins.
public struct Pipeline: Sendable {
    public let stages: [Stage]
    public let categories: CategoryTree
    /// By position of a stage, the money about which it can't decide alone.
    let regularMoney: [RegularMoneyBehind]

    public init(stages: [Stage], categories: CategoryTree) {
        self.stages = stages
        self.categories = categories
        regularMoney = RegularMoneyBehind.each(of: stages)
    }

    /// The name of the last stage, which decides what no other stage did.
    public var lastStage: String? { stages.last?.name }

    /// Whether a stage gives every transaction a payee.
    var decidesPayees: Bool { payeeNormaliser != nil }

    /// The number of stages up to the last one with rules.
    var stagesThroughLastRules: Int {
        let last = stages.lastIndex { stage in
            switch stage.kind {
            case .userRules, .rulesAfter, .rules: true
            default: false
            }
        }
        return last.map { $0 + 1 } ?? 0
    }

    /// The first stage whose rulebook recognises refunds from merchants.
    var stageOfMoneyBack: (position: Int, rulebook: Rulebook, moneyBack: MoneyBack)? {
        for (position, stage) in stages.enumerated() {
            if case .rules(let rulebook, _, let moneyBack?) = stage.kind {
                return (position, rulebook, moneyBack)
            }
        }
        return nil
    }
}

/// Money from people and merchants that is a refund unless it comes regularly, as the next
/// recurring stages have it.
///
/// Series are found by the categories that rules decide, and whether such money is income
/// depends on series. So what a rule says about it waits for the recurring stage.
struct RegularMoneyBehind: Sendable {
    private(set) var people: MoneyFromPeople?
    private(set) var merchants: RegularMoney?

    /// By position of a stage, what the stages behind it settle.
    static func each(of stages: [Stage]) -> [RegularMoneyBehind] {
        var behind = RegularMoneyBehind()
        var each: [RegularMoneyBehind] = []
        for stage in stages.reversed() {
            each.append(behind)
            guard case .recurring(let settings) = stage.kind else { continue }
            behind.people = settings.people ?? behind.people
            behind.merchants = settings.merchants ?? behind.merchants
        }
        return each.reversed()
    }
}

/// A named step of a pipeline.
public struct Stage: Sendable {
    /// The name in reasons; unique within a pipeline.
    public let name: String
    public let kind: Kind

    public init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    public enum Kind: Sendable {
        /// The person's rules, without those that see what the stages decided.
        case userRules
        /// The person's rules that see what the stages before decided.
        case rulesAfter
        /// The person's corrections of single transactions.
        case corrections
        /// Pairs of equal and opposite amounts between own accounts.
        case transfers(TransferSettings)
        /// A rulebook that comes as data.
        ///
        /// With `onlyFor` it applies only to transactions of those classes; an
        /// undecided class is taken from the sign. With `moneyBack`, money from a
        /// merchant of the rulebook first becomes an expense.
        case rules(Rulebook, onlyFor: Set<TransactionClass>?, moneyBack: MoneyBack? = nil)
        /// The payee of every transaction, read from its text.
        ///
        /// It is read before all stages, since rules look at it, and decided here.
        case payees(PayeeNormaliser)
        /// The brands that payees' names tell of, for spending without a category.
        case brands(PlaceSettings)
        /// The kinds of places that payees' names tell of, for spending without a category.
        case kinds(PlaceSettings)
        /// Texts that take money out of an account and bring it back. Must come after the
        /// stages that know merchants.
        case roundTrips
        /// Recurring payments. Must come after the stages that decide payees and
        /// categories.
        case recurring(RecurringSettings)
        /// The purchase that money back from a merchant pays back, with its category. Must
        /// come after the recurring stage, which settles what is money back.
        case refunds(RefundSettings)
        /// The lens of an expense's category, and of transfers that pay a loan or
        /// move savings.
        case categoryLens
        /// The category that the person gave to most of the same payee or left there. Must come
        /// after the lists, as one decision doesn't outweigh them.
        case memory
        /// A category by a transaction's words, where nothing else knows one.
        case guess(GuessSettings)
        /// The plugin with the stage's name.
        case plugin
        /// The default: the sign decides the class, and the category is "other".
        case byDefault
    }
}

extension Pipeline {
    /// The pipeline with the person's changes of categories.
    public func changed(by changes: [CategoryChange]) -> Pipeline {
        changes.isEmpty
            ? self : Pipeline(stages: stages, categories: categories.changed(by: changes))
    }

    /// The pipeline in which payees keep the names that rules use for them.
    public func keepingPayees(of rules: UserRules) -> Pipeline {
        let names = rules.namedPayees
        let stages = stages.map { stage in
            guard case .payees(let normaliser) = stage.kind else { return stage }
            return Stage(name: stage.name, kind: .payees(normaliser.keeping(names)))
        }
        return Pipeline(stages: stages, categories: categories)
    }

    /// The pipeline without some of the rules that come as data.
    ///
    /// - Parameter disabled: references of the rules; unknown ones are ignored.
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
            // They are sorted already.
            let rest = try Rulebook(rulebook.rules.filter { !disabled.contains($0.reference) })
            stages.append(
                Stage(name: stage.name, kind: .rules(rest, onlyFor: onlyFor, moneyBack: moneyBack)))
        }
        return Pipeline(stages: stages, categories: categories)
    }

    /// The rules that come as data, in the order in which they run.
    public var builtInRules: [Rule] {
        stages.flatMap { stage in
            guard case .rules(let rulebook, _, _) = stage.kind else { return [Rule]() }
            return Array(rulebook.rules)
        }
    }
}

/// The test for refunds from merchants.
///
/// The payee is in a list of merchants, and no word means wages, a sale or a
/// transfer.
public struct MoneyBack: Archivable, Sendable {
    private let lists: Set<String>
    private let accountTypes: Set<AccountType>
    private let categories: Set<String>
    /// The days after a purchase in which the same amount from the same payee is a
    /// refund, whoever the payee is; nil if only listed merchants count.
    let daysAfterPurchase: Int?
    let exceptions: Rulebook

    /// - Parameters:
    ///   - lists: the files of merchant names, "merchants-us.txt".
    ///   - accountTypes: the accounts on which it is a refund.
    ///   - categories: the categories of the merchants that count.
    ///   - daysAfterPurchase: the days after a purchase in which the same amount from
    ///     the same payee is a refund, whoever the payee is; nil if only listed
    ///     merchants count.
    ///   - never: matches texts that are no refund.
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

    package init(from archive: inout ArchiveReader) {
        lists = Set(archive.texts())
        accountTypes = Set(archive.array { $0.choice() })
        categories = Set(archive.texts())
        daysAfterPurchase = archive.optional { $0.int() }
        exceptions = archive.value()
    }

    package func write(to archive: inout ArchiveWriter) {
        archive.write(lists)
        archive.write(accountTypes.sorted { $0.rawValue < $1.rawValue }) { $0.write($1) }
        archive.write(categories)
        archive.write(daysAfterPurchase) { $0.write($1) }
        archive.write(exceptions)
    }

    func holds(on type: AccountType) -> Bool { accountTypes.contains(type) }

    /// Whether the rule is the name of a merchant, and not some other word.
    func isMerchant(_ rule: Rule) -> Bool {
        guard case .shipped(let file) = rule.origin, lists.contains(file), rule.priority == 0
        else { return false }
        return rule.effect.category.map(categories.contains) ?? false
    }
}
