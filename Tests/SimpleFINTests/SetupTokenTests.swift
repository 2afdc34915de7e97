import SimpleFIN
import Testing

@Suite("A setup token")
struct SetupTokenTests {
    @Test(
        "is read in every form of base64",
        arguments: [
            base64(demoClaim),
            base64(demoClaim).replacing("=", with: ""),
            "  \n" + base64(demoClaim) + "\r\n",
            String(base64(demoClaim).prefix(20)) + "\n" + String(base64(demoClaim).dropFirst(20)),
            base64("https://bridge.example/claim/~~~?v=~~~"),
            base64("https://bridge.example/claim/~~~?v=~~~")
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""),
            base64(demoClaim + "\n"),
        ])
    func isRead(_ text: String) throws {
        #expect(try SetupToken(text).host == "bridge.example")
    }

    @Test(
        "that is broken says how",
        arguments: [
            ("", TokenFault.empty),
            (" \n", .empty),
            ("https://user:word@bridge.example/simplefin", .isAnAddress),
            ("not base64 at all!", .notBase64),
            ("abcde", .notBase64),
            (base64("hello"), .holdsNoAddress),
            (base64("ftp://bridge.example/claim/1"), .holdsNoAddress),
            (base64("https://"), .holdsNoAddress),
            (base64("https://bridge.example/claim/a b"), .holdsNoAddress),
            (base64("https://user:word@bridge.example/claim/1"), .holdsNoAddress),
            (base64("https://bridge.example\\@evil.example/"), .holdsNoAddress),
        ])
    func isBroken(_ text: String, _ fault: TokenFault) {
        #expect(failure { try SetupToken(text) } == .brokenToken(fault))
    }

    @Test(
        "that leads to http on another machine is insecure",
        arguments: [
            "http://bridge.example/claim/1", "http://127.0.0.1.example/claim",
            "http://127.1/claim", "http://localhost.example/", "http://10.0.0.1/",
        ])
    func isInsecure(_ address: String) {
        #expect(failure { try SetupToken(base64(address)) } == .insecureAddress)
    }

    @Test("is not claimed over http, even here, unless the policy allows it")
    func needsPolicy() throws {
        let transport = ScriptedTransport(200, bridgeAccess)
        let token = try SetupToken(base64("http://127.0.0.1:8080/claim/1"))
        #expect(failure { try Client(transport: transport).claim(token) } == .insecureAddress)
        #expect(transport.requests == [])
    }
}
