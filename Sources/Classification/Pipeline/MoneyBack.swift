public import Model
public import Rules

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
