import Model

/// Contributions to the brokerage account, their purchases, dividends, and a yearly
/// shift from stocks to bonds.
struct Investing: Routine {
    private let monthly: TransferKinds
    private let fromSavings: TransferKinds
    private let bought: [KindID]
    private let sold: [KindID]
    private let dividends: [KindID]
    private let reinvested: [KindID]

    private static let contribution: Int64 = 1_200_00
    private static let mostSavings: Int64 = 42_000_00
    private static let reserve: Int64 = 30_000_00

    init(catalogue: inout EntryCatalogue) {
        monthly = TransferKinds(
            sent: catalogue.add(
                .transfer(
                    "Cedar Point Investments", "CEDAR POINT INV ACH CONTRIB PPD ID: 5093551177",
                    series: .monthly("investing"))),
            received: catalogue.add(
                .transfer(
                    "Harborline Checking", "ELECTRONIC FUNDS TRANSFER RECEIVED",
                    series: .monthly("investing", .open))
            ))
        fromSavings = TransferKinds(
            sent: catalogue.add(
                .transfer("Cedar Point Investments", "ACH WITHDRAWAL CEDAR POINT INV ~~~~~~~~")),
            received: catalogue.add(
                .transfer("Northbeam Savings", "ELECTRONIC FUNDS TRANSFER RECEIVED NORTHBEAM")))
        bought = catalogue.add(
            Fund.allCases.map {
                .transfer($0.name, "YOU BOUGHT \($0.symbol) \($0.name.uppercased())")
            })
        sold = catalogue.add(
            Fund.allCases.map {
                .transfer($0.name, "YOU SOLD \($0.symbol) \($0.name.uppercased())")
            })
        dividends = catalogue.add(
            Fund.allCases.map {
                .income(
                    $0.name, "DIVIDEND RECEIVED \($0.symbol)",
                    series: .quarterly("dividend-\($0.symbol)", .open))
            })
        reinvested = catalogue.add(
            Fund.allCases.map { .transfer($0.name, "REINVESTMENT \($0.symbol)") })
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        if month.month.isMultiple(of: 3) { payDividends(in: &ledger) }
        if month.month == 2 { shift(from: .stocks, to: .bonds, in: &ledger) }

        let payday = ledger.day(17).businessDayOnOrAfter
        invest(Self.contribution, from: .checking, as: monthly, on: payday, in: &ledger)

        let spare = ledger.balance(of: .savings) - ledger.scaled(Self.reserve)
        if month.month % 3 == 1, spare > ledger.scaled(Self.mostSavings - Self.reserve) {
            let amount = spare / 1_000_00 * 1_000_00
            let day = ledger.day(9).businessDayOnOrAfter
            invest(amount, from: .savings, as: fromSavings, on: day, in: &ledger)
        }
    }

    private func invest(
        _ amount: Int64, from source: AccountKey, as kinds: TransferKinds, on day: CalendarDay,
        in ledger: inout Ledger
    ) {
        let arrivesOn = day.adding(days: ledger.random.days(in: 0...2))
        ledger.addTransfer(
            amount, from: Side(account: source, kind: kinds.sent, day: day),
            to: Side(account: .brokerage, kind: kinds.received, day: arrivesOn))
        let tradingDay = arrivesOn.adding(days: 1).businessDayOnOrAfter
        for fund in Fund.allCases {
            buy(fund, for: amount * fund.share / 100, as: bought, on: tradingDay, in: &ledger)
        }
    }

    private func payDividends(in ledger: inout Ledger) {
        let day = ledger.day(24).businessDayOnOrBefore
        for fund in Fund.allCases {
            let shares = ledger.trades.lazy.filter { $0.fund == fund && $0.day < day }
                .reduce(0) { $0 + $1.shares }
            let value = ledger.prices.value(ofThousandths: shares, of: fund, on: day)
            let paid = value * fund.quarterlyYield / 1_000_000
            guard paid > 0 else { continue }
            ledger.add(dividends[fund.rawValue], to: .brokerage, paid, on: day)
            buy(fund, for: paid, as: reinvested, on: day, in: &ledger)
        }
    }

    /// Sells a twentieth of one fund and buys another.
    private func shift(from fund: Fund, to other: Fund, in ledger: inout Ledger) {
        let day = ledger.day(11).businessDayOnOrAfter
        let held = ledger.trades.filter { $0.fund == fund && $0.day < day }
        let shares = held.reduce(0) { $0 + $1.shares } / 20
        let proceeds = ledger.prices.value(ofThousandths: shares, of: fund, on: day)
        guard proceeds > 0 else { return }
        let cost = held.reduce(0) { $0 + $1.cost } / 20
        ledger.add(sold[fund.rawValue], to: .brokerage, proceeds, on: day)
        ledger.add(Trade(fund: fund, day: day, shares: -shares, cost: -cost))
        buy(
            other, for: proceeds, as: bought, on: day.adding(days: 1).businessDayOnOrAfter,
            in: &ledger)
    }

    private func buy(
        _ fund: Fund, for amount: Int64, as kinds: [KindID], on day: CalendarDay,
        in ledger: inout Ledger
    ) {
        let shares = amount * 1000 / ledger.prices.price(of: fund, on: day)
        ledger.add(kinds[fund.rawValue], to: .brokerage, -amount, on: day)
        ledger.add(Trade(fund: fund, day: day, shares: shares, cost: amount))
    }
}
