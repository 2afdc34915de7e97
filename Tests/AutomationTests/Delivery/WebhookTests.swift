import Automation
import Foundation
import TestServers
import Testing

@Suite("Webhooks")
struct WebhookTests {
    private let message = Array(#"{"title":"Large charge"}"#.utf8)

    private func send(
        to server: LoopbackServer, path: String = "/hooks/t0ken?key=s3cret",
        environment: [String: String] = [:], patience: Webhook.Patience = Webhook.Patience(),
        key: WebhookKey = .new()
    ) throws -> DeliveryOutcome {
        let destination = try WebhookDestination(server.url(path), allowsPlainHTTP: true)
        return Webhook(
            to: destination, key: key, patience: patience, environment: environment
        ).send(message, id: "event-17", secondsSinceEpoch: 1_763_750_000)
    }

    // MARK: What is sent

    @Test("post the message to the whole address")
    func request() throws {
        let server = try LoopbackServer([.status(200)])
        #expect(try send(to: server) == .delivered)
        let head = try #require(server.requests.first)
        #expect(head.hasPrefix("POST /hooks/t0ken?key=s3cret HTTP/1.1\r\n"))
        #expect(head.contains("\r\nContent-Type: application/json\r\n"))
        #expect(server.bodies == [#"{"title":"Large charge"}"#])
    }

    @Test("carry their id and the time for receivers that drop repeats and old messages")
    func headers() throws {
        let server = try LoopbackServer([.status(200)])
        _ = try send(to: server)
        let head = try #require(server.requests.first)
        #expect(head.contains("\r\nwebhook-id: event-17\r\n"))
        #expect(head.contains("\r\nwebhook-timestamp: 1763750000\r\n"))
    }

    @Test("are signed with the key, as a published example is")
    func signature() throws {
        // The example of the specification's libraries.
        let key = try #require(WebhookKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let server = try LoopbackServer([.status(200)])
        let destination = try WebhookDestination(server.url("/"), allowsPlainHTTP: true)
        _ = Webhook(to: destination, key: key, environment: [:]).send(
            Array(#"{"test": 2432232314}"#.utf8), id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            secondsSinceEpoch: 1_614_265_330)
        let head = try #require(server.requests.first)
        #expect(
            head.contains(
                "\r\nwebhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=\r\n"))
    }

    @Test("of tens of kilobytes go out whole and at once")
    func large() throws {
        let server = try LoopbackServer([.status(200)])
        let message = Array("[\"\(String(repeating: "x", count: 100_000))\"]".utf8)
        let destination = try WebhookDestination(server.url("/"), allowsPlainHTTP: true)
        let outcome = Webhook(to: destination, key: .new(), environment: [:])
            .send(message, id: "1", secondsSinceEpoch: 0)
        #expect(outcome == .delivered)
        #expect(server.bodies.first?.utf8.count == message.count)
        #expect(server.requests.first?.contains("Expect:") == false)
    }

    @Test("to this machine pass every proxy by")
    func proxy() throws {
        let proxy = try LoopbackServer([.status(502)])
        let server = try LoopbackServer([.status(204)])
        #expect(try send(to: server, environment: ["all_proxy": proxy.url("")]) == .delivered)
        #expect(proxy.requests.isEmpty)
    }

    @Test("larger than 256 KiB are refused before they are sent")
    func tooLarge() throws {
        let destination = try WebhookDestination("https://nobody.invalid/")
        let outcome = Webhook(to: destination, key: .new(), environment: [:])
            .send([UInt8](repeating: 0x20, count: 262_145), id: "1", secondsSinceEpoch: 0)
        #expect(outcome == .refused(reason: "the message is larger than 256 KiB"))
    }

    @Test(
        "with an id that could be read as something else are refused",
        arguments: ["", "a.b", "a\r\nx: y", "é", String(repeating: "1", count: 101)])
    func unusableID(id: String) throws {
        let destination = try WebhookDestination("https://nobody.invalid/")
        let outcome = Webhook(to: destination, key: .new(), environment: [:])
            .send([], id: id, secondsSinceEpoch: 0)
        #expect(outcome == .refused(reason: "the message has no usable id"))
    }

    // MARK: What is answered

    @Test("are delivered if the status is 2xx", arguments: [200, 201, 202, 204, 299])
    func delivered(status: Int) throws {
        let server = try LoopbackServer([.status(status)])
        #expect(try send(to: server) == .delivered)
    }

    @Test(
        "are tried again where the receiver may recover",
        arguments: [408, 429, 500, 502, 503, 504, 599])
    func tryAgain(status: Int) throws {
        let server = try LoopbackServer([.status(status)])
        #expect(
            try send(to: server)
                == .tryAgain(reason: "127.0.0.1 responded with status \(status)"))
    }

    @Test("are given up where the receiver will not take them", arguments: [400, 401, 404, 410])
    func refused(status: Int) throws {
        let server = try LoopbackServer([.status(status)])
        #expect(
            try send(to: server)
                == .refused(reason: "127.0.0.1 refused it with status \(status)"))
    }

