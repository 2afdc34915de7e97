import Foundation
import Serving
import Testing
import Vault

@testable import ghostvault

@Suite("What ghostvault web refuses", .inTurns)
struct WebGateTests {
    /// Whatever a browser could be made to ask for.
    private static let targets = [
        "/", "/page.css", "/page.js", "/icon.svg", "/dashboard", "/transactions.csv", "/changes",
        "/nothing",
    ]

    @Test("every host but its own, in any spelling, before anything else")
    func hosts() async throws {
        let session = try await WebSession.entered()
        let port = session.server.port
        let hosts = [
            "evil.example:\(port)", "127.0.0.1", "localhost", "127.0.0.1:1", "LOCALHOST:\(port)",
            "localhost.:\(port)", "127.1:\(port)", "[::1]:\(port)", "0.0.0.0:\(port)",
            "127.0.0.1:\(port).evil.example", "127.0.0.1:\(port)@evil.example",
            "127.0.0.1:\(port) ", "", "http://127.0.0.1:\(port)",
        ]
        for target in Self.targets {
            for host in hosts {
                let answer = session.send([
                    "GET \(target) HTTP/1.1", "Host: \(host)", "Cookie: \(session.cookie)",
                ])
                #expect(answer.status == 421, "\(target) \(host)")
            }
            let own = "Host: 127.0.0.1:\(port)"
            let twice = ["GET \(target) HTTP/1.1", own, own, "Cookie: \(session.cookie)"]
            #expect(session.send(twice).status == 421)
            #expect(session.send(["GET \(target) HTTP/1.1"]).status == 421)
        }
        let named = session.send([
            "GET /page.css HTTP/1.1", "Host: localhost:\(port)",
        ])
        #expect(named.status == 200)
        try await session.close()
    }

    @Test("requests that another page began, for files and events too")
    func otherSites() async throws {
        let session = try await WebSession.entered()
        for site in ["cross-site", "same-site", "SAME-ORIGIN", ""] {
            for target in Self.targets {
                let answer = session.get(target, "Sec-Fetch-Site: \(site)")
                #expect(answer.status == 403, "\(target) \(site)")
            }
        }
        for origin in [
            "null", "http://evil.example", "https://127.0.0.1:\(session.server.port)",
            "http://127.0.0.1:1", "http://localhost:\(session.server.port)", "",
        ] {
            for target in Self.targets {
                #expect(session.get(target, "Origin: \(origin)").status == 403, "\(origin)")
            }
            let posted = session.send(
                [
                    "POST /undo HTTP/1.1", "Host: 127.0.0.1:\(session.server.port)",
                    "Origin: \(origin)", "Cookie: \(session.cookie)", "Content-Length: 69",
                ], body: "form=" + session.server.gate.formToken)
            #expect(posted.status == 403, "\(origin)")
        }
        let without = session.send(
            [
                "POST /undo HTTP/1.1", "Host: 127.0.0.1:\(session.server.port)",
                "Cookie: \(session.cookie)", "Content-Length: 69",
            ], body: "form=" + session.server.gate.formToken)
        #expect(without.status == 403)
        try await session.close()
    }

    @Test("other methods")
    func methods() async throws {
        let session = try await WebSession.entered()
        for method in ["PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "get", "CONNECT"] {
            let answer = session.send([
                "\(method) /dashboard HTTP/1.1", "Host: 127.0.0.1:\(session.server.port)",
                "Cookie: \(session.cookie)",
            ])
            #expect(answer.status == 405, "\(method)")
        }
        try await session.close()
    }

    @Test("everything but the door without the cookie, and the door shows nothing")
    func session() async throws {
        let session = try await WebSession.entered()
        let port = session.server.port
        let others = [
            "", "Cookie: ghostvault-\(port)=", "Cookie: \(session.cookie)0",
            "Cookie: ghostvault=\(session.cookie.suffix(64))",
            "Cookie: \(session.cookie); \(session.cookie)",
        ]
        for target in ["/dashboard", "/transactions.csv", "/changes", "/transaction?id=2"] {
            for other in others {
                let answer = session.send(
                    ["GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)"]
                        + (other.isEmpty ? [] : [other]))
                #expect(answer.status == 403 && answer.text == WebDoor.page, "\(target) \(other)")
            }
        }
        let door = session.send([
            "GET / HTTP/1.1", "Host: 127.0.0.1:\(port)", "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document",
        ])
        #expect(door.status == 200 && door.text == WebDoor.page)
        let frame = session.send([
            "GET / HTTP/1.1", "Host: 127.0.0.1:\(port)", "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe",
        ])
        #expect(frame.status == 403)
        try await session.close()
    }

