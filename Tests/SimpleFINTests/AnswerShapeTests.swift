import Model
import SimpleFIN
import Testing

@Suite("An answer's shape")
struct AnswerShapeTests {
    private let versionOne = """
        {"errors":["Connection to Otter Bank may need attention"],
         "accounts":[
          {"org":{"domain":"otter.example","name":"Otter Bank","sfin-url":"https://s.example",
                  "url":"https://www.otter.example","id":"org.otter"},
           "id":"A1","name":"Everyday","currency":"USD","balance":"-532.69",
           "available-balance":"4321.98","balance-date":1705429002,"extra":{"opened":[1,{}]},
           "transactions":[{"id":"T1","posted":1736496000,"amount":"-50.00","memo":"BAIT 12",
                            "description":"Fishing bait","payee":"The Shack"}],
           "holdings":[]}]}
        """

    private let versionTwo = """
        {"errlist":[{"code":"con.auth","msg":"Sign in again","conn_id":"C1"}],
         "accounts":[
          {"id":"A1","name":"Savings","currency":"EUR","balance":"0.00","conn_id":"C1",
           "available-balance":null,"balance-date":1789603200,
           "transactions":[{"id":"T1","posted":1788449096,"transacted_at":1788440000,
             "amount":"12.50","description":"Refund","payee":null,"memo":"","mcc":"5812"}]}],
         "connections":[{"conn_id":"C1","name":"Otter Bank","org_id":"org.otter",
           "org_name":"Otter Group","org_url":"https://otter.example","sfin_url":"https://s"}]}
        """

