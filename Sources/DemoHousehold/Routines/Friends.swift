import Model

/// Friends pay back their halves of dinners and tickets. Now and then one does
/// so while the household moves the same amount between its own accounts.
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
