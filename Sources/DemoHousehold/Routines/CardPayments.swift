import Model

/// Each card is paid in full: what it owed at the end of the last month.
struct CardPayments: Routine {
    private let visa: Payment
    private let mastercard: Payment

    private struct Payment {
        let card: AccountKey
        let day: Int
        let paid: KindID
        let arrived: KindID
    }

    init(catalogue: inout EntryCatalogue) {
        visa = Payment(
            card: .visa, day: 15,
            paid: catalogue.add(
                .transfer(
                    "Meridian Card Services",
                    "MERIDIAN CARD AUTOPAY ~~~~~~~~~~~~ WEB ID: 2004718820",
                    series: "visa-payment")),
            arrived: catalogue.add(
                .transfer(
                    "Meridian Card Services", "AUTOMATIC PAYMENT - THANK YOU",
                    series: "visa-payment"
                )))
        mastercard = Payment(
            card: .mastercard, day: 22,
            paid: catalogue.add(
                .transfer(
                    "Harborline Mastercard", "HARBORLINE CRD 3306 EPAY ID: ^^^^^^^^",
                    series: "mastercard-payment", memo: "CREDIT CARD PAYMENT")),
            arrived: catalogue.add(
                .transfer(
                    "Harborline Mastercard", "ONLINE PMT FROM CHK 4471 THANK YOU",
                    series: "mastercard-payment")))
    }

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
    }
}
