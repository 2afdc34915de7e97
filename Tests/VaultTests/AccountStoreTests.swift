import GRDB
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

    // MARK: Names

    @Test(
        "a name without anything to read gives way to the bank's with the account's number",
        arguments: [
            "", "   ", "\t\n", "\u{FFFD}\u{FFFD}", "\u{1B}", "\u{200B}\u{A0}", "␛ \u{FFFD}",
        ])
    func unreadableName(name: String) throws {
        try stored.store(account(named: name))
        let record = try #require(try stored.vault.accounts().first)
        #expect(record.name == "\(record.institution) \(record.id)")
        #expect(record.bankName == name)
        var names: [String] = []
        try VaultQuery("SELECT name FROM v_accounts", of: stored.vault, seconds: 60)
            .forEachRow { row in
                if case .text(let text) = row[0] { names.append(text) }
            }
        #expect(names == [record.name])
        try stored.vault.nameAccount("Pots", account: record.id)
        #expect(try stored.vault.accounts().first?.name == "Pots")
    }

    @Test("two accounts without a name have two", arguments: ["", "\u{FFFD}"])
    func unreadableNames(name: String) throws {
        try stored.store(account("A1", named: name))
        try stored.store(account("A2", named: name))
        #expect(Set(try stored.vault.accounts().map(\.name)).count == 2)
    }

    @Test("a name with a letter, digit or sign stays", arguments: ["Pot", " 7 ", "銀行", "€", "-"])
    func readableName(name: String) throws {
        try stored.store(account(named: name))
        #expect(try stored.vault.accounts().first?.name == name)
    }

    @Test("lists tell accounts of one name apart by their bank, or by their number")
    func listedNames() throws {
        try stored.store(account("A1", at: "one", named: "Checking"))
        try stored.store(account("A2", at: "two", named: "Checking"))
        try stored.store(account("A3", at: "two", named: "Checking"))
        try stored.store(account("A4", at: "two", named: "Savings"))
        let accounts = try stored.vault.accounts()
        let names = accounts.listedNames
        #expect(
            accounts.map { names[$0.id] } == [
                "Checking (\(accounts[0].institution))", "Checking (\(accounts[1].id))",
                "Checking (\(accounts[2].id))", "Savings",
            ])
    }

    // MARK: Balances

    @Test("a newer balance takes the older one's place, an older one is passed over")
    func balancesGoForward() throws {
        let now = firstOfMarch + 3 * 86_400
        for (units, days) in [(100, 0), (300, 2), (200, 1)] as [(Int64, Int64)] {
            try stored.store(
                account(balance: balance(units, at: firstOfMarch + days * 86_400)),
                receivedAt: now)
        }
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
            try stored.store(
                account(balance: balance(hour, at: firstOfMarch + hour * 3600)),
                receivedAt: firstOfMarch + 86_400)
        }
        #expect(try stored.vault.dailyBalances().map(\.minorUnits) == [23])
    }

    @Test("an answer without a balance keeps the one that is known")
    func noBalance() throws {
        try stored.store(account(balance: balance(100, at: firstOfMarch)))
        try stored.store(account(balance: nil))
        #expect(try stored.vault.accounts().first?.balance?.minorUnits == 100)
    }

    /// Days from the first of March: the clock's, and the bank's date of the balance.
    private static let clocks: [(told: [(now: Int64, dated: Int64?)], at: Int64, days: [Int])] = [
        // A bank's date ahead once.
        ([(0, 400), (1, 1)], 1, [0, 1]), ([(0, 0), (1, 400), (2, 2)], 2, [0, 1, 2]),
        // A clock ahead once, or set back once.
        ([(0, 0), (400, 0), (2, 2)], 2, [0, 2]), ([(0, 0), (-900, 1), (2, 2)], 2, [0, 1, 2]),
        ([(-20_000, 0), (1, 1)], 1, [0, 1]),
        // The same with a bank that dates nothing.
        ([(0, nil), (400, nil), (2, nil)], 2, [0, 2]),
    ]

    @Test("a balance is never as of a time to come, whosever clock is wrong", arguments: clocks)
    func wrongClocks(told: [(now: Int64, dated: Int64?)], at: Int64, days: [Int]) throws {
        for (units, answer) in told.enumerated() {
            let dated = answer.dated.map { firstOfMarch + $0 * 86_400 }
            try stored.store(
                account(
                    balance: ReceivedBalance(
                        minorUnits: Int64(units), availableMinorUnits: nil, at: dated)),
                receivedAt: firstOfMarch + answer.now * 86_400)
        }
        let record = try #require(try stored.vault.accounts().first)
        #expect(record.balance?.minorUnits == Int128(told.count - 1))
        #expect(record.balanceAt == firstOfMarch + at * 86_400)
        let history = try stored.vault.dailyBalances()
        #expect(history.map { day(2025, 3, 1).days(until: $0.day) } == days)
    }

    // MARK: Coverage

    @Test("covered days grow by every window that touches them, and by no other")
    func coverageAgreesWithASetOfDays() throws {
        var random = RandomNumbers(seed: 7)
        let first = day(2025, 1, 1)
        for round in 0..<60 {
            let id = "A\(round)"
            var covered: Set<Int> = []
            let served = (0..<80).map {
                transaction("T\($0)", on: first.adding(days: $0))
            }
            for _ in 0..<8 {
                let offset = Int.random(in: 0..<60, using: &random)
                let window = offset..<(offset + Int.random(in: 1...12, using: &random))
                let from = first.adding(days: offset)
                try stored.store(
                    account(
                        id, coverage: from..<from.adding(days: window.count), asked: nil,
                        Array(served[window])))
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

    @Test("days in which nothing was served give way to newer ones, and to no others")
    func emptyCoverage() throws {
        let (old, new) = (day(1970, 1, 1)..<day(1970, 2, 1), day(2025, 1, 1)..<day(2025, 2, 1))
        try stored.store(account(coverage: old))
        try stored.store(account(coverage: new))
        #expect(try stored.vault.accounts().first?.coverage == new)
        try stored.store(account(coverage: old))
        #expect(try stored.vault.accounts().first?.coverage == new)
    }

    // MARK: Identity

    private func store(
        _ institution: ReceivedInstitution, _ accounts: ReceivedAccount...
    ) throws {
        _ = try stored.vault.store(
            ReceivedAnswer(
                institutions: [institution], accounts: accounts, receivedAt: firstOfMarch),
            connection: stored.connection, sync: nil)
    }

    @Test("a bank keeps its name while the bridge only has what stands in for it")
    func namelessBank() throws {
        func name(_ name: String, isNamed: Bool) throws -> String? {
            try store(
                ReceivedInstitution(key: "CON-1", name: name, isNamed: isNamed, url: nil),
                account(at: "CON-1", [transaction("T1")]))
            return try stored.vault.accounts().first?.institution
        }
        #expect(try name("bank.example", isNamed: false) == "bank.example")
        #expect(try name("First Bank", isNamed: true) == "First Bank")
        #expect(try name("bank.example", isNamed: false) == "First Bank")
        #expect(try name("First Bank of Kelp", isNamed: true) == "First Bank of Kelp")
    }

    private static let before = ReceivedInstitution(
        key: "bank.example#First Bank", name: "First Bank", url: "https://www.bank.example/login",
        organizationID: "ORG-1")

    @Test(
        "an account stays the same when its bank gets another key and is known by something else",
        arguments: [
            ("first  bank", nil, nil), ("", "https://bank.example", nil), ("Other", nil, "ORG-1"),
        ] as [(String, String?, String?)])
    func newInstitutionKey(name: String, url: String?, organization: String?) throws {
        try store(Self.before, account(at: Self.before.key, [transaction("T1")]))
        let now = ReceivedInstitution(
            key: "CON-1", name: name, url: url, organizationID: organization)
        try store(now, account(at: "CON-1", [transaction("T1"), transaction("T2")]))
        #expect(try stored.vault.accounts().count == 1)
        #expect(try stored.vault.everything().map(\.bankID) == ["T1", "T2"])
        // And back.
        try store(Self.before, account(at: Self.before.key, [transaction("T3")]))
        #expect(try stored.vault.accounts().count == 1)
    }

    private static let twice: [(name: String, currency: Currency, id: String, isOne: Bool)] = [
        ("Checking", dollars, "T2", true), ("Checking", none, "T2", true),
        ("Savings", dollars, "T1", true), ("Savings", dollars, "T2", false),
        ("Checking", euros, "T2", false),
    ]

    @Test(
        "an account moves within one bank only if its name and currency agree, or its rows",
        arguments: twice)
    func twiceConnected(name: String, currency: Currency, id: String, isOne: Bool) throws {
        func store(_ key: String, _ name: String, _ currency: Currency, _ id: String) throws {
            try self.store(
                ReceivedInstitution(
                    key: key, name: "Bank", url: "https://bank.example", organizationID: "bank"),
                account("1", at: key, named: name, currency: currency, [transaction(id)]))
        }
        try store("CON-1", "Checking", dollars, "T1")
        try store("CON-2", name, currency, id)
        #expect(try stored.vault.accounts().map(\.name) == (isOne ? [name] : ["Checking", name]))
        #expect(try stored.vault.everything().map(\.bankID) == (id == "T1" ? ["T1"] : ["T1", id]))
        #expect(try stored.vault.everything().last?.account == (isOne ? 1 : 2))
    }

    @Test("accounts stay the same when all of them get other keys at once")
    func allKeysAtOnce() throws {
        try stored.store(account("A1", at: "one"), account("A2", at: "one"))
        try stored.store(account("A1", at: "two"), account("A2", at: "three"))
        #expect(try stored.vault.accounts().map(\.institution) == ["Bank two", "Bank three"])
    }

    @Test("a bank that is silent and another that uses its account's id have an account each")
    func reusedID() throws {
        try stored.store(
            account(at: "one", [transaction("T1", -1)]), account("A2", at: "two"))
        try stored.store(
            account(at: "three", [transaction("T1", -2)]), account("A2", at: "two"))
        try stored.store(account(at: "four", [transaction("T1", -3)]))
        #expect(
            try stored.vault.accounts().map(\.institution)
                == ["Bank one", "Bank two", "Bank three", "Bank four"])
        #expect(try stored.vault.everything().map(\.amount.minorUnits) == [-1, -2, -3])
        // Each is itself when all are there again.
        try stored.store(
            account(at: "four"), account(at: "three"), account("A2", at: "two"),
            account(at: "one", [transaction("T9", -9)]))
        #expect(try stored.vault.accounts().count == 4)
        #expect(
            try stored.vault.everything().last?.account == stored.vault.accounts().first?.id)
    }

    @Test("ids that differ by case, or by how a letter is written, are different accounts")
    func similarIDs() throws {
        let ids = ["a1", "A1", "A1 ", "\u{E9}", "e\u{301}"]
        for _ in 0..<2 {
            let accounts = ids.map { account($0, [transaction("T", -1)]) }
            _ = try stored.vault.store(
                ReceivedAnswer(
                    institutions: [ReceivedInstitution(key: "bank", name: "Bank", url: nil)],
                    accounts: accounts, receivedAt: firstOfMarch),
                connection: stored.connection, sync: nil)
        }
        #expect(
            try stored.vault.accounts().map { Array($0.bankID.utf8) } == ids.map { Array($0.utf8) })
        #expect(try stored.vault.everything().count == ids.count)
    }

    @Test("an account that moves to a bank of which nothing shows that it is the same is another")
    func movedAccount() throws {
        try stored.store(account("A1", at: "one"), account("A2", at: "one"))
        try stored.store(account("A1", at: "two"), account("A2", at: "one"))
        #expect(
            try stored.vault.accounts().map(\.institution) == ["Bank one", "Bank one", "Bank two"])
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
            accounts: [account([transaction("T1")])], receivedAt: firstOfMarch)
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

    @Test(
        "figures wait for the types of accounts that count",
        arguments: [
            ("", false), ("UPDATE account_decisions SET nickname = 'New'", false),
            ("UPDATE account_decisions SET type = 'credit'", true),
            ("UPDATE account_decisions SET visibility = 'hidden'", true),
            ("UPDATE account_decisions SET visibility = 'tracking-only'", true),
            ("INSERT INTO account_merges (from_account, into_account) VALUES (2, 1)", true),
            ("INSERT INTO account_conclusions VALUES (2, 'loan', 'its name')", true),
        ])
    func typesOfCounted(sql: String, expected: Bool) throws {
        #expect(try stored.vault.wasClassified())
        try stored.store(account("A1"))
        #expect(try !stored.vault.wasClassified())
        try stored.vault.storeTypes([(account: 1, type: .savings, reason: "its name")])
        #expect(try stored.vault.wasClassified())
        // As a second connection whose first sync was cut off brings it.
        try stored.store(account("A2", at: "other"))
        #expect(try !stored.vault.wasClassified())
        try stored.home.database().write { database in
            try database.execute(sql: "INSERT INTO account_decisions (account_id) VALUES (2)")
            try database.execute(sql: sql)
        }
        #expect(try stored.vault.wasClassified() == expected)
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
        let outcome = try stored.store(account(currency: now, [transaction("T2", -2000)]))
        let record = try #require(try stored.vault.accounts().first)
        #expect(record.currency == taken ?? before)
        #expect(try stored.vault.everything().count == (taken == nil ? 1 : 2))
        #expect(outcome.inOtherCurrency.map(\.name) == (taken == nil ? [record.name] : []))
    }

    @Test("an account without amounts takes the currency that its bank says")
    func currencyWithoutAmounts() throws {
        try stored.store(account(currency: dollars))
        try stored.store(account(currency: Self.yen))
        #expect(try stored.vault.accounts().first?.currency == Self.yen)
    }
}
