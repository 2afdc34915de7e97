import Model

/// Rewards of the cards, and what shops give back to the checking account.
struct MoneyBack: Routine {
    private let statementCredit: KindID
    private let redemption: KindID
    private let returned: KindID

    init(catalogue: inout EntryCatalogue) {
        statementCredit = catalogue.add(
            .expense(
                "Meridian Card Services", "CASH REWARDS STATEMENT CREDIT", "OFFER CREDIT ~~~~~~",
                category: .other))
        redemption = catalogue.add(
            .expense(
                "Meridian Card Services", "MERIDIAN CARD CASHBACK BONUS ~~~~~~~~", category: .other,
                series: .quarterly("cashback", .open)))
        returned = catalogue.add(
            .expense(
                "Target", "PURCHASE RETURN TARGET 00011072 MADISON WI", category: .shopping))
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        if ledger.random.chance(percent: 40) {
            let amount = ledger.random.number(in: 5_00...30_00)
            let day = ledger.day(ledger.random.days(in: 2...26)).businessDayOnOrAfter
            ledger.add(statementCredit, to: .visa, amount, on: day)
        }
        if month.month.isMultiple(of: 3) {
            let amount = ledger.random.number(in: 2...6) * 25_00
            ledger.add(redemption, to: .checking, amount, on: ledger.day(19).businessDayOnOrAfter)
        }
        if ledger.random.chance(percent: 30) {
            let amount = ledger.random.number(in: 9_00...70_00)
            let day = ledger.day(ledger.random.days(in: 2...26)).businessDayOnOrAfter
            ledger.add(returned, to: .checking, amount, on: day)
        }
    }
}