    @Test(
        "has a currency's code without what nobody sees",
        arguments: [
            ("USD", "USD"), ("", ""), (#"U\u0000SD"#, "USD"), (#"JPY\u0000"#, "JPY"),
            (#"\\\"\u0000"#, "\\\""), (#" USD\n"#, "USD"), (#"\u00a0EUR\u3000"#, "EUR"),
            (#"\u202eDSU"#, "DSU"), (#"\ufeff\u200bUSD\u2028"#, "USD"), (#"\u0000 \t"#, ""),
            (#"\u001b[2J"#, "[2J"), (#"\ud800"#, "\u{FFFD}"), (#"z\u0142"#, "z\u{142}"),
            ("Air Miles", "Air Miles"),
            (#"https:\/\/bank.example\/points\u0000"#, "https://bank.example/points"),
        ])
    func currencyCode(sent: String, read: String) throws {
        let account = try account("", currency: sent)
        #expect(Array(account.currency.code.utf8) == Array(read.utf8))
        #expect(account.currency == Currency(code: read))
    }

    @Test("tells accounts and banks apart by the bytes of their ids, as they were sent")
    func exactIDs() throws {
        let set = try accountSet(
            #"""
            {"errlist":[
              {"code":"con.auth","msg":"","conn_id":"C\u00e9"},
              {"code":"act.failed","msg":"","account_id":"A\u0000"}],
             "connections":[
              {"conn_id":"C\u00e9","name":"Otter"},{"conn_id":"Ce\u0301","name":"Heron"}],
             "accounts":[
              {"id":"A","conn_id":"C\u00e9","currency":"USD","balance":"1"},
              {"id":"A","conn_id":"Ce\u0301","currency":"EUR","balance":"2"},
              {"id":"A\u0000","conn_id":"Ce\u0301","currency":"JPY","balance":"3"}]}
            """#)
        #expect(set.rejected == [])
        #expect(set.institutions.map(\.name) == ["Otter", "Heron"])
        #expect(set.accounts.map { set.institution(of: $0)?.name } == ["Otter", "Heron", "Heron"])
        #expect(set.accounts.map { Array($0.id.utf8) } == [[65], [65], [65, 0]])
        #expect(set.messages.map { set.institution(concernedBy: $0)?.name } == ["Otter", "Heron"])
        #expect(
            set.messages.map { set.account(concernedBy: $0)?.balance?.plainText } == [nil, "3"])
    }

    @Test("has no NUL in what only people read")
    func withoutNUL() throws {
        let two = try accountSet(
            #"""
            {"errlist":[{"code":"gen.\u0000","msg":"a\u0000b"}],"errors":["c\u0000"],
             "connections":[{"conn_id":"C1","name":"Otter\u0000","org_url":"https://o\u0000"}],
             "accounts":[{"id":"A","name":"\u0000Day","conn_id":"C1","balance":"1"}]}
            """#)
        #expect(two.messages.map(\.text) == ["a\u{FFFD}b", "c\u{FFFD}"])
        #expect(two.messages.map(\.code) == ["gen.\u{FFFD}", nil])
        #expect(two.institutions.map(\.name) == ["Otter\u{FFFD}"])
        #expect(two.institutions.map(\.url) == ["https://o\u{FFFD}"])
        #expect(two.accounts.map(\.name) == ["\u{FFFD}Day"])
        let one = try accountSet(
            #"""
            {"errors":[],"accounts":[{"id":"A","balance":"1","org":{"id":"O\u0000"}},
             {"id":"B","balance":"1","org":{"domain":"d\u0000","name":"Wren\u0000"}}]}
            """#)
        #expect(one.institutions.map(\.name) == ["O\u{FFFD}", "Wren\u{FFFD}"])
        #expect(one.institutions.map(\.key) == ["O\u{0}", "d\u{FFFD}#Wren\u{FFFD}"])
    }

    @Test("of version 1 is read whole")
    func readsVersionOne() throws {
        let set = try accountSet(versionOne)
        let account = try #require(set.accounts.first)
        #expect(set.version == .one)
        #expect(set.rejected == [])
        #expect(account.balance?.plainText == "-532.69")
        #expect(account.availableBalance?.plainText == "4321.98")
        #expect(account.balanceDate == 1_705_429_002)
        #expect(set.institution(of: account)?.name == "Otter Bank")
        #expect(set.institution(of: account)?.key == "org.otter")
        #expect(account.transactions.first?.payee == "The Shack")
        #expect(account.transactions.first?.memo == "BAIT 12")
        #expect(account.transactions.first?.merchantCategoryCode == nil)
    }

    @Test("of version 2 is read whole")
    func readsVersionTwo() throws {
        let set = try accountSet(versionTwo)
        let account = try #require(set.accounts.first)
        let transaction = try #require(account.transactions.first)
        #expect(set.version == .two)
        #expect(set.rejected == [])
        #expect(account.availableBalance == nil)
        #expect(set.institution(of: account)?.organizationID == "org.otter")
        #expect(transaction.transactedAt == 1_788_440_000)
        #expect(transaction.merchantCategoryCode == "5812")
        #expect(transaction.payee == nil)
        #expect(transaction.memo == "")
        #expect(transaction.amount == Money(minorUnits: 1250, currency: Currency(code: "EUR")))
    }

    @Test("tells the version, whatever was asked for")
    func version() throws {
        #expect(try accountSet(#"{"errors":[],"accounts":[]}"#).version == .one)
        #expect(try accountSet(#"{"errlist":[],"accounts":[]}"#).version == .two)
        #expect(
            try accountSet(#"{"errors":[],"connections":[],"accounts":[]}"#).version == .two)
    }

    @Test(
        "that is no answer says why",
        arguments: [
            ("", AnswerFault.empty),
            (" \n", .empty),
            ("<!doctype html><title>Forbidden</title>", .html),
            ("  <html>", .html),
            ("Forbidden", .notJSON),
            (#"{"errors":[],"accounts":["#, .notJSON),
            (#"{"errors":[],"accounts":[]} x"#, .notJSON),
            (#"{"errors":[],"accounts":[],}"#, .notJSON),
            (#"{"errors":[],"accounts":[01]}"#, .notJSON),
            (#"{"errors":["\x"],"accounts":[]}"#, .notJSON),
            ("[]", .notAnObject),
            ("null", .notAnObject),
            (#"{"accounts":[]}"#, .noErrorList),
            (#"{"errlist":null,"errors":null,"accounts":[]}"#, .noErrorList),
            (#"{"errors":[]}"#, .noAccountList),
            (#"{"errors":[],"accounts":{}}"#, .noAccountList),
            (
                #"{"errors":[],"accounts":[],"x":"# + String(repeating: "[", count: 100_000),
                .notJSON
            ),
        ])
    func noAnswer(_ body: String, _ fault: AnswerFault) {
        #expect(failure { try accountSet(body) } == .notAnAnswer(fault))
    }

    @Test("may begin with a byte order mark")
    func byteOrderMark() throws {
        #expect(
            try AccountSet(decoding: [0xEF, 0xBB, 0xBF] + Array(emptyAnswer.utf8)).accounts == [])
    }

    @Test(
        "names a bank by what it has",
        arguments: [
            (#"{"id":"o1","name":"Otter","domain":"o.example"}"#, "o1", "Otter"),
            (#"{"id":7,"name":"Otter"}"#, "7", "Otter"),
            (#"{"name":"Otter","domain":"o.example"}"#, "o.example#Otter", "Otter"),
            (#"{"domain":"o.example","sfin-url":"https://s.example"}"#, "o.example", "o.example"),
            (#"{"name":" ","domain":"o.example"}"#, "o.example", "o.example"),
            (#"{"url":"https://www.o.example/x"}"#, "https://www.o.example/x", "www.o.example"),
        ])
    func organizationNames(_ org: String, _ key: String, _ name: String) throws {
        let set = try accountSet(
            #"{"errors":[],"accounts":[{"id":"A","balance":"1","org":\#(org)}]}"#)
        #expect(set.institutions.map(\.key) == [key])
        #expect(set.institutions.map(\.name) == [name])
        #expect(set.institutions.map(\.isNamed) == [name == "Otter"])
        #expect(set.accounts.first?.institutionKey == key)
    }

    @Test("does not take two banks without a name for one")
    func blankOrganizations() throws {
        let set = try accountSet(
            """
            {"errors":[],"accounts":[{"id":"A","balance":"1","org":{}},
             {"id":"B","balance":"1","org":{"name":""}}]}
            """)
        #expect(set.institutions == [])
        #expect(set.accounts.map(\.institutionKey) == [nil, nil])
        #expect(set.accounts.map { set.institution(of: $0) } == [nil, nil])
    }

    @Test("lists a bank of several accounts once, and two names of one domain apart")
    func institutionsOnce() throws {
        let set = try accountSet(
            """
            {"errors":[],"accounts":[
             {"id":"A","balance":"1","org":{"domain":"o.example","name":"Otter"}},
             {"id":"B","balance":"1","org":{"domain":"o.example","name":"Otter"}},
             {"id":"C","balance":"1","org":{"domain":"o.example","name":"Otter Cards"}}]}
            """)
        #expect(set.institutions.map(\.name) == ["Otter", "Otter Cards"])
    }

    @Test(
        "keeps the currency as the bank names it",
        arguments: ["", "BTC", "https://money.example/points", "usd"])
    func currencies(_ code: String) throws {
        #expect(try account("", currency: code).currency.code == code)
    }

    @Test("keeps holdings as exact texts, written as text or number")
    func holdings() throws {
        let holding = try #require(
            try account(
                """
                "holdings":[{"id":"H1","created":345427200,"cost_basis":"55.00","currency":"",
                "description":"Shares","market_value":105884.80,"purchase_price":"0.10",
                "shares":"550.0","symbol":""}],
                """
            ).holdings?.first)
        #expect(holding.marketValue == "105884.80")
        #expect(holding.shares == "550.0")
        #expect(holding.currencyCode == "")
        #expect(holding.symbol == "")
        #expect(holding.created == 345_427_200)
        #expect(holding.costBasis == "55.00")
        #expect(holding.purchasePrice == "0.10")
    }
}
