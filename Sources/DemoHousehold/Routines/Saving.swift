import Model

/// Monthly savings and their interest.
struct Saving: Routine {
    private let toSavings: TransferKinds
    private let interest: KindID

    init(catalogue: inout EntryCatalogue) {
        toSavings = TransferKinds(
            sent: catalogue.add(
                .transfer(
                    "Northbeam Savings",
                    "ONLINE TRANSFER TO NORTHBEAM SAV XXXXX2210 REF #IB0^^^^^^^",
                    series: .monthly("monthly-saving"))),
            received: catalogue.add(
                .transfer(
                    "Harborline Checking", "ACH DEPOSIT HARBORLINE CMTY BK TRANSFER",
                    series: .monthly("monthly-saving", .open))))
        interest = catalogue.add(
            .income(
                "Northbeam Online Bank", "INTEREST PAID",
                series: .monthly("savings-interest", .open)))
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        ledger.addLaggingTransfer(
            900_00, from: .checking, to: .savings, as: toSavings,
            on: ledger.day(5).businessDayOnOrAfter)
        // 3.6 percent a year.
        let earned = ledger.balance(of: .savings) * 36 / 12_000
        if earned > 0 { ledger.add(interest, to: .savings, earned, on: month.lastDay) }
    }
}

/// Transfers that keep the checking balance within limits, with the savings as reserve.
/// Runs last in each month.
struct Balancing: Routine {
    private let toSavings: TransferKinds
    private let toChecking: TransferKinds

    private static let least: Int64 = 900_00
    private static let comfortable: Int64 = 3_000_00
    private static let most: Int64 = 6_500_00

    init(catalogue: inout EntryCatalogue) {
        toSavings = TransferKinds(
            sent: catalogue.add(
                .transfer(
                    "Northbeam Savings", "TRANSFER TO NORTHBEAM SAV XXXXX2210 WEB REF ~~~~~~~~")),
            received: catalogue.add(
                .transfer("Harborline Checking", "EXTERNAL DEPOSIT FROM CHECKING XXXX4471")))
        toChecking = TransferKinds(
            sent: catalogue.add(
                .transfer("Harborline Checking", "WITHDRAWAL TO HARBORLINE XXXX4471 REF ~~~~~~~~")),
            received: catalogue.add(
                .transfer(
                    "Northbeam Savings", "NORTHBEAM BANK P2P TRANSFER ~~~~~~~~~ WEB ID: NBEAM01")))
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        let least = ledger.scaled(Self.least)
        let comfortable = ledger.scaled(Self.comfortable)
        while let position = ledger.balancesByDay(of: .checking).firstIndex(where: { $0 < least }) {
            let rest = Array(ledger.balancesByDay(of: .checking)[position...].prefix(8))
            let missing = comfortable - (rest.min() ?? 0)
            let amount = (missing + 499_99) / 500_00 * 500_00
            let arrivesOn = ledger.day(position)
            let sentOn = arrivesOn.adding(days: ledger.random.days(in: -2...1))
            ledger.addTransfer(
                amount,
                from: Side(
                    account: .savings, kind: toChecking.sent, day: max(sentOn, month.firstDay)),
                to: Side(account: .checking, kind: toChecking.received, day: arrivesOn))
        }

        let payday = min(ledger.random.days(in: 23...26), month.dayCount)
        let lowest = ledger.balancesByDay(of: .checking)[(payday - 1)...].min() ?? 0
        let surplus = (lowest - ledger.scaled(Self.most)) / 100_00 * 100_00
        if surplus >= ledger.scaled(500_00) {
            ledger.addLaggingTransfer(
                surplus, from: .checking, to: .savings, as: toSavings, on: ledger.day(payday))
        }
    }
}

/// The wordings of a transfer at the two banks.
struct TransferKinds: Sendable {
    let sent: KindID
    let received: KindID
}

extension Ledger {
    /// Adds a transfer whose sides are up to three days apart. Occasionally the
    /// receiving bank books first.
    mutating func addLaggingTransfer(
        _ amount: Int64, from source: AccountKey, to target: AccountKey, as kinds: TransferKinds,
        on day: CalendarDay
    ) {
        let receiverIsFirst = random.chance(percent: 20)
        let later = day.adding(days: random.days(in: receiverIsFirst ? 1...2 : 0...3))
        addTransfer(
            amount,
            from: Side(account: source, kind: kinds.sent, day: receiverIsFirst ? later : day),
            to: Side(account: target, kind: kinds.received, day: receiverIsFirst ? day : later))
    }
}

/// College savings at a bank that is not connected. Only one side of each transfer is
/// visible.
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
