public import Rules

/// What words and categories say for and against recurring payments; comes
/// from `config/recurring.toml`.
public struct RecurringSettings: Sendable {
    /// The ids of categories of what is bought whenever it is needed.
    let everydayCategories: Set<String>
    /// The ids of categories of those who send bills.
    let billCategories: Set<String>
    /// Which money from people is income; nil where none is looked at.
    let people: MoneyFromPeople?
    /// Which money from merchants is income; nil where all of it is money back.
    let merchants: RegularMoney?
    /// What texts say, compiled once.
    let wording: Rulebook
    /// What each rule of ``wording`` tells, in its order.
    let meanings: [RecurringWording.Meaning]

    /// - Parameters:
    ///   - everydayCategories: the ids of categories of what is bought whenever
    ///     it is needed: a rhythm there is chance or habit unless the amounts
    ///     are the same.
    ///   - billCategories: the ids of categories of those who send bills: two of
    ///     one amount half a year apart are one contract's.
    ///   - worded: texts of subscriptions, memberships, premiums.
    ///   - never: texts of what is no series however regular ("ATM").
    ///   - needs: texts of series that count as a need where the category says
    ///     nothing ("INSURANCE").
    ///   - people: which money from people is income; nil where rules decide that
    ///     alone.
    ///   - merchants: which money from merchants is income; nil where all of it is
    ///     money back.
    public init(
        everydayCategories: Set<String>, billCategories: Set<String> = [], worded: Condition,
        never: Condition, needs: Condition, people: MoneyFromPeople? = nil,
        merchants: RegularMoney? = nil
    ) throws(RulebookError) {
        self.everydayCategories = everydayCategories
        self.billCategories = billCategories
        self.people = people
        self.merchants = merchants
        let conditions = [worded, never, needs]
        wording = try Rulebook(
            conditions.enumerated().map { position, condition in
                Rule(
                    id: "recurring-wording-\(position)", name: "", origin: .stored,
                    condition: condition, effect: Effect())
            })
        meanings = wording.rules.map { rule in
            switch rule.id {
            case "recurring-wording-0": .worded
            case "recurring-wording-1": .never
            default: .need
            }
        }
    }
}
