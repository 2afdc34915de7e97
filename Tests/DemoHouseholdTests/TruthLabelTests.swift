import DemoHousehold
import Model
import Testing

@Suite("The truth about the household's transactions")
struct TruthLabelTests {
    private let household = Household(today: day(2026, 11, 20), months: 60)

    @Test("partners name each other, have opposite amounts and are at most three days apart")
    func partners() throws {
        var transfers: [TransactionReference: DemoTransaction] = [:]
        for account in household.accounts {
            for transaction in account.transactions where transaction.truth.partner != nil {
                let place = TransactionReference(account: account.id, transaction: transaction.id)
                transfers[place] = transaction
            }
        }
        #expect(transfers.count > 500)
        for (place, transaction) in transfers {
            let partner = try #require(transaction.truth.partner.flatMap { transfers[$0] })
            #expect(transaction.truth.partner?.account != place.account)
            #expect(partner.truth.partner == place)
            #expect(partner.amount == -transaction.amount)
            #expect(abs(partner.transacted.days(until: transaction.transacted)) <= 3)
            #expect(transaction.truth.transactionClass == .transfer)
        }
    }

    @Test(
        "a transfer without a partner is inside the brokerage, or has it beyond the history or at a bank that is not connected"
    )
    func lonelyTransfers() {
        for account in household.accounts where account.type != .brokerage {
            for transaction in account.transactions
            where transaction.truth.transactionClass == .transfer
                && transaction.truth.partner == nil
                && transaction.truth.payee != "Bluestem Bank"
            {
                let day = transaction.transacted
                #expect(
                    household.firstDay.days(until: day) <= 3
                        || day.days(until: household.today) <= 3)
            }
        }
    }

    @Test("expenses have a category, income and transfers have none")
    func categories() {
        let known: Set = [
            "dining", "groceries", "transportation", "shopping", "entertainment", "bills",
            "healthcare", "travel", "home", "insurance", "children", "pets", "personal-care",
            "gifts", "other",
        ]
        var seen: Set<String> = []
        for transaction in household.accounts.flatMap({ Array($0.transactions) }) {
            let truth = transaction.truth
            #expect((truth.category != nil) == (truth.transactionClass == .expense))
            if let category = truth.category { seen.insert(category) }
        }
        #expect(seen == known)
    }

    @Test("income comes in, and money that is brought back is an expense above zero")
    func signs() {
        let all = household.accounts.flatMap { Array($0.transactions) }
        let income = all.filter { $0.truth.transactionClass == .income }
        #expect(income.allSatisfy { $0.amount > 0 })
        let refunds = all.filter { $0.truth.transactionClass == .expense && $0.amount > 0 }
        #expect(refunds.count > 10)
        #expect(refunds.allSatisfy { ["shopping", "home", "other"].contains($0.truth.category) })
    }

    @Test(
        "monthly series come once a month",
        arguments: ["mortgage-interest", "electric", "netflix", "preschool", "savings-interest"])
    func monthly(series: String) {
        let all = household.accounts.flatMap { Array($0.transactions) }
        let months = all.filter { $0.truth.series?.name == series && !$0.isPending }
            .map(\.transacted.month)
        #expect(months.count >= 59)
        #expect(Set(months).count >= months.count - 1)
    }

    @Test("a streaming price rises within two years")
    func priceRise() {
        let household = Household(today: day(2026, 11, 20), months: 24)
        let prices = household.accounts.flatMap { Array($0.transactions) }
            .filter { $0.truth.series?.name == "netflix" }.map { -$0.amount }
        #expect(prices == prices.sorted())
        #expect(Set(prices).count >= 2)
    }

    @Test("both sides of a payment to a card or loan say which it pays off")
    func debts() throws {
        let types = Dictionary(
            uniqueKeysWithValues: household.accounts.map { ($0.id, $0.type) })
        for account in household.accounts {
            for transaction in account.transactions {
                let sides = [account.type, types[transaction.truth.partner?.account ?? ""]]
                switch transaction.truth.paysOff {
                case .card: #expect(sides.contains(.credit) || transaction.truth.partner == nil)
                case .loan:
                    #expect(
                        sides.contains(.loan) || sides.contains(.mortgage)
                            || transaction.truth.partner == nil)
                case nil:
                    #expect(
                        transaction.truth.partner == nil
                            || Set(sides).isDisjoint(with: [.credit, .loan, .mortgage]))
                }
            }
        }
    }

    @Test("a series is of one account, one frequency and one way of amounts")
    func oneFrequency() {
        for account in household.accounts {
            let series = Set(account.transactions.compactMap(\.truth.series))
            #expect(Set(series.map(\.name)).count == series.count)
        }
    }

    @Test("there are series of every frequency but daily and every two months")
    func everyFrequency() {
        let all = household.accounts.flatMap { $0.transactions.compactMap(\.truth.series) }
        #expect(
            Set(all.map(\.frequency))
                == Set(Frequency.allCases).subtracting([.daily, .bimonthly]))
        #expect(Set(all.map(\.amounts)) == Set(TruthSeries.Amounts.allCases))
    }

    @Test("the gym is missed, late and charged twice in some months")
    func unreliable() {
        let days = household.accounts.flatMap { Array($0.transactions) }
            .filter { $0.truth.series?.name == "gym" }.map(\.transacted)
        let gaps = zip(days, days.dropFirst()).map { $0.days(until: $1) }
        #expect(gaps.contains { $0 < 4 })
        #expect(gaps.contains { (33...45).contains($0) })
        #expect(gaps.contains { $0 > 55 })
    }

    @Test("a friend pays back what was moved between own accounts at the same time")
    func sameAmounts() {
        let all = household.accounts.flatMap { Array($0.transactions) }
        let paidBack = all.filter { $0.truth.payee == "Priya K" && $0.amount > 0 }
        let moved = all.filter { $0.truth.partner != nil && $0.amount > 0 }
        #expect(
            paidBack.contains { friend in
                moved.contains {
                    $0.amount == friend.amount
                        && abs($0.transacted.days(until: friend.transacted)) <= 3
                }
            })
    }

    @Test("in December one of the two is paid twice as much")
    func doublePay() throws {
        let pay = household.accounts.flatMap { Array($0.transactions) }
            .filter { $0.truth.series?.name == "paycheck-lakeside" }
            .filter { $0.transacted.month == CalendarMonth(year: 2024, month: 12) }
            .map(\.amount)
        #expect(pay.count == 2)
        #expect(try #require(pay.last) == 2 * (try #require(pay.first)))
    }
}
