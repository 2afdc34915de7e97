import Model
import Testing
import Vault

@Suite("Texts of a bank")
struct ExactTextTests {
    private let stored: StoredVault

    init() throws {
        stored = try StoredVault()
    }

    private static let texts = [
        "", " ", "CAF\u{E9} 3", "CAFE\u{301} 3", "before\u{0}after", "\u{0}", "line\nfeed\ttab",
        "\u{FEFF}mark", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{1F1E8}\u{1F1E6}",
        "'; DROP TABLE texts; --", "\u{202E}backwards", "\u{10FFFF}\u{1}",
        String(repeating: "0123456789abcdef", count: 1 << 16),
    ]

    @Test("come back byte for byte", arguments: texts)
    func oneText(text: String) throws {
        try stored.store(
            account([
                transaction("T1", description: text, payee: text, memo: text, code: text)
            ]))
        let record = try #require(try stored.vault.everything().first)
        for read in [record.description, record.bankPayee, record.memo, record.merchantCode] {
            #expect(Array(read.utf8) == Array(text.utf8))
        }
        let one = try #require(try stored.vault.transaction(record.id))
        #expect(Array(one.description.utf8) == Array(text.utf8))
        let snapshot = try stored.vault.snapshot(asOf: day(2025, 3, 9))
        let facts = try #require(snapshot.transactions.first)
        #expect(Array(snapshot.texts[facts.description].utf8) == Array(text.utf8))
        #expect(Array(snapshot.texts[facts.memo].utf8) == Array(text.utf8))
    }

    @Test("of one answer are kept apart where only their bytes differ")
    func allTexts() throws {
        let rows = Self.texts.enumerated().map { transaction("T\($0)", description: $1) }
        try stored.store(account(rows))
        let read = try stored.vault.everything().map { Array($0.description.utf8) }
        #expect(read == Self.texts.map { Array($0.utf8) })
    }

    private static let likeIDs = [
        ("\u{E9}", "e\u{301}"), ("\u{E1}\u{323}", "\u{1EA1}\u{301}"), ("\u{212B}", "\u{C5}"),
        ("1\u{0}a", "1\u{0}b"), ("1", "1\u{0}"), ("1", "1 "), ("t1", "T1"),
        ("\u{10FFFF}\u{323}\u{301}", "\u{10FFFF}\u{301}\u{323}"),
    ]

    @Test("are ids of two transactions where only their bytes differ", arguments: likeIDs)
    func ids(first: String, second: String) throws {
        let rows = [transaction(first, -1), transaction(second, -2)]
        #expect(try stored.store(account(rows)).newTransactions == 2)
        #expect(try stored.store(account(rows)).changedTransactions == 0)
        let read = try stored.vault.everything()
        #expect(read.map(\.amount.minorUnits) == [-1, -2])
        #expect(read.map { Array($0.bankID.utf8) } == [Array(first.utf8), Array(second.utf8)])
    }

    @Test("are ids of two accounts where only their bytes differ", arguments: likeIDs)
    func accountIDs(first: String, second: String) throws {
        let one = account(first, [transaction("T1", -1)])
        let other = account(second, [transaction("T1", -2)])
        #expect(try stored.store(one, other).newTransactions == 2)
        #expect(try stored.store(other) == StoredAnswer())
        #expect(try stored.store(other, one) == StoredAnswer())
        let read = try stored.vault.accounts()
        #expect(read.map { Array($0.bankID.utf8) } == [Array(first.utf8), Array(second.utf8)])
        #expect(try stored.vault.everything().map(\.account) == read.map(\.id))
    }

    @Test("are keys of two banks where only their bytes differ", arguments: likeIDs)
    func institutionKeys(first: String, second: String) throws {
        let one = account("A1", at: first, [transaction("T1", -1)])
        let other = account("A1", at: second, [transaction("T1", -2)])
        #expect(try stored.store(one, other).newTransactions == 2)
        #expect(try stored.store(other, one) == StoredAnswer())
        #expect(try stored.vault.accounts().count == 2)
        #expect(try stored.home.count("institutions") == 2)
    }

    @Test("name the one account that a message is about", arguments: likeIDs)
    func messages(first: String, second: String) throws {
        try stored.store(account(first, at: first), account(second, at: second))
        let sync = try stored.vault.beginSync(connection: stored.connection, at: firstOfMarch)
        let messages = [first, second].map {
            ReceivedMessage(code: nil, text: "Look", institutionKey: $0, accountID: $0)
        }
        try stored.vault.endSync(
            sync, at: firstOfMarch, outcome: .partial, stored: StoredAnswer(), messages: messages)
        let kept = try stored.vault.lastSync(connection: stored.connection)?.messages
        #expect(kept?.map(\.account) == (try stored.vault.accounts().map(\.id)))
        #expect(kept?.map(\.institution) == [1, 2])
    }

    @Test("are two currencies where only their bytes differ")
    func currencies() throws {
        let codes = ["\u{E9}", "e\u{301}"].map { Currency(code: $0, exponent: 2) }
        try stored.store(account("A1", currency: codes[0], [transaction("T1", -1)]))
        let outcome = try stored.store(account("A1", currency: codes[1], [transaction("T2", -2)]))
        #expect(outcome.inOtherCurrency.map(\.name) == ["Account A1"])
        #expect(try stored.vault.everything().map(\.amount.minorUnits) == [-1])
    }

    @Test("are stored once, however often they are said")
    func deduplication() throws {
        let rows = (1...50).map { transaction("T\($0)", description: "RENT", payee: "RENT") }
        try stored.store(account(rows))
        #expect(try stored.home.count("texts") == 2)
    }
}