    @Test("follow no redirect, which would show them to another", arguments: [301, 302, 307, 308])
    func redirect(status: Int) throws {
        let other = try LoopbackServer([.status(200)])
        let server = try LoopbackServer([
            .status(status, headers: ["Location: " + other.url("/")])
        ])
        #expect(
            try send(to: server)
                == .refused(
                    reason: "127.0.0.1 redirects (status \(status)), which is not followed"))
        #expect(other.requests.isEmpty)
    }

    @Test(
        "wait as long as the receiver asks, at most a day",
        arguments: [
            ("120", 120), ("86400", 86_400), ("9999999", 86_400), ("99999999999999999999", 86_400),
        ])
    func retryAfter(header: String, seconds: Int) throws {
        let server = try LoopbackServer([.status(503, headers: ["Retry-After: " + header])])
        #expect(
            try send(to: server)
                == .tryAgain(
                    reason: "127.0.0.1 responded with status 503", after: .seconds(seconds))
        )
    }

    @Test("are delivered if the accepted response is too long")
    func talkative() throws {
        let server = try LoopbackServer([.status(200, String(repeating: "x", count: 200_000))])
        #expect(try send(to: server) == .delivered)
    }

    @Test("are delivered if the accepted response never ends")
    func dripping() throws {
        var outcome: DeliveryOutcome?
        // A busy machine may not answer at all within the first.
        for total in [Duration.milliseconds(300), .seconds(10)] where outcome != .delivered {
            let server = try LoopbackServer([
                .raw("HTTP/1.1 202 Accepted\r\nContent-Length: 9\r\n\r\na", hangs: true)
            ])
            outcome = try send(to: server, patience: Webhook.Patience(total: total))
        }
        #expect(outcome == .delivered)
    }

    @Test("are retried if the connection is refused")
    func nobody() throws {
        // It listens no more once it is gone.
        let destination = try WebhookDestination(
            try LoopbackServer([]).url("/"), allowsPlainHTTP: true)
        let outcome = Webhook(to: destination, key: .new(), environment: [:])
            .send(message, id: "1", secondsSinceEpoch: 0)
        #expect(outcome == .tryAgain(reason: "127.0.0.1 does not respond"))
    }

    @Test("are tried again where the receiver hangs")
    func hangs() throws {
        let server = try LoopbackServer([.raw("", hangs: true)])
        let patience = Webhook.Patience(total: .milliseconds(200))
        #expect(
            try send(to: server, patience: patience)
                == .tryAgain(reason: "127.0.0.1 did not respond in time"))
    }

    @Test("are tried again where the answer breaks off")
    func cutOff() throws {
        let server = try LoopbackServer([.raw("HTTP/1.1 503 No\r\nContent-Length: 9\r\n\r\nabc")])
        #expect(
            try send(to: server) == .tryAgain(reason: "the connection to 127.0.0.1 broke off"))
    }

    @Test("are tried again where something else than a web server answers")
    func garbled() throws {
        let server = try LoopbackServer([.raw("220 mail.example.org ESMTP\r\n")])
        #expect(
            try send(to: server)
                == .tryAgain(reason: "127.0.0.1 is not a web server"))
    }

    @Test("are given up early where they are not wanted any more")
    func interrupted() throws {
        let server = try LoopbackServer([.raw("", hangs: true)])
        let destination = try WebhookDestination(server.url("/"), allowsPlainHTTP: true)
        let outcome = Webhook(to: destination, key: .new(), environment: [:])
            .send(message, id: "1", secondsSinceEpoch: 0, unless: { true })
        #expect(
            outcome == .brokenOff(reason: "it was interrupted before 127.0.0.1 responded"))
    }

    @Test("time out soon if the response stalls")
    func interruptedAmidSilence() throws {
        let server = try LoopbackServer([.raw("", hangs: true)])
        let destination = try WebhookDestination(server.url("/"), allowsPlainHTTP: true)
        var asked = 0
        // Libcurl by itself asks once a second, which is too late here.
        let outcome = Webhook(
            to: destination, key: .new(), patience: .init(total: .seconds(15)), environment: [:]
        ).send(message, id: "1", secondsSinceEpoch: 0) {
            asked += 1
            return asked == 20
        }
        #expect(
            outcome == .brokenOff(reason: "it was interrupted before 127.0.0.1 responded"))
    }

    @Test(
        "are not sent to a host whose certificate is not trusted",
        .enabled(if: EncryptedServer.tool != nil, "needs openssl"))
    func untrusted() throws {
        let server = try EncryptedServer()
        let destination = try WebhookDestination("https://127.0.0.1:\(server.port)/")
        let outcome = Webhook(to: destination, key: .new(), environment: [:])
            .send(message, id: "1", secondsSinceEpoch: 0)
        #expect(
            outcome
                == .tryAgain(
                    reason: "this machine does not trust the certificate of 127.0.0.1"))
    }
}

@Suite("Keys of webhooks")
struct WebhookKeyTests {
    @Test("are read as they are written")
    func roundTrip() throws {
        let key = WebhookKey.new()
        #expect(WebhookKey(key.text) == key)
        #expect(WebhookKey("  \(key.text)\n") == key)
        #expect(key.text.hasPrefix("whsec_"))
        #expect(key.text.utf8.count == 6 + 44)
    }

    @Test("are never the same")
    func different() {
        #expect(Set((0..<100).map { _ in WebhookKey.new() }).count == 100)
    }

    @Test(
        "are nothing else",
        arguments: [
            "", "whsec_", "whsec_AAAA", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS!", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw more",
        ])
    func others(text: String) {
        #expect(WebhookKey(text) == nil)
    }

    @Test("print as stars")
    func secrecy() {
        let key = WebhookKey.new()
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "***")
        #expect(String(reflecting: key) == "***")
        #expect(!dumped.contains(key.text.dropFirst(6)))
    }
}
