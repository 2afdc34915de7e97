public import Model

/// A made-up family of two earners, with seven accounts and the truth about
/// every transaction in them.
///
/// The same seed always gives the same life. It is played from January 2015
/// whatever is asked for, so a later `today` or more `months` show more of it
/// and change nothing of what was shown, but for a pending row that becomes
/// posted. Only ``init(seed:today:months:transactions:)``'s `transactions`
/// makes it another life.
public struct Household: Sendable {
    public let today: CalendarDay
    /// The first day of the history that is shown.
    public let firstDay: CalendarDay
    /// In an order that does not change.
    public let accounts: [DemoAccount]

    /// The days on which a history can end: the family needs a month to
    /// settle in, and prices cannot rise forever.
    public static let possibleDays =
        Ledger.firstMonth.next.firstDay...CalendarMonth(year: 2049, month: 12).lastDay

    /// Plays the household's life. A million transactions take about a second
    /// and 100 MB in a release build.
    ///
    /// - Parameters:
    ///   - seed: chooses the life.
    ///   - today: the day on which the history ends; the nearest of
    ///     ``possibleDays`` where it is not one of them.
    ///   - months: how many whole months before the current one are shown,
    ///     at least 1 and none before 2015.
    ///   - transactions: how many transactions to show at least, up to ten
    ///     million; where an ordinary life has fewer, small purchases (and
    ///     pay) are added.
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

    /// A routine's position is part of its randomness and of its entries' ids.
    /// The last one balances what all others did.
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

    /// How many purchases to add to each month. It must not depend on the
    /// day, or tomorrow's history would not be today's with a day more.
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

/// A part of the household's life that leaves entries in its accounts.
protocol Routine: Sendable {
    /// Adds what a month brings. May look at the balances of the end of the
    /// last month and at nothing later.
    func live(through month: CalendarMonth, in ledger: inout Ledger)
}
