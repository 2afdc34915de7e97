import DemoHousehold
import Model
import TestSupport
import Testing

@Suite("The made-up household")
struct HouseholdTests {
    private static let today = day(2026, 11, 20)
    /// Ends of months, weekends, a leap day and both ends of what is possible.
    private static let days = [
        day(2015, 2, 1), day(2016, 2, 29), day(2021, 1, 31), day(2024, 12, 31), today,
        day(2027, 3, 1), day(2049, 12, 31),
    ]

    @Test("the same seed gives the same life")
    func sameSeed() {
        let first = Household(seed: 7, today: Self.today)
        let second = Household(seed: 7, today: Self.today)
        #expect(allTransactions(of: first) == allTransactions(of: second))
        #expect(first.accounts.map(\.openingBalance) == second.accounts.map(\.openingBalance))
    }

    @Test("another seed gives another life")
    func otherSeed() {
        let first = Household(seed: 7, today: Self.today)
        let second = Household(seed: 8, today: Self.today)
        #expect(allTransactions(of: first) != allTransactions(of: second))
    }

    @Test("tomorrow's history is today's and a day more", arguments: [0, 6_000])
    func tomorrow(transactions: Int) {
        for offset in 0..<40 {
            let today = Self.today.adding(days: offset)
            let now = Household(today: today, transactions: transactions)
            let later = Household(today: today.adding(days: 1), transactions: transactions)
            let from = max(now.firstDay, later.firstDay)
            for (account, grown) in zip(now.accounts, later.accounts) {
                let known = facts(of: account, on: from...today)
                #expect(known == facts(of: grown, on: from...today))
                #expect(account.balance(on: today) == grown.balance(on: today))
            }
        }
    }

