import Model

/// Groceries, fuel, coffee and all else that is bought with a card or cash.
struct EverydaySpending: Routine {
    private let habits: [(habit: Habit, shops: [KindID])]
    private let cash: [(habit: Habit, shops: [KindID])]

    init(catalogue: inout EntryCatalogue) {
        habits = Self.known(Self.habits, in: &catalogue)
        cash = Self.known(Self.cash, in: &catalogue)
    }

    static func known(
        _ habits: [Habit], in catalogue: inout EntryCatalogue
    ) -> [(habit: Habit, shops: [KindID])] {
        var known: [(habit: Habit, shops: [KindID])] = []
        for habit in habits { known.append((habit, catalogue.add(habit.shops))) }
        return known
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        for (habit, shops) in habits {
            var times = ledger.random.number(in: habit.timesAMonth)
            if month.month > 10 { times += times * habit.holidayRise / 100 }
            for _ in 0..<times {
                let amount = ledger.priced(ledger.random.amount(in: habit.amount))
                buy(at: ledger.random.element(of: shops), for: amount, in: &ledger, habit)
            }
        }
        for (habit, kinds) in cash {
            for _ in 0..<ledger.random.number(in: habit.timesAMonth) {
                let amount = ledger.random.number(in: habit.amount) * 20_00
                let day = ledger.day(ledger.random.days(in: 1...Int64(month.dayCount)))
                let kind = ledger.random.element(of: kinds)
                ledger.add(kind, to: .checking, -amount, on: day.businessDayOnOrAfter)
            }
        }
    }

    private func buy(
        at shop: KindID, for amount: Int64, in ledger: inout Ledger, _ habit: Habit
    ) {
        let day = ledger.day(ledger.random.days(in: 1...Int64(ledger.month.dayCount)))
        let account = ledger.drawnMeansOfPayment()
        guard account.isCard else {
            ledger.add(
                shop, to: account, -amount, on: day.adding(days: 1).businessDayOnOrAfter,
                transacted: day)
            return
        }
        ledger.addCardPurchase(shop, on: account, -amount, transacted: day)
        if ledger.random.chance(percent: habit.returned) {
            let later = day.adding(days: ledger.random.days(in: 4...13))
            ledger.addCardPurchase(shop, on: account, amount, transacted: later)
        }
    }
}

/// Further small purchases, for histories of as many transactions as asked.
struct FurtherPurchases: Routine {
    private let shops: [(amount: ClosedRange<Int64>, kinds: [KindID])]
    private let timesAMonth: Int

    /// - Parameter timesAMonth: how many, 0 or more, in each month.
    init(timesAMonth: Int, catalogue: inout EntryCatalogue) {
        self.timesAMonth = timesAMonth
        shops = EverydaySpending.known(EverydaySpending.habits, in: &catalogue)
            .map { (Self.smallAmount(of: $0.habit), $0.shops) }
    }

    /// The cents that they cost in a month of 2025, on average.
    static func monthlyCost(timesAMonth: Int) -> Int64 {
        let means = EverydaySpending.habits.map { SplitMix64.meanAmount(in: smallAmount(of: $0)) }
        return means.reduce(0, +) * Int64(timesAMonth) / Int64(means.count)
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        let lastDay = Int64(month.dayCount)
        for _ in 0..<timesAMonth {
            let shop = ledger.random.element(of: shops)
            let amount = ledger.priced(ledger.random.amount(in: shop.amount))
            let kind = ledger.random.element(of: shop.kinds)
            let day = ledger.day(ledger.random.days(in: 1...lastDay))
            let account = ledger.drawnMeansOfPayment()
            if account.isCard {
                ledger.addCardPurchase(kind, on: account, -amount, transacted: day)
            } else {
                ledger.add(kind, to: account, -amount, on: day)
            }
        }
    }

    private static func smallAmount(of habit: Habit) -> ClosedRange<Int64> {
        max(habit.amount.lowerBound / 8, 1_00)...max(habit.amount.upperBound / 16, 2_00)
    }
}

extension Ledger {
    /// Most purchases are made with the Visa, some with a debit card.
    fileprivate mutating func drawnMeansOfPayment() -> AccountKey {
        switch random.number(in: 1...10) {
        case 1...6: .visa
        case 7...9: .mastercard
        default: .checking
        }
    }
}
