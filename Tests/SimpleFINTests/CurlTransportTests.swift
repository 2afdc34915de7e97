import Foundation
import SimpleFIN
import TestServers
import Testing

@Suite("Over a real connection")
struct CurlTransportTests {
    private func client(
        totalTimeout: Duration = .seconds(20), maximumAnswerBytes: Int = 1 << 20
    ) -> Client {
        Client(
            policy: NetworkPolicy(
                allowsPlainHTTPOnLoopback: true, totalTimeout: totalTimeout,
                maximumAnswerBytes: maximumAnswerBytes), retries: .none)
    }

    private func access(_ server: LoopbackServer, path: String = "/simplefin") throws -> AccessURL {
        try AccessURL(server.url(path, user: "walt:w%40rd%20%E2%82%AC%5E"))
    }

    @Test("a claim is an empty POST, and its answer opens the accounts")
    func claimFlow() throws {
        let bank = try LoopbackServer([.status(200, emptyAnswer)])
        let server = try LoopbackServer([
            .status(200, " " + bank.url("/simplefin", user: "walt:w%40rd%20%E2%82%AC%5E") + "\n")
        ])
        let client = client()
        let access = try client.claim(SetupToken(base64(server.url("/claim/1"))))
        let answer = try client.accounts(Query(includesPending: true), access)

        let claim = try #require(server.requests.first)
        #expect(claim.hasPrefix("POST /claim/1 HTTP/1.1\r\n"))
        #expect(claim.contains("\r\nContent-Length: 0\r\n"))
        #expect(claim.contains("\r\nUser-Agent: ghostvault\r\n"))
        #expect(!claim.contains("Content-Type"))
        #expect(!claim.contains("Authorization"))
        let accounts = try #require(bank.requests.first)
        #expect(accounts.hasPrefix("GET /simplefin/accounts?version=2&pending=1 HTTP/1.1\r\n"))
        #expect(accounts.contains("\r\nAuthorization: Basic \(base64("walt:w@rd €^"))\r\n"))
        #expect(answer.body == Array(emptyAnswer.utf8))
    }

