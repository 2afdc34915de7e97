import Model

/// A bill that comes in fixed months on about the same day.
struct Bill: Sendable {
    let kind: EntryKind
    let account: AccountKey
    /// The day of the month on which it is due.
    let day: Int
    let cost: Cost
    /// It comes in the months whose number leaves this remainder when divided
    /// by ``everyMonths``.
    var everyMonths = 1
    var remainder = 0
    /// Whether it is now and then forgotten, late, or charged twice.
    var isUnreliable = false

    enum Cost: Sendable {
        /// The same each month, more each year.
        case priced(Int64)
        /// A base and a month's part of a season, each with a little chance.
        case seasonal(base: Int64, byMonth: [Int64])
        /// A list price that was `first` in 2015 and has risen by a step
        /// after each so many months, the first time after `offset`.
        case subscription(first: Int64, rise: Int64, everyMonths: Int, offset: Int)
    }

    func comes(in month: CalendarMonth) -> Bool {
        month.month % everyMonths == remainder
    }
}

extension Bill.Cost {
    func amount(in month: CalendarMonth, of ledger: inout Ledger) -> Int64 {
        switch self {
        case .priced(let amount):
            return ledger.priced(amount)
        case .seasonal(let base, let byMonth):
            let amount = base + byMonth[month.month - 1]
            return ledger.priced(amount * ledger.random.number(in: 90...110) / 100)
        case .subscription(let first, let rise, let everyMonths, let offset):
            let age = (month.year - 2015) * 12 + month.month - 1
            return first + rise * Int64((age + everyMonths - offset) / everyMonths)
        }
    }
}

/// All of the household's bills and subscriptions.
struct Bills: Routine {
    private let bills: [(bill: Bill, kind: KindID)]

    init(catalogue: inout EntryCatalogue) {
        var bills: [(bill: Bill, kind: KindID)] = []
        for bill in Self.household + Self.subscriptions {
            bills.append((bill, catalogue.add(bill.kind)))
        }
        self.bills = bills
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        for (bill, kind) in bills where bill.comes(in: month) {
            let amount = -bill.cost.amount(in: month, of: &ledger)
            let due = ledger.day(bill.day + ledger.random.days(in: 0...1))
            for day in bill.daysOfCharges(due: due, random: &ledger.random) {
                if bill.account.isCard {
                    ledger.addCardPurchase(kind, on: bill.account, amount, transacted: day)
                } else {
                    ledger.add(kind, to: bill.account, amount, on: day.businessDayOnOrAfter)
                }
            }
        }
    }
}

extension Bill {
    /// The day on which it is due, unless something goes wrong.
    fileprivate func daysOfCharges(
        due: CalendarDay, random: inout SplitMix64
    ) -> [CalendarDay] {
        guard isUnreliable else { return [due] }
        return switch random.number(in: 1...100) {
        case 1...5: []
        case 6...15: [due.adding(days: random.days(in: 3...8))]
        case 16...19: [due, due.adding(days: random.days(in: 0...2))]
        default: [due]
        }
    }
}
