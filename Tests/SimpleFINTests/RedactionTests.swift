import SimpleFIN
import Testing

@Suite("A secret never shows")
struct RedactionTests {
    private func everyRendering(of value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return [
            String(describing: value), String(reflecting: value), "\(value)", dumped,
            String(describing: [value]), String(describing: Optional(value)),
            Mirror(reflecting: value).children.map { String(reflecting: $0.value) }.joined(),
        ]
    }

    private func expectNoSecret(in value: some Any) {
        for text in everyRendering(of: value) {
            for secret in ["s3cret-7h1ng", "pass-9Q", "walt", base64(demoClaim)] {
                #expect(!text.contains(secret))
            }
        }
    }

    @Test("when a setup token is printed")
    func token() throws {
        expectNoSecret(in: try SetupToken(base64(demoClaim)))
    }

    @Test("when an access URL is printed, which shows its host alone")
    func access() throws {
        let access = try AccessURL(bridgeAccess)
        expectNoSecret(in: access)
        #expect("\(access)" == "https://***@bridge.example")
    }

    @Test("when a request or its answer is printed")
    func exchange() throws {
        let response = HTTPResponse(
            status: 200, body: Array(bridgeAccess.utf8), redirectURL: demoClaim)
        let transport = ScriptedTransport([.success(response), .success(response)])
        let client = Client(transport: transport)
        _ = try client.claim(SetupToken(base64(demoClaim)))
        _ = failure { try client.accounts(Query(), AccessURL(bridgeAccess)) }
        #expect(transport.requests.count == 2)
        for request in transport.requests { expectNoSecret(in: request) }
        expectNoSecret(in: response)
    }

    @Test(
        "when a claim fails",
        arguments: [200, 302, 403, 404, 500])
    func claimErrors(_ status: Int) throws {
        let transport = ScriptedTransport(
            status, "<p>\(bridgeAccess)", redirectURL: "http://walt:pass-9Q@evil.example/")
        let error = try #require(
            failure { try Client(transport: transport).claim(SetupToken(base64(demoClaim))) })
        expectNoSecret(in: error)
        #expect(!error.description.contains("pass-9Q"))
    }

    @Test("when a token or an access URL cannot be read")
    func brokenInput() throws {
        let token = try #require(failure { try SetupToken(base64("s3cret-7h1ng walt")) })
        let access = try #require(failure { try AccessURL("https://walt:pass-9Q%@b.example/") })
        expectNoSecret(in: token)
        expectNoSecret(in: access)
    }
}
