import DemoHousehold
import Engine
import GRDB
import Model
import SimpleFIN
import Testing
import Vault

@Suite("A sync of strange data")
struct StrangeDataTests {
    private let demo: DemoVault
    private let connection: Connection
    private let household = Household(today: today, months: 3)

    init() throws {
        demo = try DemoVault()
        connection = try demo.connect()
    }

    @discardableResult
    private func sync(_ faults: BridgeFault...) throws -> SyncReport {
        demo.transport.fail(faults)
        return try demo.sync(connection, household, months: 3)
    }

    private func card() throws -> AccountRecord {
        try #require(try demo.vault.accounts().first { $0.bankID == "ACT-c90a57de-visa" })
    }

    private var posted: [LedgerLine] { household.posted(since: household.firstDay).inOrder }

    @Test("takes a transaction without a posting date for pending, flagged or not")
    func pendingByDateOnly() throws {
        try sync(.pendingByDateOnly)
        let pending = try demo.vault.everything().filter(\.isPending).map(\.bankID)
        #expect(Set(pending) == household.pendingIDs)
        #expect(!pending.isEmpty)
    }

    @Test("keeps signs as they were sent")
    func reversedSigns() throws {
        try sync(.reversedSigns)
        let card = try card()
        #expect(card.balance?.minorUnits == -Int128(household.balances[card.bankID] ?? 0))
        let amounts = try demo.vault.posted().filter { $0.account == card.bankID }.map(\.amount)
        let sent = posted.filter { $0.account == card.bankID }.map { -$0.amount }
        #expect(amounts.sorted() == sent.sorted())
    }

