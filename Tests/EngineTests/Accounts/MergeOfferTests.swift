import Engine
import Model
import Testing
import Vault

@Suite("Accounts that seem to go on as others")
struct MergeOfferTests {
    private let demo: DemoVault
    private let connection: Int64

    init() throws {
        demo = try DemoVault()
        connection = try demo.vault.addConnection(
            .simplefin, name: "bridge.example", allowsPlainHTTP: false, createdAt: 0
        ).id
    }

    private func account(
        _ id: String, _ name: String = "Checking (4471)", at bank: String = "harborline",
        currency: String = "USD", balance: Int64? = 5_000,
        holding transactions: [ReceivedTransaction] = []
    ) -> ReceivedAccount {
        ReceivedAccount(
            institutionKey: bank, bankID: id, name: name,
            currency: Currency(code: currency, exponent: 2),
            balance: balance.map {
                ReceivedBalance(minorUnits: $0, availableMinorUnits: nil, at: today.noon)
            },
            transactions: transactions, coverage: nil)
    }

    /// Transactions of the last days before one, one on each.
    private func spending(
        _ count: Int = 2, before last: CalendarDay = today, from number: Int = 0,
        as prefix: String = "T"
    ) -> [ReceivedTransaction] {
        (number..<(number + count)).map { number in
            ReceivedTransaction(
                bankID: "\(prefix)\(number)", day: last.adding(days: -number),
                amount: Int64(-100 - number), description: "SHOP \(number)", payee: "", memo: "",
                merchantCode: "", isPending: false, postedAt: nil, transactedAt: nil)
        }
    }

    private func sync(
        on day: CalendarDay, _ accounts: ReceivedAccount..., ending: SyncOutcome = .complete
    ) throws {
        let sync = try demo.vault.beginSync(connection: connection, at: day.noon)
        let stored = try demo.vault.store(
            ReceivedAnswer(
                institutions: Set(accounts.map(\.institutionKey)).sorted().map {
                    ReceivedInstitution(key: $0, name: $0 == "blank" ? " " : $0, url: nil)
                },
                accounts: accounts, receivedAt: day.noon),
            connection: connection, sync: sync)
        try demo.vault.endSync(
            sync, at: day.noon, outcome: ending, stored: stored, messages: [])
    }

    private func offers() throws -> [String] {
        try demo.engine().mergeOffers().map {
            "\($0.earlier.id) \($0.successor.id) \($0.evidence)"
        }
    }

    private let lastWeek = today.adding(days: -7)

    // MARK: Connected anew

    @Test("are told by three transactions that both have")
    func common() throws {
        try sync(on: lastWeek, account("C1", "Old", holding: spending(3, before: lastWeek)))
        try sync(on: today, account("C2", "New", holding: spending(3, before: lastWeek, as: "N")))
        #expect(try offers() == ["1 2 commonTransactions(3)"])
    }

    @Test("count twice only where both are in the figures", arguments: [1, 2])
    func hidden(account id: Int64) throws {
        try sync(on: lastWeek, account("C1", "Old", holding: spending(3, before: lastWeek)))
        try sync(on: today, account("C2", "New", holding: spending(3, before: lastWeek, as: "N")))
        #expect(try demo.engine().mergeOffers().map(\.countsTwice) == [true])
        for visibility in [AccountVisibility.trackingOnly, .hidden] {
            try demo.vault.decideVisibility(visibility, account: id)
            #expect(try demo.engine().mergeOffers().map(\.countsTwice) == [false])
        }
    }

    @Test(
        "are told by their names, or by the digits that the names end in",
        arguments: [
            ("Checking (4471)", "checking  (4471)", "sameName"),
            ("Checking (4471)", "Everyday ...4471", "sameDigits(\"4471\")"),
        ])
    func names(old: String, new: String, evidence: String) throws {
        try sync(on: lastWeek, account("C1", old, holding: spending()))
        try sync(on: today, account("C2", new, holding: spending(as: "N")))
        #expect(try offers() == ["1 2 \(evidence)"])
    }

