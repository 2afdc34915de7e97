public import Model

/// A simulated family of two earners, with seven accounts and a label for every
/// transaction.
///
/// The same seed always gives the same history, simulated from January 2015. A later
/// `today` or more `months` only show more of it, except that pending transactions
/// become posted. Only the `transactions` of ``init(seed:today:months:transactions:)``
/// changes the history itself.
public struct Household: Sendable {
    public let today: CalendarDay
    /// The first visible day.
    public let firstDay: CalendarDay
    /// In a stable order.
    public let accounts: [DemoAccount]

    /// The possible last days: the simulation needs a month to settle, and prices can't
    /// rise forever.
    public static let possibleDays =
        Ledger.firstMonth.next.firstDay...CalendarMonth(year: 2049, month: 12).lastDay

    /// Simulates the household. A million transactions take about a second and 100 MB
    /// in a release build.
    ///
    /// - Parameters:
    ///   - seed: determines the history.
    ///   - today: the last day, clamped to ``possibleDays``.
    ///   - months: the number of whole months before the current one, at least 1 and
    ///     none before 2015.
    ///   - transactions: the least number of transactions, up to ten million. Small
    ///     purchases (and pay) are added if there are fewer.
    public init(seed: UInt64 = 1, today: CalendarDay, months: Int = 24, transactions: Int = 0) {
        let possible = Self.possibleDays
        let today = min(max(today, possible.lowerBound), possible.upperBound)
        let wanted = today.month.adding(months: -max(1, min(months, 1200)))
        let firstMonth = max(wanted, Ledger.firstMonth)
        let monthCount = Self.months(from: firstMonth, to: today.month)
        let further = Self.furtherPurchases(for: transactions, in: monthCount)
        let paid = Paychecks.monthlyPay
        let wealth = 1000 + FurtherPurchases.monthlyCost(timesAMonth: further) * 1100 / paid

        var catalogue = EntryCatalogue()
        let routines = Self.routines(furtherPurchases: further, catalogue: &catalogue)
        var ledger = Ledger(
            seed: seed, wealth: wealth, shown: firstMonth.firstDay...today,
            prices: SharePrices(seed: seed, through: today.month.next))
        var month = Ledger.firstMonth
        while month <= today.month {
            ledger.begin(month)
            for (position, routine) in routines.enumerated() {
                ledger.begin(routine: position)
                routine.live(through: month, in: &ledger)
            }
            ledger.closeMonth()
            month = month.next
        }
        ledger.addPendingEntries()

        self.today = today
        firstDay = firstMonth.firstDay
        accounts = Self.accounts(of: ledger, catalogue: catalogue)
    }

    /// A routine's position determines its random numbers and its entries' ids. The
    /// last routine balances the others.
    private static func routines(
        furtherPurchases: Int, catalogue: inout EntryCatalogue
    ) -> [any Routine] {
        [
            Paychecks(catalogue: &catalogue), Bills(catalogue: &catalogue),
            EverydaySpending(catalogue: &catalogue), Vacation(catalogue: &catalogue),
            Mortgage(catalogue: &catalogue), CarLoan(catalogue: &catalogue),
            CardPayments(catalogue: &catalogue), Saving(catalogue: &catalogue),
            Investing(catalogue: &catalogue), WeeklyBills(catalogue: &catalogue),
            Friends(catalogue: &catalogue), OtherBank(catalogue: &catalogue),
            MoneyBack(catalogue: &catalogue),
            FurtherPurchases(timesAMonth: furtherPurchases, catalogue: &catalogue),
            Balancing(catalogue: &catalogue),
        ]
    }

    /// The number of purchases to add to each month. It must not depend on the day, or
    /// tomorrow's history would differ from today's.
    private static func furtherPurchases(for transactions: Int, in months: Int) -> Int {
        let fewestInOrdinaryMonth = 80
        let missing = max(0, min(transactions, 10_000_000) - months * fewestInOrdinaryMonth)
        return (missing + months - 1) / months
    }

    private static func accounts(of ledger: Ledger, catalogue: EntryCatalogue) -> [DemoAccount] {
        let shownTransfers = Set(
            ledger.shownEntries.joined().lazy.filter { $0.partner != nil }.map(\.number))
        return AccountKey.allCases.map { key in
            var entries = ledger.shownEntries[Int(key.rawValue)]
            for position in entries.indices {
                guard let partner = entries[position].partner else { continue }
                if !shownTransfers.contains(partner.number) { entries[position].partner = nil }
            }
            return DemoAccount(
                key: key, openingBalance: ledger.openingBalances[Int(key.rawValue)],
                transactions: DemoTransactions(entries: entries, catalogue: catalogue),
                prices: ledger.prices, trades: key == .brokerage ? ledger.trades : [])
        }
    }

    private static func months(from first: CalendarMonth, to last: CalendarMonth) -> Int {
        max(1, (last.year - first.year) * 12 + last.month - first.month)
    }
}

/// A part of the household's life that adds entries to its accounts.
protocol Routine: Sendable {
    /// Adds the entries of a month. It may read the balances at the end of the previous
    /// month, and nothing later.
    func live(through month: CalendarMonth, in ledger: inout Ledger)
}