    @Test("the token for the second time, and any other")
    func token() async throws {
        let session = try WebSession(try await JSONHousehold.copy())
        let token = try #require(session.server.gate.token)
        #expect(token.utf8.count == 64 && session.server.address.hasSuffix("/#\(token)"))
        for other in ["", String(token.dropLast()), token + "0", token.uppercased() + " "] {
            #expect(session.post("/enter", other).status == 403)
        }
        let entered = session.post("/enter", token)
        #expect(entered.status == 204)
        let cookie = try #require(entered["set-cookie"])
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict") && !cookie.contains(token))
        #expect(session.post("/enter", token).status == 403)
        #expect(session.server.gate.token == nil)
        try await session.close()
    }

    @Test("forms without the session's own token, and forms of nothing")
    func forms() async throws {
        let session = try await WebSession.entered()
        for form in ["", "form=", "form=\(String(repeating: "0", count: 64))"] {
            #expect(session.post("/undo", form).status == 403)
        }
        for (action, fields) in [
            ("/confirm", ""), ("/confirm", "numbers=--yes"), ("/confirm", "numbers=6%20--json"),
            ("/set", "numbers=6"), ("/set", "category=travel"), ("/sync", "numbers=6"),
            ("/set", "numbers=6;7&category=travel"), ("/confirm", "numbers=\u{0663}"),
        ] {
            #expect(session.form(action, fields).status == 400, "\(action) \(fields)")
        }
        #expect(session.get("/undo").status == 404)
        let history = try await session.scenario.run("ghostvault history --json --limit 1")
        #expect(history.output.contains("set 5 --category art"))
        try await session.close()
    }

    @Test("what is no plain request, or is too large")
    func unclear() async throws {
        let session = try await WebSession.entered()
        let start = "POST /undo HTTP/1.1\r\nHost: 127.0.0.1:\(session.server.port)\r\n"
        let long = String(repeating: "x", count: 40_000)
        for (text, status) in [
            ("x\r\n\r\n", 400), (start + "Transfer-Encoding: chunked\r\n\r\n", 400),
            (start + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
            (start + "Content-Length: -1\r\n\r\n", 400),
            (start + "Content-Length: 0x1\r\n\r\na", 400),
            (start + "Content-Length: 20000\r\n\r\n", 413),
            (start + "X: \(long)", 431), (start + "X: a\nY: b\r\n\r\n", 400),
        ] {
            #expect(session.send(bytes: Array(text.utf8)).status == status, "\(text.prefix(90))")
        }
        // Half a request is none, and the next one is answered.
        #expect(session.send(bytes: Array(start.utf8)).status == 0)
        #expect(session.get("/page.css").status == 200)
        try await session.close()
    }

    @Test("a port that another server has")
    func port() async throws {
        let session = try await WebSession.entered()
        let folder = VaultFolder(path: session.scenario.folder + "/vault")
        #expect(throws: ListeningError.self) {
            try WebServer(
                folder, in: ProgramContext(variables: [:]), port: session.server.port)
        }
        try await session.close()
    }

    @Test("everywhere with the same rules for browsers")
    func headers() async throws {
        let session = try await WebSession.entered()
        let answers =
            Self.targets.map { session.get($0) }
            + [
                session.get("/", "Sec-Fetch-Site: cross-site"), session.form("/undo", ""),
                session.send(["GET / HTTP/1.1", "Host: evil.example"]), session.send(["x"]),
            ]
        for answer in answers {
            let policy = try #require(answer["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'; ") && !policy.contains("unsafe"))
            for part in ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"] {
                #expect(policy.contains(part))
            }
            #expect(answer["x-content-type-options"] == "nosniff")
            #expect(answer["referrer-policy"] == "same-origin")
            #expect(answer["cross-origin-opener-policy"] == "same-origin")
            #expect(answer["cross-origin-resource-policy"] == "same-origin")
            #expect(answer["cache-control"] == "no-store")
            #expect(answer["access-control-allow-origin"] == nil)
        }
        try await session.close()
    }
}
