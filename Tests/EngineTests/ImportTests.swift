import DemoHousehold
import Engine
import Foundation
import Model
import SimpleFIN
import Testing
import Vault

@Suite("Importing an answer file")
struct ImportTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
    }

    private func file(_ version: ProtocolVersion) -> [UInt8] {
        var body: [UInt8] = []
        AccountsAnswer(everythingOf: .ordinary, version: version).write {
            body.append(contentsOf: $0)
        }
        return body
    }

    @Test("brings everything that the file holds", arguments: ProtocolVersion.allCases)
    func everything(version: ProtocolVersion) throws {
        let report = try demo.engine().importAnswer(Answer(body: file(version)))
        let expected = Household.ordinary.accounts.map(\.transactions.count).reduce(0, +)
        #expect(report.accounts == 7)
        #expect(report.stored.newTransactions == expected)
        #expect(report.rejected.isEmpty)
        #expect(try demo.vault.everything().count == expected)
        #expect(try demo.vault.balances() == Household.ordinary.balances)
    }

    @Test("of accounts that are connected adds to them, and makes none twice")
    func connectedAccounts() throws {
        try demo.sync(try demo.connect())
        _ = try demo.engine().importAnswer(Answer(body: file(.second)))
        #expect(try demo.vault.accounts().count == 7)
        #expect(try demo.vault.balances() == Household.ordinary.balances)
        let expected = Household.ordinary.accounts.map(\.transactions.count).reduce(0, +)
        #expect(try demo.vault.everything().count == expected)
    }

    @Test("of accounts that the person named otherwise makes none twice either")
    func namedAccounts() throws {
        try demo.sync(try demo.connect())
        for account in try demo.vault.accounts() {
            try demo.vault.nameAccount("Mine \(account.id)", account: account.id)
        }
        _ = try demo.engine().importAnswer(Answer(body: file(.second)))
        #expect(try demo.vault.accounts().count == 7)
        #expect(try demo.vault.connections().map(\.kind) == [.simplefin])
    }

    @Test("leaves a hold that the file lacks, which a file of a part may well do")
    func holds() throws {
        func answer(_ transaction: String) throws -> Answer {
            try Answer(
                body: Array(
                    """
                    {"errors":[],"accounts":[{"org":{"domain":"bank.example"},"id":"1",
                      "name":"Checking","currency":"USD","balance":"5.00",
                      "balance-date":1795132800,"transactions":[\(transaction)]}]}
                    """.utf8))
        }
        let engine = demo.engine()
        _ = try engine.importAnswer(
            answer(
                """
                {"id":"H","posted":0,"transacted_at":1795046400,"pending":true,
                 "amount":"-4.50","description":"STARBUCKS 12"}
                """))
        let report = try engine.importAnswer(
            answer(
                """
                {"id":"P","posted":1795046400,"amount":"-4.50","description":"STARBUCKS 12"}
                """))
        #expect(report.stored.newTransactions == 1)
        #expect(try demo.vault.everything().count(where: \.isPending) == 1)
        #expect(try demo.vault.everything().count == 2)
    }

    private static let strangeTexts = [
        #"\\\"\u0000"#, #"A\u0000B"#, #"\u0000"#, #"e\u0301"#, #"\u00e9"#, #"\ud800"#,
        #"\udbff\udfff"#,
        #"\u212b"#, #"\ufeffA"#, #" A "#, #"\u0378\u0301"#, #"\u001b[2J"#,
    ]

    @Test(
        "a second time brings nothing new of any text that a bank may send", arguments: strangeTexts
    )
    func strangeText(text: String) throws {
        let answer = try Answer(
            body: Array(
                """
                {"errlist":[{"code":"\(text)","msg":"\(text)","conn_id":"\(text)"}],
                 "connections":[{"conn_id":"\(text)","name":"\(text)","org_url":"\(text)",
                  "org_id":"\(text)"}],
                 "accounts":[{"id":"\(text)","conn_id":"\(text)","name":"\(text)",
                  "currency":"\(text)","balance":"5.00","balance-date":1795132800,
                  "transactions":[{"id":"\(text)","posted":1795046400,"amount":"-1.00",
                   "description":"\(text)","payee":"\(text)","memo":"\(text)","mcc":"\(text)"}]}]}
                """.utf8))
        let engine = demo.engine()
        #expect(try engine.importAnswer(answer).stored.newTransactions == 1)
        _ = try engine.classify(dryRun: false)
        let before = try demo.vault.contents()
        #expect(try engine.importAnswer(answer).stored == StoredAnswer())
        #expect(try demo.vault.contents() == before)
        #expect(try engine.classify(dryRun: false, isWhole: true).changes.isEmpty)
        #expect(
            try demo.vault.accounts().map { Array($0.bankID.utf8) }
                == [Array(try #require(answer.accountSet.accounts.first).id.utf8)])
    }

    @Test("keeps accounts apart whose ids Unicode counts as one, in whatever order they come")
    func equivalentIDs() throws {
        func account(_ id: String, _ amount: String) -> String {
            """
            {"id":"\(id)","conn_id":"C1","name":"Everyday","currency":"USD","balance":"\(amount)",
             "balance-date":1795132800,"transactions":
             [{"id":"T1","posted":1795046400,"amount":"\(amount)","description":"A"}]}
            """
        }
        func answer(_ accounts: [String]) throws -> Answer {
            let list = accounts.joined(separator: ",")
            return try Answer(
                body: Array(#"{"errlist":[],"connections":[],"accounts":[\#(list)]}"#.utf8))
        }
        let accounts = [account("\u{E9}", "1.00"), account("e\u{301}", "2.00")]
        #expect(try demo.engine().importAnswer(answer(accounts)).stored.newTransactions == 2)
        let other = try answer(accounts.reversed())
        #expect(try demo.engine().importAnswer(other).stored == StoredAnswer())
        #expect(try demo.vault.accounts().map(\.balance?.minorUnits) == [100, 200])
    }

    @Test("a second time brings nothing new")
    func twice() throws {
        _ = try demo.engine().importAnswer(Answer(body: file(.second)))
        let before = try demo.vault.contents()
        #expect(
            try demo.engine().importAnswer(Answer(body: file(.second))).stored == StoredAnswer())
        #expect(try demo.vault.contents() == before)
        #expect(try demo.vault.connections().map(\.kind) == [.file])
    }

    @Test("in the protocol's other version adds no account and no transaction")
    func otherVersion() throws {
        _ = try demo.engine().importAnswer(Answer(body: file(.first)))
        let count = try demo.vault.everything().count
        #expect(
            try demo.engine().importAnswer(Answer(body: file(.second))).stored.newTransactions == 0)
        #expect(try demo.vault.accounts().count == 7)
        #expect(try demo.vault.everything().count == count)
    }

    @Test(
        "that is no answer leaves the vault as it was",
        arguments: ["", "<html></html>", "[]", "{\"accounts\":[]}", "{\"errors\":[],\"acc"])
    func noAnswer(text: String) throws {
        #expect(throws: SimpleFINError.self) {
            try demo.engine().importAnswer(Answer(body: Array(text.utf8)))
        }
        #expect(try demo.vault.connections().isEmpty)
    }

    @Test("has an account once that the file has twice, with the transactions of both")
    func repeatedAccount() throws {
        func account(_ balance: String, _ transactions: String) -> String {
            """
            {"id":"A1","conn_id":"C1","name":"Everyday","currency":"USD","balance":"\(balance)",
             "balance-date":1795132800,"transactions":[\(transactions)]}
            """
        }
        let first = #"{"id":"T1","posted":1795046400,"amount":"-1.00","description":"A"}"#
        let second =
            #"{"id":"T1","posted":1795046400,"amount":"-2.00","description":"A"},"#
            + #"{"id":"T2","posted":1795046400,"amount":"-3.00","description":"B"}"#
        let answer = try Answer(
            body: Array(
                """
                {"errlist":[],"connections":[],
                 "accounts":[\(account("5.00", first)),\(account("6.00", second))]}
                """.utf8))
        _ = try demo.engine().importAnswer(answer)
        #expect(try demo.vault.accounts().map(\.balance?.minorUnits) == [600])
        let amounts = try demo.vault.everything().map(\.amount.minorUnits).sorted()
        #expect(amounts == [-300, -200, -100])
        #expect(try demo.engine().importAnswer(answer).stored == StoredAnswer())
    }

    @Test("takes a pipe up to a limit, and refuses what never ends")
    func endless() throws {
        let endless = open("/dev/zero", O_RDONLY)
        defer { close(endless) }
        #expect(throws: EngineError.self) {
            try FileReader.standardInput(endless, atMost: 1 << 20, remedy: "split it")
        }
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data("{}".utf8))
        try pipe.fileHandleForWriting.close()
        let read = try FileReader.standardInput(
            pipe.fileHandleForReading.fileDescriptor, atMost: 2, remedy: "split it")
        #expect(read == Array("{}".utf8))
    }
}
