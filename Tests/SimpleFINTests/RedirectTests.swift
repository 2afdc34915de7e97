import SimpleFIN
import Testing

@Suite("A redirect")
struct RedirectTests {
    private func redirect(
        _ status: Int, _ target: String?
    ) -> Result<HTTPResponse, TransportFailure> {
        .success(HTTPResponse(status: status, body: [], redirectURL: target))
    }

    private func ok(_ body: String) -> Result<HTTPResponse, TransportFailure> {
        .success(HTTPResponse(status: 200, body: Array(body.utf8)))
    }

    @Test("on the same host is followed with credentials", arguments: [301, 302, 303, 307, 308])
    func sameHost(_ status: Int) throws {
        let target = "https://bridge.example:443/moved/accounts?version=2"
        let transport = ScriptedTransport([redirect(status, target), ok(emptyAnswer)])
        _ = try Client(transport: transport).accounts(Query(), AccessURL(bridgeAccess))
        #expect(
            transport.requests.map(\.url).last
                == "https://bridge.example/moved/accounts?version=2")
        #expect(transport.requests.last?.credentials?.user == "walt")
    }

    @Test(
        "of a request with credentials is refused where it leads elsewhere",
        arguments: [
            ("https://beta.bridge.example/" as String?, RedirectFault.toAnotherHost),
            ("https://bridge.example:8443/simplefin/accounts", .toAnotherHost),
            ("https://bridge.example.evil.example/", .toAnotherHost),
            ("http://bridge.example/simplefin/accounts", .toInsecureAddress),
            ("http://127.0.0.1/", .toInsecureAddress),
            ("file:///etc/passwd", .toNoAddress),
            ("https://bridge.example@evil.example/", .toAnotherHost),
            (nil, .toNoAddress),
        ])
    func elsewhere(_ target: String?, _ fault: RedirectFault) {
        let transport = ScriptedTransport([redirect(302, target), ok(emptyAnswer)])
        let policy = NetworkPolicy(allowsPlainHTTPOnLoopback: true)
        let client = Client(transport: transport, policy: policy)
        #expect(
            failure { try client.accounts(Query(), AccessURL(bridgeAccess)) }
                == .redirectRefused(fault))
        #expect(transport.requests.count == 1)
    }

    @Test("never brings credentials of its own")
    func ownCredentials() throws {
        let target = "https://other:one@bridge.example/simplefin/accounts"
        let transport = ScriptedTransport([redirect(302, target), ok(emptyAnswer)])
        _ = try Client(transport: transport).accounts(Query(), AccessURL(bridgeAccess))
        #expect(transport.requests.last?.credentials == transport.requests.first?.credentials)
        #expect(transport.requests.last?.url == "https://bridge.example/simplefin/accounts")
    }

    @Test("of a claim is followed where it keeps the method", arguments: [307, 308])
    func claimFollowed(_ status: Int) throws {
        let transport = ScriptedTransport([
            redirect(status, "https://beta.bridge.example/claim/2"), ok(bridgeAccess),
        ])
        let access = try Client(transport: transport).claim(SetupToken(base64(demoClaim)))
        #expect(access.text == bridgeAccess)
        #expect(transport.requests.map(\.method) == [.post, .post])
        #expect(transport.requests.last?.url == "https://beta.bridge.example/claim/2")
    }

    @Test("of a claim is refused where it would become a GET", arguments: [301, 302, 303])
    func claimRefused(_ status: Int) {
        let transport = ScriptedTransport([
            redirect(status, "https://bridge.example/claim/2"), ok(bridgeAccess),
        ])
        #expect(
            failure { try Client(transport: transport).claim(SetupToken(base64(demoClaim))) }
                == .redirectRefused(.changesMethod))
        #expect(transport.requests.count == 1)
    }

    @Test("is followed five times, and not a sixth")
    func tooMany() {
        let again = redirect(302, "https://bridge.example/simplefin/accounts")
        let transport = ScriptedTransport(Array(repeating: again, count: 20))
        #expect(
            failure {
                try Client(transport: transport).accounts(Query(), AccessURL(bridgeAccess))
            } == .redirectRefused(.tooMany))
        #expect(transport.requests.count == 6)
    }
}