    @Test("a shorter history is the end of a longer one")
    func suffix() {
        let long = Household(today: Self.today, months: 24)
        let short = Household(today: Self.today, months: 12)
        for (longAccount, shortAccount) in zip(long.accounts, short.accounts) {
            let days = short.firstDay...Self.today
            #expect(facts(of: longAccount, on: days) == facts(of: shortAccount, on: days))
            #expect(
                longAccount.balance(on: Self.today) == shortAccount.balance(on: Self.today))
        }
    }

    @Test("a history covers the months asked for and the current one")
    func firstDay() {
        let household = Household(today: Self.today, months: 24)
        #expect(household.firstDay == day(2024, 11, 1))
        for account in household.accounts {
            for transaction in account.transactions {
                guard let posted = transaction.posted else { continue }
                #expect(posted >= household.firstDay && posted <= Self.today)
                #expect(transaction.transacted <= posted)
            }
        }
    }

    @Test("cash is the opening balance and the sum of what was posted", arguments: days)
    func balances(today: CalendarDay) {
        for account in Household(today: today).accounts {
            let posted = account.transactions.filter { !$0.isPending }
            let cash = posted.reduce(account.openingBalance) { $0 + $1.amount }
            let held = account.holdings(on: today).reduce(0) { $0 + $1.marketValue }
            #expect(account.balance(on: today) == cash + held)
            #expect(held == 0 || account.type == .brokerage)
        }
    }

    @Test(
        "no bank account is ever overdrawn", arguments: [0, 1_000, 60_000],
        Seeds.first(of: 12, few: 2))
    func neverOverdrawn(transactions: Int, seed: UInt64) {
        let household = Household(
            seed: seed, today: day(2029, 5, 17), months: 400, transactions: transactions)
        for account in household.accounts where [.checking, .savings].contains(account.type) {
            var balance = account.openingBalance
            var lowest = balance
            for transaction in account.transactions {
                balance += transaction.amount
                lowest = min(lowest, balance)
            }
            #expect(lowest >= 0, "\(account.name)")
        }
    }

    @Test("a mortgage only shrinks from month to month")
    func mortgage() throws {
        let household = Household(today: Self.today, months: 24)
        let mortgage = try #require(household.accounts.first { $0.type == .mortgage })
        var month = household.firstDay.month
        var owed = mortgage.balance(on: household.firstDay.adding(days: -1))
        while month < Self.today.month {
            let balance = mortgage.balance(on: month.lastDay)
            #expect(balance > owed && balance < 0)
            owed = balance
            month = month.next
        }
    }

    @Test("each card's statement is paid in full in the next month, and now and then 100 ahead")
    func cards() {
        let household = Household(today: Self.today, months: 24)
        for card in household.accounts where card.type == .credit {
            var month = household.firstDay.month.next
            while month < Self.today.month {
                let owed = -card.balance(on: month.previous.lastDay)
                let paid = card.transactions.filter {
                    $0.truth.transactionClass == .transfer && $0.posted?.month == month
                }
                let ahead = paid.map(\.amount).filter { $0 == 100_00 }
                #expect(ahead.count <= 1)
                #expect(paid.map(\.amount).sorted() == (ahead + [owed]).sorted())
                month = month.next
            }
        }
    }

    @Test("there are seven accounts of six institutions, of every common type")
    func accounts() {
        let accounts = Household(today: Self.today).accounts
        #expect(
            accounts.map(\.type) == [
                .checking, .savings, .credit, .credit, .brokerage, .mortgage, .loan,
            ])
        #expect(Set(accounts.map(\.institution)).count == 6)
        #expect(Set(accounts.map(\.id)).count == 7)
        #expect(accounts.allSatisfy { !$0.transactions.isEmpty })
    }

    @Test("ids are unique within an account", arguments: [0, 50_000])
    func uniqueIDs(transactions: Int) {
        for account in Household(today: Self.today, transactions: transactions).accounts {
            #expect(Set(account.transactions.map(\.id)).count == account.transactions.count)
        }
    }

    @Test(
        "as many transactions are shown as were asked for",
        arguments: [(24, 10_000), (24, 100_000), (1, 5_000), (60, 30_000), (1_200, 20_000)])
    func count(months: Int, transactions: Int) {
        for today in [day(2026, 11, 1), Self.today] {
            let household = Household(today: today, months: months, transactions: transactions)
            let count = household.accounts.reduce(0) { $0 + $1.transactions.count }
            #expect(count >= transactions)
            #expect(count < transactions * 3 / 2 + 15_000)
        }
    }

    @Test("only the cards have pending transactions, at the end and of the last days")
    func pending() {
        var seen = 0
        for seed in 1...10 as ClosedRange<UInt64> {
            for account in Household(seed: seed, today: Self.today).accounts {
                let pending = account.transactions.drop { !$0.isPending }
                seen += pending.count
                #expect(pending.allSatisfy { $0.isPending && $0.amount < 0 })
                #expect(pending.allSatisfy { $0.transacted.days(until: Self.today) <= 4 })
                #expect(pending.allSatisfy { $0.transacted <= Self.today })
                #expect(pending.isEmpty || account.type == .credit)
            }
        }
        #expect(seen >= 10)
    }

    @Test("a pending transaction is posted with its amount and another id")
    func settling() {
        let now = Household(today: Self.today)
        let later = Household(today: Self.today.adding(days: 5))
        for (account, grown) in zip(now.accounts, later.accounts) {
            for pending in account.transactions where pending.isPending {
                let settled = grown.transactions.filter {
                    $0.transacted == pending.transacted && $0.amount == pending.amount
                        && $0.truth == pending.truth && !$0.isPending
                }
                #expect(settled.count == 1)
                #expect(!grown.transactions.contains { $0.id == pending.id })
            }
        }
    }

    @Test("a day that is not possible becomes the nearest that is")
    func impossibleDays() {
        #expect(Household(today: day(1999, 1, 1)).today == day(2015, 2, 1))
        #expect(Household(today: day(3000, 1, 1)).today == day(2049, 12, 31))
    }

    private func allTransactions(of household: Household) -> [DemoTransaction] {
        household.accounts.flatMap { Array($0.transactions) }
    }

    /// What was posted, without the partner, which appears when it is shown.
    private func facts(of account: DemoAccount, on days: ClosedRange<CalendarDay>) -> [[String?]] {
        account.transactions.compactMap { transaction in
            guard let posted = transaction.posted, days.contains(posted) else { return nil }
            return [
                transaction.id, posted.description, transaction.transacted.description,
                String(transaction.amount), transaction.description, transaction.payee,
                transaction.memo, transaction.merchantCode, transaction.truth.payee,
                transaction.truth.category, transaction.truth.series?.name,
                transaction.truth.transactionClass.rawValue,
            ]
        }
    }
}
