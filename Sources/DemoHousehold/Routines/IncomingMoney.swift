import Model

/// Two salaries, one doubled in December; the other person's yearly bonus; and the tax
/// refund in spring.
struct Paychecks: Routine {
    /// A conservative total of both salaries in an ordinary month of 2025.
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

/// Card rewards, and refunds to the checking account.
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

/// Friends' repayments for dinners and tickets. Occasionally one coincides with an own
/// transfer of the same amount.
struct Friends: Routine {
    private let paidBack: [KindID]
    private let withdrawal: TransferKinds

    init(catalogue: inout EntryCatalogue) {
        paidBack = catalogue.add([
            .expense("Priya K", "ZELLE PAYMENT FROM PRIYA K ^^^^^^^^^^^", category: .other),
            .expense(
                "Jordan M", "ZELLE FROM JORDAN M ON ~~/1~ REF #PP0^^^^^^^", category: .other,
                memo: "dinner"),
            .expense("Venmo", "VENMO CASHOUT PPD ID: 5264681992", category: .other),
        ])
        withdrawal = TransferKinds(
            sent: catalogue.add(
                .transfer("Harborline Checking", "WITHDRAWAL TO HARBORLINE XXXX4471 REF ~~~~~~~~")),
            received: catalogue.add(
                .transfer(
                    "Northbeam Savings", "NORTHBEAM BANK P2P TRANSFER ~~~~~~~~~ WEB ID: NBEAM01")))
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        for _ in 0..<ledger.random.number(in: 0...2) {
            let amount = ledger.random.number(in: 8_00...64_00)
            payBack(amount, on: ledger.day(ledger.random.days(in: 1...28)), in: &ledger)
        }
        guard ledger.random.chance(percent: 40) else { return }
        let amount = ledger.random.number(in: 2...6) * 50_00
        let day = ledger.day(ledger.random.days(in: 4...24)).businessDayOnOrAfter
        ledger.addLaggingTransfer(
            amount, from: .savings, to: .checking, as: withdrawal, on: day)
        payBack(amount, on: day.adding(days: ledger.random.days(in: -2...2)), in: &ledger)
    }

    private func payBack(_ amount: Int64, on day: CalendarDay, in ledger: inout Ledger) {
        let kind = ledger.random.element(of: paidBack)
        ledger.add(kind, to: .checking, amount, on: day.businessDayOnOrAfter)
    }
}
