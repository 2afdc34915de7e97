import Model

/// Full monthly payments of each card's balance. Occasionally both cards get the same
/// extra payment on the same day.
struct CardPayments: Routine {
    private let visa: Payment
    private let mastercard: Payment

    private struct Payment {
        let card: AccountKey
        let day: Int
        let paid: KindID
        let arrived: KindID
        let paidAhead: KindID
        let arrivedAhead: KindID
    }

    init(catalogue: inout EntryCatalogue) {
        visa = Payment(
            card: .visa, day: 15,
            paid: catalogue.add(
                .transfer(
                    Self.meridian, "MERIDIAN CARD AUTOPAY ~~~~~~~~~~~~ WEB ID: 2004718820",
                    series: Self.visaSeries, paysOff: .card)),
            arrived: catalogue.add(
                .transfer(
                    Self.meridian, "AUTOMATIC PAYMENT - THANK YOU", series: Self.visaSeries,
                    paysOff: .card)),
            paidAhead: catalogue.add(
                .transfer(
                    Self.meridian, "MERIDIAN CARD ONLINE PMT ~~~~~~~~~~~~ WEB ID: 2004718820",
                    paysOff: .card)),
            arrivedAhead: catalogue.add(
                .transfer(Self.meridian, "ONLINE PAYMENT - THANK YOU", paysOff: .card)))
        mastercard = Payment(
            card: .mastercard, day: 22,
            paid: catalogue.add(
                .transfer(
                    Self.harborline, "HARBORLINE CRD 3306 EPAY ID: ^^^^^^^^",
                    series: Self.mastercardSeries, memo: "CREDIT CARD PAYMENT", paysOff: .card)),
            arrived: catalogue.add(
                .transfer(
                    Self.harborline, "ONLINE PMT FROM CHK 4471 THANK YOU",
                    series: Self.mastercardSeries, paysOff: .card)),
            paidAhead: catalogue.add(
                .transfer(
                    Self.harborline, "HARBORLINE CRD 3306 ONLINE PMT ID: ^^^^^^^^",
                    memo: "CREDIT CARD PAYMENT", paysOff: .card)),
            arrivedAhead: catalogue.add(
                .transfer(Self.harborline, "ONLINE PAYMENT - THANK YOU", paysOff: .card)))
    }

    private static let meridian = "Meridian Card Services"
    private static let harborline = "Harborline Mastercard"
    private static let visaSeries = TruthSeries.monthly("visa-payment", .open)
    private static let mastercardSeries = TruthSeries.monthly("mastercard-payment", .open)

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        for payment in [visa, mastercard] {
            let owed = -ledger.balance(of: payment.card)
            guard owed > 0 else { continue }
            let sentOn = ledger.day(payment.day).businessDayOnOrAfter
            let arrivesOn = sentOn.adding(days: ledger.random.days(in: -1...2))
            ledger.addTransfer(
                owed, from: Side(account: .checking, kind: payment.paid, day: sentOn),
                to: Side(account: payment.card, kind: payment.arrived, day: arrivesOn))
        }
        guard ledger.random.chance(percent: 25) else { return }
        let sentOn = ledger.day(ledger.random.days(in: 4...11)).businessDayOnOrAfter
        for payment in [visa, mastercard] {
            let arrivesOn = sentOn.adding(days: ledger.random.days(in: 0...2))
            ledger.addTransfer(
                100_00, from: Side(account: .checking, kind: payment.paidAhead, day: sentOn),
                to: Side(account: payment.card, kind: payment.arrivedAhead, day: arrivesOn))
        }
    }
}

/// The mortgage: 340,000 dollars over thirty years from 2015, with escrow for property
/// tax and home insurance.
struct Mortgage: Routine {
    private let paid: KindID
    private let arrived: KindID
    private let interest: KindID
    private let escrow: KindID

