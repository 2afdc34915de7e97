import Foundation
import Insights
import Model
import Testing
import Vault

/// Accounts with their transactions, for a forecast without a vault.
struct ForecastHousehold {
    private(set) var accounts: [ForecastFacts.Account] = []
    private(set) var flows: [AccountFlow] = []
    private var series: [SeriesFacts] = []
    private var payments: [String: [SeriesPayment]] = [:]
    var planned: [PlannedItem] = []
    var loanCharges: [Int64: ForecastFacts.LoanCharge] = [:]
    let today: CalendarDay

    init(on today: CalendarDay) { self.today = today }

    /// - Parameter days: of history.
    mutating func account(
        _ id: Int64, _ balance: Int128?, _ type: AccountType = .checking, days: Int = 107,
        currency: Currency = dollars, known: CalendarDay? = nil,
        visibility: AccountVisibility = .counted
    ) {
        let known = known ?? today
        accounts.append(
            .init(
                id: id, name: "\(type) \(id)", type: type, currency: currency,
                visibility: visibility, balance: balance, knownDay: known,
                firstDay: days > 0 ? known.adding(days: 1 - days) : nil))
    }

    @discardableResult
    mutating func move(
        _ account: Int64, _ amount: Int64, on day: CalendarDay, isPending: Bool = false,
        partner: Int64? = nil
    ) -> Int64 {
        let number = Int64(flows.count + 1)
        flows.append(
            AccountFlow(
                transaction: number, account: account, day: day, minorUnits: amount,
                isPending: isPending, partner: partner))
        return number
    }

    /// A monthly series that was paid on some days.
    ///
    /// - Parameters:
    ///   - amounts: one for all days, or one for each.
    ///   - partner: the account on the other side.
    ///   - arriving: what it receives, if that is another amount.
    mutating func series(
        _ name: String, of account: Int64, _ amounts: [Int64], on days: [CalendarDay],
        monthlyOn number: Int, _ kind: TransactionClass = .expense, to partner: Int64? = nil,
        arriving: Int64? = nil, confidence: Int = 95, decision: SeriesDecision? = nil
    ) {
        for (position, day) in days.enumerated() {
            let amount = amounts[min(position, amounts.count - 1)]
            let next = Int64(flows.count + 1)
            move(account, amount, on: day, partner: partner == nil ? nil : next + 1)
            if let partner { move(partner, arriving ?? -amount, on: day, partner: next) }
            payments[name, default: []].append(
                SeriesPayment(transaction: next, day: day, amount: amount))
        }
        series.append(
            SeriesFacts(
                name: name, payee: name, currency: dollars, frequency: .monthly,
                rhythm: Rhythm(.months(1, phase: 0, day: number)),
                usualAmount: amounts[amounts.count - 1], isFixed: amounts.count == 1,
                confidence: confidence, transactionCount: days.count, firstDay: days[0],
                lastDay: days[days.count - 1], newestTransaction: Int64(flows.count),
                transactionClass: kind, category: "other", isLinkedByRule: false,
                decision: decision, decidedTransaction: nil))
    }

    var found: FoundSeries {
        FoundSeries(
            series, payments: payments, besides: [:], ownCharges: [], newest: [:],
            oldestDay: flows.map(\.day).min())
    }

    func forecast(through end: CalendarDay) -> Forecast {
        var facts = ForecastFacts(
            today: today, accounts: accounts,
            flows: flows.sorted { ($0.day, $0.transaction) < ($1.day, $1.transaction) },
            found: found, planned: planned)
        facts.loanCharges = loanCharges
        return Forecast(facts, through: end)
    }
}

extension Forecast {
    func expected(of account: Int64, on day: CalendarDay) -> Int128? {
        (accounts + totals).first { $0.account.id == account }?
            .days.first { $0.day == day }?.expected
    }
}

/// The first example of docs/planning.md.
///
/// - Parameter paidEarly: what the card got on the day before its statement closed.
func payRentAndCard(paidEarly: Int64 = 0) -> ForecastHousehold {
    var household = ForecastHousehold(on: day(2026, 11, 20))
    household.account(1, 200_000)
    household.account(2, Int128(paidEarly) - 46_000, .credit)
    household.series(
        "Pay", of: 1, [300_000], on: [day(2026, 8, 28), day(2026, 9, 28), day(2026, 10, 28)],
        monthlyOn: 28, .income)
    household.series(
        "Rent", of: 1, [-120_000], on: [day(2026, 9, 1), day(2026, 10, 1), day(2026, 11, 1)],
        monthlyOn: 1)
    household.series(
        "Card payment", of: 1, [-31_000, -30_000], on: [day(2026, 9, 25), day(2026, 10, 25)],
        monthlyOn: 25, .transfer, to: 2)
    household.move(2, paidEarly, on: day(2026, 11, 4))
    for number in 0..<107 { household.move(2, -1000, on: day(2026, 8, 6).adding(days: number)) }
    return household
}

/// The last example of docs/planning.md.
func fallBelowZero() -> ForecastHousehold {
    var household = ForecastHousehold(on: day(2026, 2, 20))
    household.account(1, 40_000)
    household.series(
        "Rent", of: 1, [-65_000], on: [day(2025, 11, 30), day(2025, 12, 31), day(2026, 1, 31)],
        monthlyOn: 31)
    household.series(
        "Power", of: 1, [-8000], on: [day(2025, 12, 3), day(2026, 1, 3), day(2026, 2, 3)],
        monthlyOn: 3)
    household.series(
        "Pay", of: 1, [150_000], on: [day(2025, 12, 5), day(2026, 1, 5), day(2026, 2, 5)],
        monthlyOn: 5, .income)
    return household
}
