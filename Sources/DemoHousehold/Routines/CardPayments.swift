import Model

/// Each card is paid in full: what it owed at the end of the last month. Now
/// and then something is paid ahead, the same on both cards and day.
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