    @Test("turns reversed signs round by the person's word, here and from then on")
    func turnedSigns() throws {
        try sync(.reversedSigns)
        let card = try card()
        _ = try demo.engine().reverseSigns(
            ReversedSigns(balance: true, transactions: true), of: card)
        let later = Household(today: today.adding(days: 3), months: 3)
        demo.transport.fail([.reversedSigns])
        #expect(try demo.sync(connection, later, months: 3).stored.newTransactions > 0)
        #expect(
            try self.card().balance?.minorUnits == later.balances[card.bankID].map { Int128($0) })
        let amounts = try demo.vault.posted().filter { $0.account == card.bankID }.map(\.amount)
        let right = later.posted(since: household.firstDay)
            .filter { $0.account == card.bankID }.map(\.amount)
        #expect(amounts.sorted() == right.sorted())
        let undone = try demo.engine().undo()
        let name = JournalWords.quoted(card.name)
        #expect(undone.entry.summary == "accounts reverse \(name) --balance --transactions")
        #expect(
            try self.card().balance?.minorUnits == later.balances[card.bankID].map { -Int128($0) })
        let sent = try demo.vault.posted().filter { $0.account == card.bankID }.map(\.amount)
        #expect(sent.sorted() == right.map { -$0 }.sorted())
        #expect(try demo.engine().classify(dryRun: true, isWhole: true).changes.isEmpty)
    }

    @Test("takes a hundred thousand transactions in one answer, to the last unit")
    func largeAnswer() throws {
        let count = 100_000
        let noon = today.adding(days: -40).noon
        let rows = (0..<count).map { number -> String in
            let posted = noon + Int64(number % 40) * 86_400
            let amount = "-\(number).\(10 + number % 90)"
            let shop = number % 700
            return #"{"id":"T\#(number)","posted":\#(posted),"amount":"\#(amount)","#
                + #""description":"SHOP \#(shop)"}"#
        }
        let account =
            #""id":"A","name":"Checking","currency":"USD","balance":"1.00","balance-date":1"#
        let bank = #"{"domain":"bank.example","sfin-url":"https://bridge.example"}"#
        let answer =
            "{\"errors\":[],\"accounts\":[{\"org\":\(bank),\(account),\"transactions\":["
            + rows.joined(separator: ",") + "]}]}"
        let report = try demo.engine().importAnswer(try Answer(body: Array(answer.utf8)))
        #expect(report.stored.newTransactions == count)
        let sum = try demo.vault.everything().reduce(0) { $0 + $1.amount.minorUnits }
        var expected: Int64 = 0
        for number in 0..<Int64(count) { expected -= number * 100 + 10 + number % 90 }
        #expect(sum == expected)
    }

    @Test("keeps few of very many banks without accounts")
    func boundedAnswer() throws {
        let banks = (0..<5_000).map { #"{"conn_id":"C\#($0)","name":"Bank \#($0)"}"# }
        let answer = """
            {"errlist": [], "connections": [\(banks.joined(separator: ","))], "accounts": [
            {"conn_id": "C4999", "id": "A", "name": "Checking", "currency": "USD", "balance": "1.00",
            "balance-date": 1, "transactions": [{"id": "T", "amount": "-1.00",
            "posted": \(today.adding(days: -3).noon), "description": "SHOP"}]}]}
            """
        _ = try demo.engine().importAnswer(Answer(body: Array(answer.utf8)))
        #expect(try demo.vault.accounts().map(\.institution) == ["Bank 4999"])
        let kept = try demo.vault.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM institutions")
        }
        #expect(kept == 1_001)
    }

    @Test("keeps every transaction once, and as it was, where a bank gives new ids each day")
    func reissuedIDs() throws {
        try sync(.reissuedIDs)
        let first = try demo.vault.everything().filter { !$0.isPending }
        let corrected = try #require(first.last { $0.amount.minorUnits < 0 })
        _ = try demo.engine().correct(
            [corrected.id], CorrectionChange(Correction(note: "keep this")))
        for days in [1, 2, 30] {
            let later = Household(today: today.adding(days: days), months: 4)
            try demo.sync(connection, later, months: 3)
            let stored = try demo.vault.posted().map { [$0.account, "\($0.day)", "\($0.amount)"] }
            let truth = later.posted(since: household.firstDay)
                .map { [$0.account, "\($0.day)", "\($0.amount)"] }
            #expect(
                stored.map { $0.joined(separator: " ") }.sorted()
                    == truth.map { $0.joined(separator: " ") }.sorted())
        }
        let kept = try #require(try demo.vault.transaction(corrected.id))
        #expect(kept.verdict?.notes?.value == "keep this")
        #expect(kept.bankID != corrected.bankID)
    }

    @Test(
        "keeps apart banks without a name",
        arguments: [[BridgeFault.namelessBanks], [.namelessBanks, .firstVersionOnly]])
    func namelessBanks(faults: [BridgeFault]) throws {
        demo.transport.fail(faults)
        #expect(try demo.sync(connection, household, months: 3).outcome == .complete)
        let accounts = try demo.vault.accounts()
        #expect(Set(accounts.map(\.institution)).count == 6)
        #expect(accounts.allSatisfy { !$0.institution.isEmpty })
        #expect(try demo.vault.posted().inOrder.map(\.id) == posted.map(\.id))
    }

    @Test(
        "keeps the names of banks that come without one later",
        arguments: [[], [BridgeFault.firstVersionOnly]])
    func namesLost(faults: [BridgeFault]) throws {
        demo.transport.fail(faults)
        _ = try demo.sync(connection, household, months: 3)
        func names() throws -> [String] { try demo.vault.accounts().map(\.institution) }
        let known = try names()
        demo.transport.fail(faults + [.namelessBanks])
        #expect(try demo.sync(connection, household, months: 3).outcome == .complete)
        #expect(try names() == known)
    }

    @Test(
        "keeps an account's currency as it was sent",
        arguments: [
            (BridgeFault.noCurrency, ""),
            (.currencyAddress, "https://bridge.example/simplefin/currencies/points"),
        ])
    func currencies(fault: BridgeFault, code: String) throws {
        #expect(try sync(fault).outcome == .complete)
        #expect(try demo.vault.accounts().allSatisfy { $0.currency.code == code })
        #expect(try demo.vault.posted().inOrder == posted)
    }

    @Test("keeps texts of a bank to the byte, however hostile or long")
    func hostileText() throws {
        #expect(try sync(.hostileText).outcome == .complete)
        let texts = Set(try demo.vault.everything().map { Array($0.description.utf8) })
        #expect(texts.contains(Array("\u{1B}[2J\u{1B}[31mALERT\u{1B}[0m".utf8)))
        #expect(texts.contains(Array("SHOP\u{0}AFTER".utf8)))
        #expect(texts.contains(Array("SHOP\u{202E}POHS".utf8)))
        #expect(texts.contains { $0.count == 1 << 20 })
    }

    @Test("keeps apart accounts whose ids are only their bank's own")
    func sharedAccountIDs() throws {
        #expect(try sync(.sharedAccountIDs).outcome == .complete)
        #expect(
            try demo.vault.accounts().map(\.bankID).sorted() == ["1", "1", "1", "1", "1", "1", "2"])
        #expect(try demo.vault.posted().map(\.id).sorted() == posted.map(\.id).sorted())
        #expect(try sync(.sharedAccountIDs).stored == StoredAnswer())
    }

    @Test("leaves out a transaction that cannot be read, and stops only its account's days")
    func unreadableAmount() throws {
        let report = try sync(.unreadableAmount)
        #expect(report.outcome == .partial)
        #expect(report.rejected.map(\.transactionID) == ["TRN-unreadable"])
        #expect(report.rejected.allSatisfy { $0.field == "amount" })
        #expect(try demo.vault.posted().inOrder == posted)
        let uncovered = try demo.vault.accounts().filter { $0.coverage == nil }
        #expect(uncovered.map(\.bankID) == [try card().bankID])
        let last = try demo.vault.lastSync(connection: report.connection.id)
        #expect(last?.failure == "1 entry could not be read.")
    }

    @Test("keeps an account whose fields are of the wrong types as far as they can be read")
    func wrongTypes() throws {
        let report = try sync(.wrongTypes)
        #expect(report.outcome == .partial)
        #expect(
            Set(report.rejected.map(\.field))
                == ["available-balance", "balance-date", "transactions"])
        #expect(
            try card().balance?.minorUnits
                == household.balances[try card().bankID].map { Int128($0) }
        )
        #expect(try card().coverage == nil)
        let account = try card().bankID
        #expect(
            try demo.vault.posted().inOrder == posted.filter { $0.account != account })
    }

    @Test("is whole where several of these come together")
    func together() throws {
        let report = try sync(.firstVersionOnly, .noCurrency, .pendingByDateOnly)
        #expect(report.outcome == .complete)
        #expect(try demo.vault.posted().inOrder.map(\.id) == posted.map(\.id))
    }
}
