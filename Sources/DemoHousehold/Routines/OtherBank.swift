import Model

/// Savings for the children's college, at a bank that is not connected: of
/// each transfer only one side is ever seen.
struct OtherBank: Routine {
    private let sent: KindID
    private let received: KindID

    init(catalogue: inout EntryCatalogue) {
        sent = catalogue.add(
            .transfer(
                Self.bank, "ONLINE TRANSFER TO BLUESTEM SAV XXXXX0917 REF #IB0^^^^^^^",
                series: .monthly("college-fund")))
        received = catalogue.add(
            .transfer(
                Self.bank, "BLUESTEM BANK ACH TRANSFER ~~~~~~~~~ WEB ID: 1841900453",
                series: .yearly("college-payment", .open)))
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        ledger.add(sent, to: .checking, -150_00, on: ledger.day(9).businessDayOnOrAfter)
        if month.month == 8 {
            ledger.add(received, to: .checking, 800_00, on: ledger.day(20).businessDayOnOrAfter)
        }
    }

    private static let bank = "Bluestem Bank"
}