    @Test("are told by one id over two connections, whatever their banks name")
    func twoTokens() throws {
        try sync(on: today, account("C1", holding: spending()))
        let second = try demo.vault.addConnection(
            .simplefin, name: "second", allowsPlainHTTP: false, createdAt: 0)
        let again = ReceivedAnswer(
            institutions: [ReceivedInstitution(key: "harborline", name: "harborline", url: nil)],
            accounts: [account("C1", holding: spending()), account("C2", "Other")],
            receivedAt: today.noon)
        _ = try demo.vault.store(again, connection: second.id, sync: nil)
        #expect(try offers() == ["1 2 sameID"])
        let (one, other) = (try demo.vault.accounts()[0], try demo.vault.accounts()[1])
        _ = try demo.engine().merge(one, into: other)
        try sync(on: today, account("C1", holding: spending(3)))
        _ = try demo.vault.store(again, connection: second.id, sync: nil)
        #expect(try offers() == [])
        #expect(try demo.vault.accounts().map(\.bankID) == ["C1", "C2"])
        #expect(try demo.vault.everything().count == 3)
    }

    @Test("need some such evidence")
    func noEvidence() throws {
        try sync(on: lastWeek, account("C1", "Old", holding: spending(2, before: lastWeek)))
        try sync(
            on: today, account("C2", "New 12", holding: spending(2, before: lastWeek, as: "N")))
        #expect(try offers() == [])
    }

    @Test(
        "need a sync that went through whole and did not name the old one",
        arguments: [SyncOutcome.partial, .failed, .running])
    func brokenSync(outcome: SyncOutcome) throws {
        try sync(on: lastWeek, account("C1", holding: spending()))
        try sync(on: today, account("C2", holding: spending(as: "N")), ending: outcome)
        #expect(try offers() == [])
    }

    @Test("are not offered while the bank lists both")
    func both() throws {
        try sync(on: lastWeek, account("C1", holding: spending()))
        try sync(on: today, account("C1"), account("C2", holding: spending(as: "N")))
        #expect(try offers() == [])
    }

    @Test(
        "are at one bank that has a name, in one currency",
        arguments: [
            ("harborline", "northbeam", "USD"), ("blank", "blank", "USD"),
            ("harborline", "harborline", "EUR"),
        ])
    func otherBank(old: String, new: String, currency: String) throws {
        try sync(on: lastWeek, account("C1", at: old, holding: spending()))
        try sync(on: today, account("C2", at: new, currency: currency, holding: spending(as: "N")))
        #expect(try offers() == [])
    }

    @Test("are of one type")
    func otherType() throws {
        try sync(on: lastWeek, account("C1", holding: spending()))
        try sync(on: today, account("C2", holding: spending(as: "N")))
        #expect(try offers() == ["1 2 sameName"])
        try demo.vault.decideType(.savings, account: 2)
        #expect(try offers() == [])
    }

    @Test("are offered only where just one can be meant")
    func severalNew() throws {
        try sync(on: lastWeek, account("C1", holding: spending()))
        try sync(
            on: today, account("C2", holding: spending(as: "N")),
            account("C3", holding: spending(as: "M")))
        #expect(try offers() == [])
    }

    @Test("are offered only where just one can have gone")
    func severalOld() throws {
        try sync(
            on: lastWeek, account("C1", holding: spending()),
            account("C2", holding: spending(as: "M")))
        try sync(on: today, account("C3", holding: spending(as: "N")))
        #expect(try offers() == [])
    }

    @Test("begin when the other ends, not long before", arguments: [(14, true), (15, false)])
    func parallel(days: Int, isOffered: Bool) throws {
        let first = lastWeek.adding(days: -days)
        try sync(
            on: first, account("C1", holding: spending()), account("C2", holding: spending(as: "N"))
        )
        try sync(on: lastWeek, account("C1"), account("C2"))
        try sync(on: today, account("C2"))
        #expect(try offers() == (isOffered ? ["1 2 sameName"] : []))
    }

    @Test("are no longer offered once they are one")
    func merged() throws {
        try sync(on: lastWeek, account("C1", holding: spending()))
        try sync(on: today, account("C2", holding: spending(as: "N")))
        let engine = demo.engine()
        let accounts = try demo.vault.accounts()
        _ = try engine.merge(accounts[0], into: accounts[1])
        #expect(try offers() == [])
        _ = try engine.undo()
        #expect(try offers() == ["1 2 sameName"])
    }

