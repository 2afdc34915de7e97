public import Model
public import Vault

/// What an average month leaves for saving and for repaying debts beyond their minimums.
///
/// Income and expenses are those of the last whole months. Planned items that begin later are
/// not in them, so a twelfth of their coming year is added.
public struct FreeCashFlow: Hashable, Sendable {
    public let currency: Currency
    /// The whole months that were averaged.
    public let months: Range<CalendarMonth>
    public let income: Money
    /// As a positive amount, without ``charges``.
    public let expenses: Money
    /// The charges of loans that their minimums pay: interest, and escrow if the minimum has it.
    public let charges: Money
    /// What planned items that begin later bring in a month, less what they cost.
    public let planned: Money
    /// What transfers from accounts of other currencies bring in a month, less what transfers to
    /// them take.
    public let exchanged: Money
    /// The minimums of debts that have an account: their payments are transfers, no expenses.
    public let minimums: Money
    /// Planned items that begin later and can't be counted.
    public let leftOut: [PlanNote]

    public var free: Money {
        Money(
            sum: income.minorUnits - expenses.minorUnits + planned.minorUnits
                + exchanged.minorUnits - minimums.minorUnits, currency: currency)
    }

    /// What a month needs: expenses and minimums.
    public var needs: Money {
        Money(sum: expenses.minorUnits + minimums.minorUnits, currency: currency)
    }

    /// The whole months before today that are averaged at most.
    public static let mostMonths = MonthlyIncome.mostMonths

    public init(
        months: Range<CalendarMonth>, income: Money, expenses: Money, charges: Money? = nil,
        planned: Money, exchanged: Money? = nil, minimums: Money, leftOut: [PlanNote] = []
    ) {
        currency = income.currency
        self.months = months
        self.income = income
        self.expenses = expenses
        self.charges = charges ?? Money(minorUnits: 0, currency: currency)
        self.planned = planned
        self.exchanged = exchanged ?? Money(minorUnits: 0, currency: currency)
        self.minimums = minimums
        self.leftOut = leftOut
    }

    /// One for each currency with income or expenses.
    ///
    /// - Parameter usual: the currency of planned items without an account.
    public static func all(
        _ vault: Vault, on today: CalendarDay, _ debts: [Debt], _ items: [PlannedItem],
        in usual: Currency
    ) throws -> [FreeCashFlow] {
        let known = try AnsweredDays(vault, on: today)
        let accounts = try vault.accounts()
        let coming = today.adding(days: 1)...today.adding(days: 365)
        let averages = try MonthlyIncome.averages(vault, before: today.month, known: known)
        return try averages.values.sorted { $0.income.currency.code < $1.income.currency.code }
            .map { average in
                let currency = average.income.currency
                let months = known.wholeMonths(mostMonths, before: today.month, in: currency)
                let last = months.upperBound.previous
                var year: Int128 = 0
                var leftOut: [PlanNote] = []
                for item in items where item.start > last.lastDay {
                    let known = accounts.currency(of: item, orElse: usual)
                    guard known ?? usual == currency else { continue }
                    if known == nil {
                        leftOut.append(PlanNote(item, .noAccount))
                    } else if let amount = item.amount.minorUnits(in: currency) {
                        year += amount * Int128(item.days(in: coming).count)
                    } else {
                        leftOut.append(PlanNote(item, .decimals))
                    }
                }
                let minimums = debts.reduce(Int128(0)) { sum, debt in
                    debt.account != nil && debt.currency == currency
                        ? sum + (debt.minimum ?? 0) : sum
                }
                let charged = try charges(
                    vault, on: debts, from: months.lowerBound, through: last)
                let charges = (charged[currency] ?? 0).divided(by: months.count)
                let exchanged =
                    try vault.exchanged(
                        months.lowerBound.firstDay..<months.upperBound.firstDay)[currency] ?? 0
                return FreeCashFlow(
                    months: months, income: average.income,
                    expenses: Money(
                        sum: average.expenses.minorUnits - charges, currency: currency),
                    charges: Money(sum: charges, currency: currency),
                    planned: Money(sum: year / 12, currency: currency),
                    exchanged: Money(
                        sum: exchanged.divided(by: months.count), currency: currency),
                    minimums: Money(sum: minimums, currency: currency), leftOut: leftOut)
            }
    }

    /// The expenses on accounts of loans that their minimums pay.
    static func charges(
        _ vault: Vault, on debts: [Debt], from first: CalendarMonth, through last: CalendarMonth
    ) throws -> [Currency: Int128] {
        let days = first.firstDay..<last.next.firstDay
        var paid: [Currency: Int128] = [:]
        for loan in try vault.accounts() where loan.type.isLoan {
            let debt = debts.first { $0.account == loan.id }
            guard let minimum = debt?.minimum else { continue }
            var query = TransactionQuery()
            query.accounts = [loan.id]
            query.days = days
            let sums = try TransactionSums(vault, query, by: .category, only: .expense)
            for total in sums.totals {
                paid[total.sum.currency, default: 0] -= total.sum.minorUnits
            }
            // A minimum below what is paid with escrow doesn't pay that.
            let interest = try LoanInterest(vault, of: loan, through: last.lastDay)
            guard let interest, interest.usualPayment(withOther: true).map({ minimum < $0 }) == true
            else { continue }
            let known = interest.charges.filter { days.contains($0.day) }.map(\.other.minorUnits)
            let other = known.reduce(0, +)
            // The first charge of a history is not among them: its beginning is unknown.
            let isFirst = interest.charges.first.map { days.contains($0.day) } == true
            paid[loan.currency, default: 0] -=
                isFirst ? other + other.divided(by: known.count) : other
        }
        return paid
    }
}
