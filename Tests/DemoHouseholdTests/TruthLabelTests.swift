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

    @Test("a transfer without a partner is inside the brokerage or has it beyond the history")
    func lonelyTransfers() {
        for account in household.accounts where account.type != .brokerage {
            for transaction in account.transactions
            where transaction.truth.transactionClass == .transfer
                && transaction.truth.partner == nil
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
            "healthcare", "travel", "other",
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
        #expect(refunds.allSatisfy { $0.truth.category == "shopping" })
    }

    @Test(
        "monthly series come once a month",
        arguments: ["mortgage-interest", "electric", "netflix", "preschool", "savings-interest"])
    func monthly(series: String) {
        let all = household.accounts.flatMap { Array($0.transactions) }
        let months = all.filter { $0.truth.series == series && !$0.isPending }
            .map(\.transacted.month)
        #expect(months.count >= 59)
        #expect(Set(months).count >= months.count - 1)
    }

    @Test("a streaming price rises within two years")
    func priceRise() {
        let household = Household(today: day(2026, 11, 20), months: 24)
        let prices = household.accounts.flatMap { Array($0.transactions) }
            .filter { $0.truth.series == "netflix" }.map { -$0.amount }
        #expect(prices == prices.sorted())
        #expect(Set(prices).count >= 2)
    }
}
