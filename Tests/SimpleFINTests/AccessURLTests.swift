import SimpleFIN
import Testing

@Suite("An access URL")
struct AccessURLTests {
    private func credentialsSent(with text: String) throws -> Credentials? {
        let transport = ScriptedTransport(200, emptyAnswer)
        _ = try Client(transport: transport).accounts(Query(), AccessURL(text))
        return transport.requests.first?.credentials
    }

    @Test("keeps its text for storing, without the white space around it")
    func keepsText() throws {
        #expect(try AccessURL(" \(bridgeAccess)\n").text == bridgeAccess)
    }

    @Test(
        "has its credentials decoded exactly once",
        arguments: [
            ("https://walt:word@b.example/", "walt", "word"),
            ("https://w%40lt:w%3Ard%2F@b.example/", "w@lt", "w:rd/"),
            ("https://walt:100%2525@b.example/", "walt", "100%25"),
            ("https://walt:a+b:c@b.example/", "walt", "a+b:c"),
            ("https://walt:w@rd@b.example/", "walt", "w@rd"),
            ("https://walt:@b.example/", "walt", ""),
            ("https://%C3%A9:%E2%82%AC@b.example/", "é", "€"),
        ])
    func decodes(_ text: String, _ user: String, _ password: String) throws {
        let credentials = try credentialsSent(with: text)
        #expect(credentials?.user == user)
        #expect(credentials?.password == password)
    }

    @Test(
        "leads to the accounts with or without a slash at its end",
        arguments: [
            "https://w:p@b.example/simplefin", "https://w:p@b.example/simplefin/",
            "HTTPS://w:p@B.EXAMPLE:443/simplefin",
        ])
    func toleratesSlash(_ text: String) throws {
        let transport = ScriptedTransport(200, emptyAnswer)
        _ = try Client(transport: transport).accounts(Query(), AccessURL(text))
        #expect(
            transport.requests.map(\.url) == ["https://b.example/simplefin/accounts?version=2"])
    }

    @Test(
        "that is broken says how",
        arguments: [
            ("", AccessURLFault.notAnAddress),
            ("b.example/simplefin", .notAnAddress),
            ("file://w:p@b.example/etc", .notAnAddress),
            ("https://w:p@b.ex\u{7}ample/", .notAnAddress),
            ("https://w:p@b.example/sim plefin", .notAnAddress),
            ("https://w:p@b.example/sim\nplefin", .notAnAddress),
            ("https://w:p@b.example/#part", .notAnAddress),
            ("https://w:p@b.example/?x=1", .notAnAddress),
            ("https://w:p@b.example:99999/", .notAnAddress),
            ("https://w:p@[::1/", .notAnAddress),
            ("https://b.example/simplefin", .noCredentials),
            ("https://walt@b.example/simplefin", .noCredentials),
            ("https://:p@b.example/", .unusableCredentials),
            ("https://w:p%0A@b.example/", .unusableCredentials),
            ("https://w:p%00@b.example/", .unusableCredentials),
            ("https://w:100%@b.example/", .unusableCredentials),
            ("https://w:%FF@b.example/", .unusableCredentials),
        ])
    func isBroken(_ text: String, _ fault: AccessURLFault) {
        #expect(failure { try AccessURL(text) } == .brokenAccessURL(fault))
    }

    @Test("with http to another machine is refused before any connection")
    func isInsecure() {
        #expect(failure { try AccessURL("http://w:p@b.example/") } == .insecureAddress)
    }

    @Test(
        "with http to this machine is used only where the policy allows it",
        arguments: [
            "http://w:p@127.0.0.1/", "http://w:p@127.9.8.7:80/", "http://w:p@localhost/",
            "http://w:p@[::1]:9000/",
        ])
    func loopback(_ text: String) throws {
        let transport = ScriptedTransport(200, emptyAnswer)
        let access = try AccessURL(text)
        let strict = Client(transport: transport)
        #expect(failure { try strict.accounts(Query(), access) } == .insecureAddress)
        #expect(transport.requests == [])
        let policy = NetworkPolicy(allowsPlainHTTPOnLoopback: true)
        let allowed = Client(transport: transport, policy: policy)
        #expect(try allowed.accounts(Query(), access).accountSet.accounts == [])
    }
}
