internal import Model
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

/// What the texts of single transactions say of recurring payments.
struct RecurringWording {
    struct Meaning: OptionSet {
        let rawValue: UInt8
        static let worded = Meaning(rawValue: 1)
        static let never = Meaning(rawValue: 2)
        static let need = Meaning(rawValue: 4)
    }

    private let settings: RecurringSettings
    private let matcher: RulebookMatcher

    init(_ settings: RecurringSettings, snapshot: Snapshot) {
        self.settings = settings
        matcher = RulebookMatcher(rulebook: settings.wording, snapshot: snapshot)
    }

    func meaning(of row: Int) -> Meaning {
        var meaning: Meaning = []
        matcher.forEachMatch(row: row) { rule in
            meaning.insert(settings.meanings[rule])
            return true
        }
        return meaning
    }
}

/// Which money from people comes too regularly to be money back; comes from
/// `config/recurring.toml`.
public struct MoneyFromPeople: Sendable {
    /// The ids of rules that take money from people for money back. What they say
    /// waits for the search for series.
    let rules: Set<String>
    let regular: RegularMoney

    /// - Parameter rules: the ids of those that take money from people for money back.
    public init(rules: Set<String>, regular: RegularMoney) {
        self.rules = rules
        self.regular = regular
    }
}

/// Which series of money that could be money back are income instead; comes from
/// `config/recurring.toml`.
public struct RegularMoney: Sendable {
    /// Holds for texts of what is money back however regular.
    let shared: Rulebook
    /// So many payments in a rhythm are regular.
    private let leastPayments: Int
    /// Money comes back only so far as it was given: where the payee was paid so
    /// many percent of a series, it is no income.
    private let paidPercent: Int
    /// So many days before its first payment what is paid begins to count.
    private let daysBefore: Int
    private let isAnyAmount: Bool

    /// - Parameters:
    ///   - shared: holds for texts of what is money back however regular.
    ///   - leastPayments: so many payments in a rhythm are regular.
    ///   - paidPercent: where the payee was paid so many percent of a series, it is
    ///     no income.
    ///   - daysBefore: so many days before its first payment what is paid begins to
    ///     count.
    ///   - isAnyAmount: whether the payments of a series may be of different amounts.
    public init(
        shared: Condition, leastPayments: Int, paidPercent: Int, daysBefore: Int,
        isAnyAmount: Bool
    ) throws(RulebookError) {
        self.shared = try Rulebook([
            Rule(
                id: "shared", name: "", origin: .stored, condition: shared, effect: Effect())
        ])
        self.leastPayments = leastPayments
        self.paidPercent = paidPercent
        self.daysBefore = daysBefore
        self.isAnyAmount = isAnyAmount
    }

    /// Whether a series of money that came in is income.
    ///
    /// - Parameter payments: with the payee, those of the series among them.
    func isIncome(
        _ series: DetectedSeries, of members: [Int32], among payments: [Int32],
        in rows: RecurringRows
    ) -> Bool {
        guard series.isFixed || isAnyAmount, members.count >= leastPayments,
            let first = members.map(rows.day).min(), let last = members.map(rows.day).max()
        else { return false }
        let days = first.adding(days: -daysBefore)...last
        // Amounts of a bank that says anything add up to more than a whole number holds.
        let received = members.reduce(0.0) { $0 + Double(rows.amount($1)) }
        let paid = payments.reduce(0.0) { paid, row in
            let amount = rows.amount(row)
            return amount < 0 && days.contains(rows.day(row)) ? paid - Double(amount) : paid
        }
        return paid * 100 < received * Double(paidPercent)
    }
}