    @Test("a refused claim is told apart from other failures")
    func refusedClaim() throws {
        let server = try LoopbackServer([.status(403, "Forbidden")])
        #expect(
            failure { try client().claim(SetupToken(base64(server.url("/claim/1")))) }
                == .claimRefused)
    }

    @Test("403 as a web page is a refused access")
    func refusedAccess() throws {
        let server = try LoopbackServer([.status(403, "<!doctype html><h1>Forbidden</h1>")])
        #expect(failure { try client().accounts(Query(), access(server)) } == .accessRefused)
    }

    @Test(
        "a header without end is called that",
        arguments: [
            "X-Long: " + String(repeating: "a", count: 2 << 20),
            String(
                repeating: "X-Many: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", count: 40_000),
        ])
    func endlessHeader(lines: String) throws {
        let server = try LoopbackServer([.raw("HTTP/1.1 200 OK\r\n" + lines, hangs: true)])
        #expect(
            failure { try client().accounts(Query(), access(server)) }
                == .cannotConnect(.headerTooLarge, host: "127.0.0.1"))
    }

    @Test("a chunk's extension without end is no answer")
    func endlessChunkExtension() throws {
        let server = try LoopbackServer([
            .endless("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", part: "a=b;")
        ])
        #expect(
            failure { try client().accounts(Query(), access(server)) }
                == .cannotConnect(.garbled, host: "127.0.0.1"))
    }

    @Test("429 carries the seconds to wait")
    func retryAfter() throws {
        let server = try LoopbackServer([.status(429, headers: ["Retry-After: 120"])])
        #expect(
            failure { try client().accounts(Query(), access(server)) }
                == .tooManyRequests(retryAfterSeconds: 120))
    }

    @Test("a body beyond the limit is given up")
    func oversized() throws {
        let body = #"{"errors":["# + String(repeating: " ", count: 300_000) + #"],"accounts":[]}"#
        let server = try LoopbackServer([.status(200, body)])
        #expect(
            failure {
                try client(maximumAnswerBytes: 100_000).accounts(Query(), access(server))
            } == .answerTooLarge(limitBytes: 100_000))
    }

    @Test("a body beyond the limit is given up also where its length is not announced")
    func oversizedWithoutLength() throws {
        let server = try LoopbackServer([
            .raw("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: " ", count: 300_000))
        ])
        #expect(
            failure {
                try client(maximumAnswerBytes: 100_000).accounts(Query(), access(server))
            } == .answerTooLarge(limitBytes: 100_000))
    }

    @Test("a compressed body is unpacked, and counted unpacked")
    func compressed() throws {
        let replies = Array(
            repeating: LoopbackServer.Reply.status(
                200, bytes: gzippedAnswer, headers: ["Content-Encoding: gzip"]), count: 2)
        let server = try LoopbackServer(replies)
        let answer = try client().accounts(Query(), access(server))
        #expect(answer.body == Array(unpackedAnswer.utf8))
        #expect(server.requests.first?.contains("\r\nAccept-Encoding: gzip\r\n") == true)
        let limit = gzippedAnswer.count + 10
        #expect(
            failure {
                try client(maximumAnswerBytes: limit).accounts(Query(), access(server))
            } == .answerTooLarge(limitBytes: limit))
    }

    @Test(
        "a connection that ends in the middle is an error, not a short answer",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n" + emptyAnswer,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"err", "",
        ])
    func cutOff(_ reply: String) throws {
        let server = try LoopbackServer([.raw(reply)])
        #expect(
            failure { try client().accounts(Query(), access(server)) }
                == .cannotConnect(.cutOff, host: "127.0.0.1"))
    }

    @Test("a length that is too short makes no shorter answer")
    func wrongLength() throws {
        let server = try LoopbackServer([
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n" + emptyAnswer)
        ])
        #expect(
            failure { try client().accounts(Query(), access(server)) }
                == .notAnAnswer(.notJSON))
    }

    @Test("an answer that takes too long is given up")
    func slow() throws {
        let server = try LoopbackServer([
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{", hangs: true)
        ])
        #expect(
            failure {
                try client(totalTimeout: .milliseconds(200)).accounts(Query(), access(server))
            } == .cannotConnect(.timedOut, host: "127.0.0.1"))
    }

    @Test("a server that speaks no HTTP is recognised")
    func garbled() throws {
        let server = try LoopbackServer([.raw("220 mail.example ESMTP\r\n")])
        #expect(
            failure { try client().accounts(Query(), access(server)) }
                == .cannotConnect(.garbled, host: "127.0.0.1"))
    }

    @Test("a port where nothing listens refuses the connection")
    func refused() throws {
        let port = try LoopbackServer([]).port
        let access = try AccessURL("http://w:p@127.0.0.1:\(port)/")
        #expect(
            failure { try client().accounts(Query(), access) }
                == .cannotConnect(.refused, host: "127.0.0.1"))
    }

    @Test("https to a server without TLS fails, and nothing is sent in the clear")
    func withoutTLS() throws {
        let server = try LoopbackServer([.status(200, emptyAnswer)])
        let access = try AccessURL("https://walt:word@127.0.0.1:\(server.port)/")
        #expect(
            failure { try client().accounts(Query(), access) }
                == .cannotConnect(.secureConnection, host: "127.0.0.1"))
        #expect(server.requests.allSatisfy { !$0.contains("GET") })
    }

    @Test("a redirect on the same host is followed with credentials")
    func sameHost() throws {
        let server = try LoopbackServer([
            .status(302, headers: ["Location: ../moved/accounts?version=2"]),
            .status(200, emptyAnswer),
        ])
        _ = try client().accounts(Query(), access(server))
        let last = try #require(server.requests.last)
        #expect(last.hasPrefix("GET /moved/accounts?version=2 "))
        #expect(last.contains("\r\nAuthorization: Basic "))
    }

    @Test("a redirect to another port never carries the credentials there")
    func anotherHost() throws {
        let stranger = try LoopbackServer([.status(200, emptyAnswer)])
        let server = try LoopbackServer([
            .status(302, headers: ["Location: \(stranger.url("/simplefin/accounts"))"])
        ])
        #expect(
            failure { try client().accounts(Query(), access(server)) }
                == .redirectRefused(.toAnotherHost))
        #expect(stranger.requests == [])
    }

    @Test("credentials of one request do not stay for the next")
    func credentialsForgotten() throws {
        let server = try LoopbackServer([
            .status(200, emptyAnswer), .status(200, #"{"versions":[]}"#),
        ])
        let client = client()
        _ = try client.accounts(Query(), access(server))
        _ = try client.info(access(server))
        #expect(server.requests.map { $0.contains("Authorization") } == [true, false])
    }
}

private let unpackedAnswer =
    #"{"errors":[""# + String(repeating: "a", count: 400) + #""],"accounts":[]}"#

/// The same under gzip (RFC 1952).
private let gzippedAnswer: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0x4A, 0x2D,
    0x2A, 0xCA, 0x2F, 0x2A, 0x56, 0xB2, 0x8A, 0x56, 0x4A, 0x1C, 0x05, 0x83, 0x0A, 0x28,
    0xC5, 0xEA, 0x28, 0x25, 0x26, 0x27, 0xE7, 0x97, 0xE6, 0x95, 0x80, 0xE2, 0x27, 0xB6,
    0x16, 0x00, 0x17, 0x2C, 0xCD, 0x48, 0xAD, 0x01, 0x00, 0x00,
]
