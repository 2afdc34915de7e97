import Model

/// Two people's pay, which is doubled for one of them at Christmas, the other's
/// yearly bonus, and the spring's tax refund.
struct Paychecks: Routine {
    /// A cautious sum of both people's pay in an ordinary month of 2025.
    static let monthlyPay: Int64 = 2 * 2_548_00 + 2 * 2_104_00

    private let biweekly: KindID
    private let semimonthly: KindID
    private let bonus: KindID
    private let taxRefund: KindID

    init(catalogue: inout EntryCatalogue) {
        biweekly = catalogue.add(
            .income(
                "Acme Robotics", "ACME ROBOTICS PAYROLL PPD ID: 1234567890",
                series: .biweekly("paycheck-acme"), memo: "DIR DEP ACME ROBOTICS INC ~~~~~~~"))
        semimonthly = catalogue.add(
            .income(
                "Lakeside Pediatrics", "LAKESIDE PEDIATRICS LLC DIRECT DEP ~~~~~~~~~~~~ CCD",
                series: .semimonthly("paycheck-lakeside")))
        bonus = catalogue.add(
            .income(
                "Acme Robotics", "ACME ROBOTICS BONUS PPD ID: 1234567890",
                series: .yearly("bonus-acme", .open), memo: "ANNUAL INCENTIVE"))
        taxRefund = catalogue.add(
            .income(
                "US Treasury", "IRS TREAS 310 TAX REF PPD ID: 9111036170",
                "IRS TREAS 310 TAX REF ~~~~~~~~~~ PPD", series: .yearly("tax-refund", .open)))
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        let friday = CalendarDay(daysSinceEpoch: 16_437)
        for number in 1...month.dayCount {
            let day = ledger.day(number)
            guard friday.days(until: day).isMultiple(of: 14) else { continue }
            pay(2_548_31, as: biweekly, on: day, in: &ledger)
        }
        pay(2_104_08, as: semimonthly, on: ledger.day(15).businessDayOnOrBefore, in: &ledger)
        pay(
            2_104_08, times: month.month == 12 ? 2 : 1, as: semimonthly,
            on: month.lastDay.businessDayOnOrBefore, in: &ledger)

        if month.month == 3 {
            let amount = ledger.random.number(in: 4_800_00...7_900_00)
            pay(amount, as: bonus, on: ledger.day(14).businessDayOnOrAfter, in: &ledger)
        }
        if month.month == 4 {
            let amount = ledger.random.number(in: 1_150_00...3_400_00) / 100 * 100
            let day = ledger.day(ledger.random.days(in: 3...20)).businessDayOnOrAfter
            ledger.add(taxRefund, to: .checking, amount, on: day)
        }
    }

    private func pay(
        _ amount: Int64, times: Int64 = 1, as kind: KindID, on day: CalendarDay,
        in ledger: inout Ledger
    ) {
        ledger.add(kind, to: .checking, ledger.scaled(ledger.priced(amount)) * times, on: day)
    }
}
