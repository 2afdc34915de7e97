internal import Model
public import Rules

/// Words and categories for and against recurring payments; comes from
/// `config/recurring.toml`.
public struct RecurringSettings: Sendable {
    /// The ids of categories of everyday purchases.
    let everydayCategories: Set<String>
    /// The ids of categories of bills.
    let billCategories: Set<String>
    /// Settings for money from people that is income; nil if the stage ignores it.
    let people: MoneyFromPeople?
    /// Settings for money from merchants that is income; nil if all of it is a
    /// refund.
    let merchants: RegularMoney?
    /// The patterns for texts, compiled once.
    let wording: Rulebook
    /// The meaning of each rule of ``wording``, in its order.
    let meanings: [RecurringWording.Meaning]

    /// - Parameters:
    ///   - everydayCategories: the ids of categories of everyday purchases. A rhythm
    ///     there is chance or habit unless the amounts are the same.
    ///   - billCategories: the ids of categories of bills. Two of one amount half a
    ///     year apart are one contract's.
    ///   - worded: texts of subscriptions, memberships, premiums.
    ///   - never: texts that are never a series, however regular ("ATM").
    ///   - needs: texts of series that count as a need if the category has no lens
    ///     ("INSURANCE").
    ///   - people: settings for money from people that is income; nil if rules alone
    ///     decide.
    ///   - merchants: settings for money from merchants that is income; nil if all of
    ///     it is a refund.
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
        meanings = Self.meanings(of: wording)
    }

    private static func meanings(of wording: Rulebook) -> [RecurringWording.Meaning] {
        wording.rules.map { rule in
            switch rule.id {
            case "recurring-wording-0": .worded
            case "recurring-wording-1": .never
            default: .need
            }
        }
    }
}

extension RecurringSettings: Archivable {
    package func write(to archive: inout ArchiveWriter) {
        archive.write(everydayCategories)
        archive.write(billCategories)
        archive.write(people) { archive, people in
            archive.write(people.rules)
            people.regular.write(to: &archive)
        }
        archive.write(merchants) { $1.write(to: &$0) }
        archive.write(wording)
    }

    package init(from archive: inout ArchiveReader) {
        everydayCategories = Set(archive.texts())
        billCategories = Set(archive.texts())
        people = archive.optional { reader in
            MoneyFromPeople(
                rules: Set(reader.texts()), regular: RegularMoney(from: &reader))
        }
        merchants = archive.optional { RegularMoney(from: &$0) }
        wording = archive.value()
        meanings = Self.meanings(of: wording)
    }
}

extension RegularMoney {
    fileprivate func write(to archive: inout ArchiveWriter) {
        archive.write(shared)
        archive.write(leastPayments)
        archive.write(paidPercent)
        archive.write(daysBefore)
        archive.write(isAnyAmount)
    }

    fileprivate init(from archive: inout ArchiveReader) {
        shared = archive.value()
        leastPayments = archive.int()
        paidPercent = archive.int()
        daysBefore = archive.int()
        isAnyAmount = archive.bool()
    }
}

/// The evidence about recurring payments in the texts of single transactions.
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

/// Settings for money from people that is too regular to be a repayment; comes from
/// `config/recurring.toml`.
public struct MoneyFromPeople: Sendable {
    /// The ids of rules that treat money from people as a repayment. Their contributions
    /// wait for the search for series.
    let rules: Set<String>
    let regular: RegularMoney

    /// - Parameter rules: the ids of rules that treat money from people as a
    ///   repayment.
    public init(rules: Set<String>, regular: RegularMoney) {
        self.rules = rules
        self.regular = regular
    }
}

/// Settings for series of possible refunds that are income instead; comes from
/// `config/recurring.toml`.
public struct RegularMoney: Sendable {
    /// Matches texts of refunds, however regular.
    let shared: Rulebook
    /// The fewest payments that count as regular.
    private let leastPayments: Int
    /// The most that the payee may have been paid, in percent of a series. Above that
    /// the series is repayment and no income.
    private let paidPercent: Int
    /// The days before the first payment from which payments to the payee count.
    private let daysBefore: Int
    private let isAnyAmount: Bool

    /// - Parameters:
    ///   - shared: matches texts of refunds, however regular.
    ///   - leastPayments: the fewest payments that count as regular.
    ///   - paidPercent: the percentage of a series at which payments to the payee
    ///     make it no income.
    ///   - daysBefore: the days before the first payment from which payments to the
    ///     payee count.
    ///   - isAnyAmount: whether the payments of a series may differ in amount.
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

    /// Whether a series of incoming money is income.
    ///
    /// - Parameter payments: all with the payee, including the series.
    func isIncome(
        _ series: DetectedSeries, of members: [Int32], among payments: [Int32],
        in rows: RecurringRows
    ) -> Bool {
        guard series.isFixed || isAnyAmount, members.count >= leastPayments,
            let first = members.map(rows.day).min(), let last = members.map(rows.day).max()
        else { return false }
        let days = first.adding(days: -daysBefore)...last
        // Sums of absurd amounts overflow 64 bits.
        let received = members.reduce(Int128(0)) { $0 + Int128(rows.amount($1)) }
        let paid = payments.reduce(Int128(0)) { paid, row in
            let amount = rows.amount(row)
            return amount < 0 && days.contains(rows.day(row)) ? paid - Int128(amount) : paid
        }
        return paid * 100 < received * Int128(paidPercent)
    }
}
