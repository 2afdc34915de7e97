import SimpleFIN
import Testing

@Suite("A bridge's status")
struct StatusTests {
    @Test(
        "other than 200 at the accounts is an error of its own",
        arguments: [
            (401, SimpleFINError.accessRefused), (402, .paymentRequired), (403, .accessRefused),
            (404, .bridgeFailure(status: 404)), (429, .tooManyRequests(retryAfterSeconds: nil)),
            (500, .bridgeFailure(status: 500)), (503, .bridgeFailure(status: 503)),
            (204, .bridgeFailure(status: 204)), (304, .bridgeFailure(status: 304)),
        ])
    func accounts(_ status: Int, _ error: SimpleFINError) {
        let html = "<!doctype html><h1>Forbidden</h1>"
        let client = Client(transport: ScriptedTransport(status, html))
        #expect(failure { try client.accounts(Query(), AccessURL(bridgeAccess)) } == error)
    }

    @Test(
        "other than 200 at a claim is an error of its own",
        arguments: [
            (403, SimpleFINError.claimRefused), (402, .paymentRequired),
            (400, .claimAddressUnknown), (404, .claimAddressUnknown), (405, .claimAddressUnknown),
            (410, .claimAddressUnknown), (429, .tooManyRequests(retryAfterSeconds: nil)),
            (500, .bridgeFailure(status: 500)),
        ])
    func claim(_ status: Int, _ error: SimpleFINError) {
        let client = Client(
            transport: ScriptedTransport(status, "Forbidden (was it already claimed?)"))
        #expect(failure { try client.claim(SetupToken(base64(demoClaim))) } == error)
    }

    @Test("403 for a claim warns that the token may be compromised")
    func compromised() {
        let error = SimpleFINError.claimRefused
        #expect(error.why.contains("used already"))
        #expect(error.why.contains("compromised"))
        #expect(error.whatToDo == "Disable the token at the bridge and make a new one.")
    }

    @Test("an unknown address of a claim says that a part of the token may be missing")
    func cutOff() {
        let error = SimpleFINError.claimAddressUnknown
        #expect(error.why.contains("Part of the token may be missing"))
        #expect(error.whatToDo.contains("Copy the whole token"))
    }

    @Test("200 with a web page is reported as one, and the page is not quoted")
    func webPage() throws {
        let client = Client(transport: ScriptedTransport(200, "<html>Walt's ledger</html>"))
        let error = try #require(
            failure { try client.accounts(Query(), AccessURL(bridgeAccess)) })
        #expect(error == .notAnAnswer(.html))
        #expect(error.why.contains("web page"))
        #expect(!error.description.contains("Walt"))
    }

    @Test("200 for a claim without an access URL says that the token is used up")
    func badClaim() throws {
        let client = Client(transport: ScriptedTransport(200, "OK"))
        let error = try #require(failure { try client.claim(SetupToken(base64(demoClaim))) })
        #expect(error == .notAnAnswer(.claimedNoAccessURL))
        #expect(error.whatToDo.contains("used up"))
    }

    @Test(
        "200 for a claim with an insecure access URL is refused",
        arguments: ["http://w:p@b.example/simplefin", "http://w:p@127.0.0.1/simplefin"])
    func insecureClaim(_ body: String) {
        let client = Client(transport: ScriptedTransport(200, body))
        #expect(
            failure { try client.claim(SetupToken(base64(demoClaim))) } == .insecureAddress)
    }

    @Test("429 says when to try again")
    func retryAfter() {
        #expect(
            SimpleFINError.tooManyRequests(retryAfterSeconds: 90).whatToDo
                == "Sync again in 2 minutes.")
        #expect(
            SimpleFINError.tooManyRequests(retryAfterSeconds: nil).whatToDo
                == "Sync again tomorrow.")
    }

    @Test("200 gives the body as it came beside what it says")
    func answer() throws {
        let client = Client(transport: ScriptedTransport(200, emptyAnswer))
        let answer = try client.accounts(Query(), AccessURL(bridgeAccess))
        #expect(answer.body == Array(emptyAnswer.utf8))
        #expect(answer.accountSet.version == .one)
    }

    @Test("200 for the info lists versions, asked for without credentials")
    func info() throws {
        let transport = ScriptedTransport(200, #"{"versions":["1.0",2]}"#)
        #expect(try Client(transport: transport).info(AccessURL(bridgeAccess)) == ["1.0", "2"])
        #expect(transport.requests.map(\.url) == ["https://bridge.example/simplefin/info"])
        #expect(transport.requests.map(\.credentials) == [nil])
    }

    @Test(
        "never came: the error names the host and the cause",
        arguments: [
            (TransportFailure.nameLookup, "can't be found"), (.refused, "does not respond"),
            (.timedOut, "too long"), (.untrustedCertificate, "not trusted"),
            (.cutOff, "ended before"), (.libraryMissing, "libcurl is not installed"),
            (.tooManyFiles, "too many files open"),
        ])
    func noConnection(_ fault: TransportFailure, _ words: String) throws {
        let client = Client(transport: ScriptedTransport([.failure(fault)]), retries: .none)
        let error = try #require(
            failure { try client.accounts(Query(), AccessURL(bridgeAccess)) })
        #expect(error == .cannotConnect(fault, host: "bridge.example"))
        #expect(error.whatHappened == "Cannot connect to bridge.example.")
        #expect(error.why.contains(words))
    }

    @Test("200 for a claim with a long text says nothing of days")
    func longClaim() throws {
        let text = String(repeating: "x", count: (64 << 10) + 1)
        let client = Client(transport: ScriptedTransport(200, text))
        let error = try #require(failure { try client.claim(SetupToken(base64(demoClaim))) })
        guard case .answerTooLarge = error else {
            Issue.record("\(error)")
            return
        }
        #expect(error.whatToDo == "Check that the setup token is from a SimpleFIN bridge.")
        let ofDays = SimpleFINError.answerTooLarge(limitBytes: 64 << 20)
        #expect(ofDays.whatToDo == "Request fewer days at once.")
    }

    @Test("200 with a body beyond the limit is refused, whatever the transport let through")
    func tooLarge() {
        let client = Client(
            transport: ScriptedTransport(200, emptyAnswer),
            policy: NetworkPolicy(maximumAnswerBytes: 10))
        #expect(
            failure { try client.accounts(Query(), AccessURL(bridgeAccess)) }
                == .answerTooLarge(limitBytes: 10))
    }
}
