import SimpleFIN
import Testing

@Suite("A bridge's message")
struct BridgeMessageTests {
    private func messages(_ members: String) throws -> [BridgeMessage] {
        try accountSet("{\(members),\"accounts\":[]}").messages
    }

    @Test("is read from every place that a bridge uses")
    func places() throws {
        let read = try messages(
            """
            "errlist":[{"code":"gen.","msg":"one"},{"code":"act.failed","message":"two",
             "conn_id":"C1","account_id":"A1"}],"errors":["one","three"],
            "x-api-message":["four"]
            """)
        #expect(read.map(\.text) == ["one", "two", "three", "four"])
        #expect(read.map(\.code) == ["gen.", "act.failed", nil, nil])
        #expect(read.map(\.accountID) == [nil, "A1", nil, nil])
        #expect(read.map(\.connectionID) == [nil, "C1", nil, nil])
    }

    @Test("may stand alone as a text in x-api-message")
    func singleText() throws {
        #expect(try messages(#""errors":[],"x-api-message":"hello""#).map(\.text) == ["hello"])
    }

    @Test(
        "belongs to the area of its code's prefix",
        arguments: [
            ("gen.", BridgeMessage.Area.general), ("gen.auth", .general), ("con.", .connection),
            ("con.auth", .connection), ("con.unheard.of", .connection), ("act.failed", .account),
            ("act", .account), ("future.code", .general), ("", .general),
        ])
    func area(_ code: String, _ area: BridgeMessage.Area) throws {
        #expect(try messages(#""errlist":[{"code":"\#(code)","msg":"x"}]"#).map(\.area) == [area])
    }

    @Test(
        "says whether the range was capped",
        arguments: [
            ("Requested date range exceeds limit of 90 days and was capped.", true),
            (
                "Requested date range exceeds recommended range of 45 days. In the future, this may "
                    + "be capped.", false
            ),
            ("All is well.", false),
        ])
    func capped(_ text: String, _ isCapped: Bool) throws {
        #expect(
            try messages(#""errlist":[{"code":"gen.api","msg":"\#(text)"}]"#).map(\.saysCapped)
                == [isCapped])
    }

    @Test(
        "says whether someone must sign in again",
        arguments: [
            (#"{"code":"con.auth","msg":"x"}"#, true), (#"{"code":"gen.auth","msg":"x"}"#, true),
            (#""Connection to Otter may need attention. Auth required""#, true),
            (#"{"code":"con.","msg":"x"}"#, false), (#"{"code":"con.authority","msg":"x"}"#, false),
        ])
    func signIn(_ json: String, _ isNeeded: Bool) throws {
        #expect(try messages("\"errlist\":[\(json)]").map(\.saysSignInNeeded) == [isNeeded])
    }

    @Test(
        "says whether data is missing, requests are too many, or a developer is meant",
        arguments: [
            (#"{"code":"act.missingdata","msg":"x"}"#, [true, false, false]),
            (#"{"code":"act.failed","msg":"x"}"#, [true, false, false]),
            (#"{"code":"gen.","msg":"Please make fewer requests."}"#, [false, true, false]),
            (#"{"code":"gen.api","msg":"x"}"#, [false, false, true]),
        ])
    func kinds(_ json: String, _ expected: [Bool]) throws {
        let message = try #require(try messages("\"errlist\":[\(json)]").first)
        #expect(
            [message.saysDataMissing, message.saysTooManyRequests, message.isForDeveloper]
                == expected)
    }

    @Test("that is no text and no object is rejected")
    func unreadable() throws {
        let set = try accountSet(#"{"errlist":[5,{"code":[],"msg":"x"}],"accounts":[]}"#)
        #expect(set.messages == [])
        #expect(set.rejected.map(\.subject) == [.message, .message])
    }

    @Test(
        "leads to the bank that it is about",
        arguments: [
            (#"{"code":"con.auth","msg":"x","conn_id":"C2"}"#, "C2" as String?),
            (#"{"code":"act.failed","msg":"x","account_id":"A1"}"#, "C1"),
            (#""Connection to Otter may need attention""#, "C1"),
            (#""Connection to Heron may need attention. Auth required""#, nil),
            (#""Connection to  may need attention""#, nil),
            (#"{"code":"con.auth","msg":"x","conn_id":"C9"}"#, nil),
            (#"{"code":"gen.","msg":"x"}"#, nil),
        ])
    func institution(_ json: String, _ key: String?) throws {
        let set = try accountSet(
            """
            {"errlist":[\(json)],"accounts":[{"id":"A1","balance":"1","conn_id":"C1"}],
             "connections":[{"conn_id":"C1","name":"Otter"},{"conn_id":"C2","name":"Heron"},
             {"conn_id":"C3","name":"Heron"}]}
            """)
        let message = try #require(set.messages.first)
        #expect(set.institution(concernedBy: message)?.key == key)
    }

    @Test(
        "leads to the account that it is about, where only one is meant",
        arguments: [
            (#"{"code":"act.failed","msg":"x","account_id":"A1"}"#, "Everyday" as String?),
            (#"{"code":"act.failed","msg":"x","account_id":"S","conn_id":"C2"}"#, "Of Heron"),
            (#"{"code":"act.failed","msg":"x","account_id":"S"}"#, nil),
            (#"{"code":"act.failed","msg":"x","account_id":"A1","conn_id":"C2"}"#, nil),
            (#"{"code":"act.failed","msg":"x","account_id":"A9"}"#, nil),
            (#"{"code":"con.auth","msg":"x","conn_id":"C1"}"#, nil),
        ])
    func account(_ json: String, _ name: String?) throws {
        let set = try accountSet(
            """
            {"errlist":[\(json)],"accounts":[
             {"id":"A1","name":"Everyday","balance":"1","conn_id":"C1"},
             {"id":"S","name":"Of Otter","balance":"1","conn_id":"C1"},
             {"id":"S","name":"Of Heron","balance":"1","conn_id":"C2"}],
             "connections":[{"conn_id":"C1","name":"Otter"},{"conn_id":"C2","name":"Heron"}]}
            """)
        let message = try #require(set.messages.first)
        #expect(set.account(concernedBy: message)?.name == name)
    }

    @Test(
        "of version 1 names its bank",
        arguments: [
            ("Connection to Otter Bank may need attention", "Otter Bank" as String?),
            ("Connection to Otter may need attention. Auth required", "Otter"),
            ("Connection to  may need attention", nil), ("Connection to   may need attention", nil),
            ("Otter may need attention", nil), ("Connection to Otter", nil),
        ])
    func connectionName(_ text: String, _ name: String?) throws {
        #expect(try messages(#""errors":["\#(text)"]"#).map(\.connectionName) == [name])
    }
}
