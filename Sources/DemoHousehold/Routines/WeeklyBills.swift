import Model

/// What comes on a weekday instead of a day of the month.
struct WeeklyBills: Routine {
    private let bills: [(bill: Bill, kind: KindID)]

    private struct Bill {
        let kind: EntryKind
        let account: AccountKey
        /// A day on which it came.
        let first: CalendarDay
        let everyWeeks: Int
        /// Cents, in dollars of 2025.
        let amount: Int64
    }

    init(catalogue: inout EntryCatalogue) {
        let known = [
            Bill(
                kind: .expense(
                    "Harvest Box", "HARVEST BOX FARM SHARE VERONA WI", category: .groceries,
                    code: "5499", series: .weekly("farm-share")),
                account: .visa, first: CalendarDay(daysSinceEpoch: 16_438), everyWeeks: 1,
                amount: 28_50),
            Bill(
                kind: .expense(
                    "Sparkle Cleaning", "SPARKLE HOME CLEANING LLC WEB PMT ~~~~~~",
                    category: .other, series: .biweekly("cleaning")),
                account: .checking, first: CalendarDay(daysSinceEpoch: 16_442), everyWeeks: 2,
                amount: 96_00),
        ]
        var bills: [(bill: Bill, kind: KindID)] = []
        for bill in known { bills.append((bill, catalogue.add(bill.kind))) }
        self.bills = bills
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        for (bill, kind) in bills {
            let amount = -ledger.priced(bill.amount)
            for number in 1...month.dayCount {
                let day = ledger.day(number)
                guard bill.first.days(until: day).isMultiple(of: 7 * bill.everyWeeks) else {
                    continue
                }
                if bill.account.isCard {
                    ledger.addCardPurchase(kind, on: bill.account, amount, transacted: day)
                } else {
                    ledger.add(kind, to: bill.account, amount, on: day)
                }
            }
        }
    }
}
