import Automation
import Testing

@Suite("Where webhooks go")
struct WebhookDestinationTests {
    @Test("prints as its host alone, since the rest may be a secret")
    func description() throws {
        let destination = try WebhookDestination("https://Hooks.example.org:8443/t/s3cret?k=s3cret")
        #expect("\(destination)" == "hooks.example.org")
        var dumped = ""
        dump(destination, to: &dumped)
        #expect(!dumped.contains("s3cret"))
        #expect(!String(reflecting: destination).contains("s3cret"))
    }

    @Test(
        "unencrypted to this machine is allowed only where that is wanted",
        arguments: [
            "http://localhost/hook", "http://127.0.0.1:8123/hook", "http://[::1]:8123/hook",
        ])
    func loopback(text: String) throws {
        #expect(throws: UnusableDestination.notEncrypted(isThisMachine: true)) {
            try WebhookDestination(text)
        }
        #expect(try !WebhookDestination(text, allowsPlainHTTP: true).host.isEmpty)
    }

    @Test(
        "unencrypted to another machine is never allowed",
        arguments: [
            "http://example.org/", "http://127.0.0.1.example.org/", "http://localhost.evil.test/",
            "http://192.168.1.10/",
        ])
    func elsewhere(text: String) {
        #expect(throws: UnusableDestination.notEncrypted(isThisMachine: false)) {
            try WebhookDestination(text, allowsPlainHTTP: true)
        }
    }

    @Test(
        "other texts are no address",
        arguments: [
            "", "example.org", "ftp://example.org/", "https:///hook", "https://exämple.org/",
            "https://example.org/a b", "https://example.org/#part", "file:///etc/passwd",
            "https://example.org:0/", "https://example.org:99999/",
        ])
    func noAddress(text: String) {
        #expect(throws: UnusableDestination.noAddress) { try WebhookDestination(text) }
    }
}
