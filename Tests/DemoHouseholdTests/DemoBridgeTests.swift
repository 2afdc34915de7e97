import DemoHousehold
import Foundation
import Model
import Testing

@Suite("The demo bridge")
struct DemoBridgeTests {
    private static let today = day(2026, 11, 20)
    private static let household = Household(today: today)
    private let now: Int64 = 1_795_168_800

    private func bridge(limit: Int = 24, faults: [BridgeFault] = []) -> DemoBridge {
        DemoBridge(
            household: Self.household, seed: 1,
            settings: DemoBridge.Settings(
                address: "http://127.0.0.1:8080", dailyLimit: limit, faults: faults))
    }

    // MARK: Claiming

    @Test("the setup token is a claim URL in Base64, which gives credentials once")
    func claim() throws {
        var bridge = bridge()
        let path = try claimPath(of: bridge)
        let first = bridge.answer(to: BridgeRequest(method: "POST", path: path), at: now)
        #expect(first.status == 200)
        let url = try #require(URLComponents(string: String(decoding: first.body, as: UTF8.self)))
        #expect(url.user == "demo")
        #expect(url.password?.isEmpty == false)
        #expect(url.port == 8080)
        #expect(url.path == "/simplefin")

        let second = bridge.answer(to: BridgeRequest(method: "POST", path: path), at: now)
        #expect(second.status == 403)
        #expect(
            String(decoding: second.body, as: UTF8.self) == "Forbidden (was it already claimed?)")
    }

    @Test("a wrong claim token is refused and does not use up the right one")
    func wrongClaim() throws {
        var bridge = bridge()
        let wrong = BridgeRequest(method: "POST", path: "/simplefin/claim/wrong")
        #expect(bridge.answer(to: wrong, at: now).status == 403)
        let right = BridgeRequest(method: "POST", path: try claimPath(of: bridge))
        #expect(bridge.answer(to: right, at: now).status == 200)
    }

    @Test("its versions are known to everyone, other paths to no one")
    func paths() throws {
        var bridge = bridge()
        let info = bridge.answer(
            to: BridgeRequest(method: "GET", path: "/simplefin/info"), at: now)
        #expect(try object(info)["versions"] as? [String] == ["1.0", "2.0-draft"])
        let other = bridge.answer(to: BridgeRequest(method: "GET", path: "/"), at: now)
        #expect(other.status == 404)
    }

    @Test("wrong credentials are refused in JSON", arguments: [nil, "Basic ZGVtbzpkZW1v", "demo"])
    func wrongCredentials(authorization: String?) throws {
        var bridge = bridge()
        let request = BridgeRequest(
            method: "GET", path: "/simplefin/accounts", authorization: authorization)
        let response = bridge.answer(to: request, at: now)
        #expect(response.status == 403)
        #expect(try errorCodes(response) == ["gen.auth"])
    }

    // MARK: What is asked for

    @Test("both versions carry the same accounts and transactions")
    func versions() throws {
        let query = [("start-date", "1792000000")]
        let first = try object(answer([("version", "1")] + query))
        let second = try object(answer([("version", "2")] + query))
        #expect(first["errlist"] == nil && first["connections"] == nil)
        #expect(second["errors"] == nil && (second["connections"] as? [Any])?.count == 6)

        let firstAccount = try #require(accounts(first).first)
        let secondAccount = try #require(accounts(second).first)
        let organisation = try #require(firstAccount["org"] as? [String: String])
        #expect(organisation["domain"] == "harborline.example")
        #expect(organisation["sfin-url"] == "http://127.0.0.1:8080/simplefin")
        #expect(secondAccount["conn_id"] as? String == "CON-harborline")
        #expect(try ids(first) == ids(second))
        #expect(try ids(first).count > 100)
    }

    @Test(
        "each transaction has a payee and a memo, as the real bridge's have", arguments: ["1", "2"])
    func payeeAndMemo(version: String) throws {
        let query = [("version", version), ("start-date", "1792000000"), ("pending", "1")]
        let rows = try transactions(object(answer(query)))
        #expect(rows.contains { $0["pending"] as? Bool == true })
        #expect(rows.count > 100)
        #expect(rows.allSatisfy { $0["payee"] is String && $0["memo"] is String })
    }

    @Test("a client that asks for no version gets the bridge's own")
    func ownVersion() throws {
        #expect(try object(answer([]))["connections"] == nil)
    }

    @Test("the start of a window is in it, the end is not")
    func window() throws {
        let posted = try #require(
            Self.household.accounts[2].transactions.last { !$0.isPending }?.posted)
        let noon = posted.secondsSinceEpoch + 43_200
        #expect(try days(answer(window: noon..<noon + 1)) == [noon])
        #expect(try days(answer(window: noon - 86_400..<noon)).contains(noon) == false)
        #expect(try days(answer(window: noon + 1..<noon + 86_400)).contains(noon) == false)
    }

    @Test("a window's transactions are all that the household has in it")
    func windowIsComplete() throws {
        let first = day(2026, 9, 1)
        let next = day(2026, 10, 1)
        let expected = Self.household.accounts.flatMap { account in
            account.transactions.filter { transaction in
                transaction.posted.map { $0 >= first && $0 < next } ?? false
            }.map(\.id)
        }
        let answer = try answer(window: first.secondsSinceEpoch..<next.secondsSinceEpoch)
        #expect(try ids(object(answer)) == expected)
    }

    @Test("without a start there are only transactions since yesterday, and a message")
    func noStart() throws {
        let response = try answer([("version", "2")])
        let yesterday = Self.today.adding(days: -1).secondsSinceEpoch
        #expect(try days(response).allSatisfy { $0 >= yesterday })
        #expect(try errorCodes(response) == ["gen.api"])
    }

    @Test("a window of more than 90 days is capped, and the answer says so")
    func cappedWindow() throws {
        let end = day(2026, 10, 1).secondsSinceEpoch
        let response = try answer(window: end - 91 * 86_400..<end)
        #expect(try days(response).min().map { $0 >= end - 90 * 86_400 } == true)
        let messages = try messages(response)
        #expect(messages == ["Requested date range exceeds limit of 90 days and was capped."])
    }

    @Test("a window of more than 45 days gets a warning and all transactions")
    func longWindow() throws {
        let end = day(2026, 10, 1).secondsSinceEpoch
        let response = try answer(window: end - 60 * 86_400..<end)
        #expect(try days(response).min().map { $0 < end - 58 * 86_400 } == true)
        #expect(try errorCodes(response) == ["gen.api"])
    }

    @Test("a window of 44 days gets no message")
    func modestWindow() throws {
        let end = day(2026, 10, 1).secondsSinceEpoch
        #expect(try errorCodes(answer(window: end - 44 * 86_400..<end)).isEmpty)
    }

    @Test("pending transactions are sent to those who ask", arguments: ["1", "0"])
    func pending(value: String) throws {
        let start = [("start-date", String(Self.today.adding(days: -9).secondsSinceEpoch))]
        let expected = Self.household.accounts.flatMap { $0.transactions.filter(\.isPending) }
        let asked = try transactions(object(answer(start + [("pending", value)])))
            .filter { $0["pending"] as? Bool == true }
        #expect(asked.compactMap { $0["id"] as? String } == expected.map(\.id))
        #expect(asked.allSatisfy { $0["posted"] as? Int == 0 })
        #expect(!asked.isEmpty)

        let unasked = try transactions(object(answer(start)))
        #expect(unasked.allSatisfy { $0["pending"] == nil })
    }

    @Test("only the accounts asked for are sent")
    func someAccounts() throws {
        let wanted = [Self.household.accounts[1].id, Self.household.accounts[4].id]
        let answer = try object(answer(wanted.map { ("account", $0) }))
        #expect(try accounts(answer).map { $0["id"] as? String } == wanted)
    }

    @Test("balances only means balances without transactions")
    func balancesOnly() throws {
        let answer = try object(answer([("balances-only", "1"), ("start-date", "1792000000")]))
        #expect(try ids(answer).isEmpty)
        let balance = try #require(accounts(answer).first?["balance"] as? String)
        let cents = try MinorUnits.exactly(balance, exponent: 2)
        #expect(cents == Self.household.accounts[0].balance(on: Self.today))
    }

    @Test("a request for balances alone needs no start")
    func balancesWithoutStart() throws {
        #expect(try errorCodes(answer([("balances-only", "1"), ("version", "2")])).isEmpty)
    }

    @Test("with an end, balances are those of the end")
    func balanceAtEnd() throws {
        let end = day(2026, 10, 1).secondsSinceEpoch
        let answer = try object(answer(window: end - 86_400..<end))
        for (sent, account) in zip(try accounts(answer), Self.household.accounts) {
            let balance = try #require(sent["balance"] as? String)
            let cents = try MinorUnits.exactly(balance, exponent: 2)
            #expect(cents == account.balance(on: day(2026, 9, 30)))
            #expect(sent["balance-date"] as? Int == Int(end))
        }
    }

    @Test(
        "strange parameters do no harm",
        arguments: [
            ("start-date", "9223372036854775807"), ("start-date", "-9223372036854775808"),
            ("end-date", "-9223372036854775808"), ("end-date", "9223372036854775807"),
            ("start-date", "yesterday"), ("version", "3"), ("account", "\u{0}\"\\"), ("", ""),
        ])
    func strangeParameters(name: String, value: String) throws {
        #expect(try object(answer([(name, value)]))["accounts"] != nil)
    }

    // MARK: Limits and faults

    @Test("above the daily limit it warns, above twice the limit it refuses, until the next day")
    func dailyLimit() throws {
        var bridge = bridge(limit: 3)
        let request = try accountsRequest([("version", "2"), ("start-date", "1795000000")])
        let codes = try (1...6).map { _ in
            try errorCodes(bridge.answer(to: request, at: now))
        }
        #expect(codes == [[], [], [], ["gen."], ["gen."], ["gen."]])
        #expect(bridge.answer(to: request, at: now).status == 403)
        #expect(bridge.answer(to: request, at: now + 86_400).status == 200)
    }

    @Test(
        "a fault takes the answer's place",
        arguments: [
            (BridgeFault.forbidden, 403, "{"), (.htmlForbidden, 403, "<"), (.notJSON, 200, "The"),
            (.paymentRequired, 402, "{"), (.serverError, 500, "Internal"),
        ])
    func faults(fault: BridgeFault, status: Int, beginning: String) throws {
        var bridge = bridge(faults: [fault])
        let response = bridge.answer(to: try accountsRequest([]), at: now)
        #expect(response.status == status)
        #expect(String(decoding: response.body, as: UTF8.self).hasPrefix(beginning))
    }

    @Test("a failing institution has accounts without transactions, and its error")
    func failingInstitution() throws {
        var bridge = bridge(faults: [.oneInstitutionFailing])
        let request = try accountsRequest([("version", "2"), ("start-date", "1792000000")])
        let answer = try object(bridge.answer(to: request, at: now))
        let errors = try #require(answer["errlist"] as? [[String: String]])
        #expect(errors.map { $0["code"] } == ["con.auth"])
        let connection = try #require(errors.first?["conn_id"])
        for account in try accounts(answer) {
            let count = (account["transactions"] as? [Any])?.count
            #expect((count == 0) == (account["conn_id"] as? String == connection))
        }
    }

    // MARK: Helpers

    private func claimPath(of bridge: DemoBridge) throws -> String {
        let data = try #require(Data(base64Encoded: bridge.setupToken))
        let url = try #require(URLComponents(string: String(decoding: data, as: UTF8.self)))
        return url.path
    }

    private func accountsRequest(_ query: [(String, String)]) throws -> BridgeRequest {
        var bridge = bridge()
        let claim = BridgeRequest(method: "POST", path: try claimPath(of: bridge))
        let response = bridge.answer(to: claim, at: now)
        let url = try #require(
            URLComponents(string: String(decoding: response.body, as: UTF8.self)))
        let credentials = "\(url.user ?? ""):\(url.password ?? "")"
        return BridgeRequest(
            method: "GET", path: "/simplefin/accounts", query: query.map { ($0.0, $0.1) },
            authorization: "Basic " + Data(credentials.utf8).base64EncodedString())
    }

    private func answer(_ query: [(String, String)]) throws -> BridgeResponse {
        var bridge = bridge()
        return bridge.answer(to: try accountsRequest(query), at: now)
    }

    private func answer(window: Range<Int64>) throws -> BridgeResponse {
        try answer([
            ("version", "2"), ("start-date", String(window.lowerBound)),
            ("end-date", String(window.upperBound)),
        ])
    }

    private func object(_ response: BridgeResponse) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(response.body))
        return try #require(json as? [String: Any])
    }

    private func accounts(_ answer: [String: Any]) throws -> [[String: Any]] {
        try #require(answer["accounts"] as? [[String: Any]])
    }

    private func transactions(_ answer: [String: Any]) throws -> [[String: Any]] {
        try accounts(answer).flatMap { try #require($0["transactions"] as? [[String: Any]]) }
    }

    private func ids(_ answer: [String: Any]) throws -> [String] {
        try transactions(answer).compactMap { $0["id"] as? String }
    }

    private func days(_ response: BridgeResponse) throws -> Set<Int64> {
        Set(
            try transactions(object(response)).compactMap { ($0["posted"] as? Int).map(Int64.init) }
        )
    }

    private func errorCodes(_ response: BridgeResponse) throws -> [String] {
        let errors = try #require(object(response)["errlist"] as? [[String: String]])
        return errors.compactMap { $0["code"] }
    }

    private func messages(_ response: BridgeResponse) throws -> [String] {
        let errors = try #require(object(response)["errlist"] as? [[String: String]])
        return errors.compactMap { $0["msg"] }
    }
}