    private static let principalAndInterest: Int64 = 1_598_81
    private static let propertyTaxAndInsurance: Int64 = 512_40
    /// 3.875 percent a year, in millionths.
    private static let yearlyRate: Int64 = 38_750

    init(catalogue: inout EntryCatalogue) {
        paid = catalogue.add(
            .transfer(
                "Granite State Home Loans", "GRANITE STATE HL MTG PAYMT WEB ID: 1841077125",
                series: .monthly("mortgage"), memo: "LOAN XXXXXX7718", paysOff: .loan))
        arrived = catalogue.add(
            .transfer(
                "Granite State Home Loans", "PAYMENT RECEIVED - THANK YOU",
                series: .monthly("mortgage", .open), paysOff: .loan))
        interest = catalogue.add(
            .expense(
                "Granite State Home Loans", "INTEREST CHARGE", category: .bills,
                series: .monthly("mortgage-interest")))
        escrow = catalogue.add(
            .expense(
                "Granite State Home Loans", "ESCROW DEPOSIT - TAX AND INSURANCE",
                category: .bills, series: .monthly("mortgage-escrow")))
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        let owed = -ledger.balance(of: .mortgage)
        guard owed > 0 else { return }
        let charged = owed * Self.yearlyRate / 12_000_000
        let payment = min(Self.principalAndInterest, owed + charged) + Self.propertyTaxAndInsurance
        let sentOn = ledger.day(1).businessDayOnOrAfter
        let arrivesOn = sentOn.adding(days: ledger.random.days(in: 0...2))

        ledger.add(interest, to: .mortgage, -charged, on: ledger.day(1))
        ledger.addTransfer(
            payment, from: Side(account: .checking, kind: paid, day: sentOn),
            to: Side(account: .mortgage, kind: arrived, day: arrivesOn))
        ledger.add(escrow, to: .mortgage, -Self.propertyTaxAndInsurance, on: arrivesOn)
    }
}

/// The car loan: 28,500 dollars over six years, then the next car's.
struct CarLoan: Routine {
    private let purchase: KindID
    private let paid: KindID
    private let arrived: KindID
    private let interest: KindID

    private static let firstCar = CalendarMonth(year: 2017, month: 7)
    private static let price: Int64 = 28_500_00
    private static let payment: Int64 = 457_74
    /// 4.9 percent a year, in millionths.
    private static let yearlyRate: Int64 = 49_000

    init(catalogue: inout EntryCatalogue) {
        purchase = catalogue.add(
            .expense(
                "Zimbrick Motors", "VEHICLE LOAN DISBURSEMENT ZIMBRICK MOTORS",
                category: .transportation))
        paid = catalogue.add(
            .transfer(
                "Lakeshore Credit Union", "LAKESHORE CU AUTO LOAN PMT ~~~~~~ PPD ID: 3900114420",
                series: .monthly("car-loan"), paysOff: .loan))
        arrived = catalogue.add(
            .transfer(
                "Lakeshore Credit Union", "LOAN PAYMENT ACH - THANK YOU",
                series: .monthly("car-loan", .open), paysOff: .loan))
        interest = catalogue.add(
            .expense(
                "Lakeshore Credit Union", "FINANCE CHARGE INTEREST", category: .bills,
                series: .monthly("car-loan-interest")))
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        let owed = -ledger.balance(of: .carLoan)
        if owed > 0 {
            let charged = owed * Self.yearlyRate / 12_000_000
            let sentOn = ledger.day(8).businessDayOnOrAfter
            let arrivesOn = sentOn.adding(days: ledger.random.days(in: 0...2))
            ledger.add(interest, to: .carLoan, -charged, on: ledger.day(5))
            ledger.addTransfer(
                min(Self.payment, owed + charged),
                from: Side(account: .checking, kind: paid, day: sentOn),
                to: Side(account: .carLoan, kind: arrived, day: arrivesOn))
        } else if month >= Self.firstCar {
            ledger.add(purchase, to: .carLoan, -Self.price, on: ledger.day(19))
        }
    }
}