    // MARK: Replaced cards

    @Test(
        "are cards of which the old one owes nothing and has been still for 45 days",
        arguments: [(-100, 45, true), (0, 60, true), (-101, 45, false), (0, 44, false)]
            as [(Int64, Int, Bool)])
    func card(balance: Int64, stillDays: Int, isOffered: Bool) throws {
        let last = today.adding(days: -stillDays)
        let old = account("C1", "Visa 1111", balance: balance, holding: spending(2, before: last))
        try sync(on: last.adding(days: 1), old)
        try sync(
            on: today, account("C1", "Visa 1111", balance: balance),
            account("C2", "Visa 2222", holding: spending(as: "N")))
        for id in [1, 2] as [Int64] { try demo.vault.decideType(.credit, account: id) }
        #expect(try offers() == (isOffered ? ["1 2 stillSince(\(last))"] : []))
    }

    @Test("are no cards that are both still")
    func stillCards() throws {
        let last = today.adding(days: -60)
        try sync(
            on: last, account("C1", "Visa 1111", balance: 0, holding: spending(2, before: last)))
        try sync(
            on: today, account("C1", "Visa 1111", balance: 0),
            account(
                "C2", "Visa 2222",
                holding: spending(2, before: last.adding(days: 10), as: "N")))
        for id in [1, 2] as [Int64] { try demo.vault.decideType(.credit, account: id) }
        #expect(try offers() == [])
    }
}

@Suite("Making two accounts one")
struct MergingAccountsTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
        let connection = try demo.vault.fileConnection(createdAt: 0)
        let accounts = [("A", "USD"), ("B", "USD"), ("C", "EUR")].map { id, currency in
            ReceivedAccount(
                institutionKey: "bank", bankID: id, name: id,
                currency: Currency(code: currency, exponent: 2), balance: nil,
                transactions: [
                    ReceivedTransaction(
                        bankID: "1", day: today, amount: -500, description: "SHOP", payee: "",
                        memo: "", merchantCode: "", isPending: false, postedAt: nil,
                        transactedAt: nil)
                ], coverage: nil)
        }
        _ = try demo.vault.store(
            ReceivedAnswer(
                institutions: [ReceivedInstitution(key: "bank", name: "Bank", url: nil)],
                accounts: accounts, receivedAt: today.noon),
            connection: connection.id, sync: nil)
        _ = try demo.engine().classify(dryRun: false)
    }

    @Test("concludes anew, as a pass over everything would")
    func classifies() throws {
        let engine = demo.engine()
        let accounts = try demo.vault.accounts()
        let (merge, report) = try engine.merge(accounts[0], into: accounts[1])
        #expect(merge.moved == 0)
        #expect(merge.doubled == 1)
        #expect(report.isWhole)
        #expect(try engine.classify(dryRun: true, isWhole: true).changes.isEmpty)
        let undone = try engine.undo()
        #expect(undone.entry.summary == "accounts merge A B")
        #expect(try engine.classify(dryRun: true, isWhole: true).changes.isEmpty)
        #expect(try demo.vault.transactionCount(TransactionQuery()) == 3)
    }

    @Test("is refused while the signs of only one are turned")
    func signs() throws {
        let signs = ReversedSigns(balance: true, transactions: true)
        try demo.vault.reverseSigns(signs, account: 1)
        let engine = demo.engine()
        var accounts = try demo.vault.accounts()
        #expect(throws: MergeError.differentSigns(1, 2)) {
            try engine.merge(accounts[0], into: accounts[1])
        }
        try demo.vault.reverseSigns(signs, account: 2)
        accounts = try demo.vault.accounts()
        #expect(try engine.merge(accounts[0], into: accounts[1]).merge.doubled == 1)
    }

    @Test("is refused for one account, and for two currencies")
    func refused() throws {
        let engine = demo.engine()
        let accounts = try demo.vault.accounts()
        #expect(throws: MergeError.sameAccount(1)) {
            try engine.merge(accounts[0], into: accounts[0])
        }
        #expect(throws: MergeError.differentCurrencies(1, 3)) {
            try engine.merge(accounts[0], into: accounts[2])
        }
        #expect(try demo.vault.history().isEmpty)
    }
}
