import Model
import TestSupport
import Testing
import Vault

@Suite("Storing accounts")
struct AccountStoreTests {
    private let stored: StoredVault

    init() throws {
        stored = try StoredVault()
    }

    private func balance(_ minorUnits: Int64, at instant: Int64) -> ReceivedBalance {
        ReceivedBalance(minorUnits: minorUnits, availableMinorUnits: minorUnits - 1, at: instant)
    }

    // MARK: Balances

    @Test("a newer balance takes the older one's place, an older one is passed over")
    func balancesGoForward() throws {
        try stored.store(account(balance: balance(100, at: firstOfMarch)))
        try stored.store(account(balance: balance(300, at: firstOfMarch + 2 * 86_400)))
        try stored.store(account(balance: balance(200, at: firstOfMarch + 86_400)))
        let record = try #require(try stored.vault.accounts().first)
        #expect(record.balance?.minorUnits == 300)
        #expect(record.availableBalance?.minorUnits == 299)
        #expect(record.balanceAt == firstOfMarch + 2 * 86_400)
        let history = try stored.vault.dailyBalances()
        #expect(history.map(\.minorUnits) == [100, 300])
        #expect(history.map(\.day) == [day(2025, 3, 1), day(2025, 3, 3)])
    }

    @Test("a day has one balance in the history, its last")
    func oneBalanceADay() throws {
        for hour in 0..<24 as Range<Int64> {
            try stored.store(account(balance: balance(hour, at: firstOfMarch + hour * 3600)))
        }
        #expect(try stored.vault.dailyBalances().map(\.minorUnits) == [23])
    }

    @Test("an answer without a balance keeps the one that is known")
    func noBalance() throws {
        try stored.store(account(balance: balance(100, at: firstOfMarch)))
        try stored.store(account(balance: nil))
        #expect(try stored.vault.accounts().first?.balance?.minorUnits == 100)
    }

    // MARK: Coverage

    @Test("covered days grow by every window that touches them, and by no other")
    func coverageAgreesWithASetOfDays() throws {
        var random = RandomNumbers(seed: 7)
        let first = day(2025, 1, 1)
        for round in 0..<60 {
            let id = "A\(round)"
            var covered: Set<Int> = []
            for _ in 0..<8 {
                let offset = Int.random(in: 0..<60, using: &random)
                let window = offset..<(offset + Int.random(in: 1...12, using: &random))
                let from = first.adding(days: offset)
                try stored.store(
                    account(id, coverage: from..<from.adding(days: window.count)))
                let touching = (offset - 1)...window.upperBound
                if covered.isEmpty || !covered.isDisjoint(with: touching) {
                    covered.formUnion(window)
                }
                let record = try #require(
                    try stored.vault.accounts().first { $0.bankID == id })
                let coverage = try #require(record.coverage)
                let start = first.days(until: coverage.lowerBound)
                #expect(Set(start..<first.days(until: coverage.upperBound)) == covered)
            }
        }
    }

    // MARK: Identity

    @Test("an account stays the same when its bank gets another key")
    func newInstitutionKey() throws {
        try stored.store(account(at: "bank.example", [transaction("T1")]))
        try stored.store(account(at: "CON-1", [transaction("T1"), transaction("T2")]))
        let accounts = try stored.vault.accounts()
        #expect(accounts.count == 1)
        #expect(accounts.first?.institution == "Bank CON-1")
        #expect(try stored.vault.everything().map(\.bankID) == ["T1", "T2"])
    }

    @Test("two banks' accounts with one id stay two")
    func sharedID() throws {
        try stored.store(
            account(at: "one", [transaction("T1", -1)]), account(at: "two", [transaction("T1", -2)])
        )
        try stored.store(
            account(at: "one", [transaction("T1", -1)]), account(at: "two", [transaction("T1", -2)])
        )
        #expect(try stored.vault.accounts().map(\.institution) == ["Bank one", "Bank two"])
        #expect(try stored.vault.everything().map(\.amount.minorUnits) == [-1, -2])
    }

    @Test("with two accounts of one id, a third bank's is a third account")
    func ambiguousID() throws {
        try stored.store(account(at: "one"), account(at: "two"))
        try stored.store(account(at: "three"))
        #expect(try stored.vault.accounts().count == 3)
    }

    @Test("accounts of two connections are never one")
    func twoConnections() throws {
        try stored.store(account([transaction("T1")]))
        let other = try stored.vault.fileConnection(createdAt: firstOfMarch)
        let answer = ReceivedAnswer(
            institutions: [ReceivedInstitution(key: "bank", name: "Bank", url: nil)],
            accounts: [account([transaction("T1")])], body: [], receivedAt: firstOfMarch)
        _ = try stored.vault.store(answer, connection: other.id, sync: nil)
        #expect(try stored.vault.accounts().map(\.connection) == [stored.connection, other.id])
    }

    // MARK: Types

    @Test("an account is of the type other until something is known")
    func noType() throws {
        try stored.store(account())
        let record = try #require(try stored.vault.accounts().first)
        #expect(record.type == .other)
        #expect(record.typeReason == "not looked at yet")
    }

    @Test("the person's word on a type outranks guesses before and after it")
    func decidedType() throws {
        try stored.store(account())
        let id = try #require(try stored.vault.accounts().first?.id)
        try stored.vault.storeTypes([(account: id, type: .savings, reason: "its name")])
        #expect(try stored.vault.accounts().first?.type == .savings)
        try stored.vault.decideType(.credit, account: id)
        #expect(try stored.vault.accounts().first?.type == .credit)
        try stored.vault.storeTypes([(account: id, type: .checking, reason: "its name")])
        let record = try #require(try stored.vault.accounts().first)
        #expect(record.type == .credit)
        #expect(record.typeReason == "chosen by you")
        try stored.vault.decideType(.loan, account: id)
        #expect(try stored.vault.accounts().first?.type == .loan)
    }

    @Test("a guess that is stored already is no change")
    func sameGuess() throws {
        try stored.store(account())
        let id = try #require(try stored.vault.accounts().first?.id)
        let guess = [(account: id, type: AccountType.savings, reason: "its name")]
        #expect(try stored.vault.storeTypes(guess) == 1)
        #expect(try stored.vault.storeTypes(guess) == 0)
    }

    private static let currencies: [(before: Currency, now: Currency, stored: Currency?)] = [
        (dollars, dollars, dollars), (none, dollars, dollars), (dollars, none, dollars),
        (dollars, euros, nil), (dollars, yen, nil), (none, yen, nil), (yen, none, nil),
    ]
    private static let none = Currency(code: "", exponent: 2)
    private static let euros = Currency(code: "EUR", exponent: 2)
    private static let yen = Currency(code: "JPY", exponent: 0)

    @Test("amounts of one account are never in two currencies", arguments: currencies)
    func otherCurrency(before: Currency, now: Currency, stored taken: Currency?) throws {
        try stored.store(account(currency: before, [transaction("T1")]))
        let outcome = try stored.store(account(currency: now, [transaction("T2")]))
        let record = try #require(try stored.vault.accounts().first)
        #expect(record.currency == taken ?? before)
        #expect(try stored.vault.everything().count == (taken == nil ? 1 : 2))
        #expect(outcome.inOtherCurrency == (taken == nil ? [record.name] : []))
    }

    @Test("an account without amounts takes the currency that its bank says")
    func currencyWithoutAmounts() throws {
        try stored.store(account(currency: dollars))
        try stored.store(account(currency: Self.yen))
        #expect(try stored.vault.accounts().first?.currency == Self.yen)
    }
}
