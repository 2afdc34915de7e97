import Foundation
import TestServers
import Testing

@Suite("ghostvault ask", .inTurns)
struct AskTests {
    private let scenario: Scenario

    init() async throws {
        scenario = try await JSONHousehold.copy()
    }

    private static let question = "ghostvault ask 'Where could I save?'"

    private func answer(_ text: String) -> LoopbackServer.Reply {
        .status(200, #"{"choices": [{"message": {"role": "assistant", "content": "\#(text)"}}]}"#)
    }

    private func configure(_ server: LoopbackServer, _ further: String = "") throws {
        try """
        endpoint = "\(server.url("/v1"))"
        model = "small-model"
        \(further)
        """.write(
            toFile: scenario.folder + "/vault/config/ask.toml", atomically: true, encoding: .utf8)
    }

    private func logged() async throws -> String {
        try await scenario.run("ghostvault ask --log --json").output
    }

    @Test("reaches nobody while it is off, nor while its file has a mistake")
    func off() async throws {
        let server = try LoopbackServer([answer("I was asked")])
        let proxies =
            "http_proxy=\(server.url("")) https_proxy=\(server.url("")) all_proxy=\(server.url(""))"
        #expect(try await scenario.run("\(proxies) \(Self.question)").exitCode == 1)
        #expect(try await scenario.run("\(proxies) \(Self.question) --show").exitCode == 0)
        #expect(try await scenario.run("\(proxies) ghostvault ask").exitCode == 0)
        // One that worked, and then was half taken out.
        try configure(server)
        _ = try await scenario.run("ghostvault apply-rules")
        try configure(server, "endpoint =")
        #expect(try await scenario.run(Self.question).exitCode == 10)
        #expect(server.requests == [])
        try await scenario.close()
    }

    @Test("sends just what it shows, once, with the key that the vault keeps")
    func sent() async throws {
        let server = try LoopbackServer([answer("Less of one thing.")])
        try configure(server)
        _ = try await scenario.run(
            "echo s3cret >vault/secrets/ask-key; chmod 600 vault/secrets/ask-key")
        let shown = try await scenario.run(Self.question + " --show --json").output
        #expect(server.requests == [])
        let asked = try await scenario.run(Self.question)
        #expect(asked.output == "Less of one thing.\n")
        #expect(server.bodies.map { $0 + "\n" } == [shown])
        let head = try #require(server.requests.first)
        #expect(head.hasPrefix("POST /v1/chat/completions HTTP/1.1\r\n"))
        #expect(head.contains("\r\nAuthorization: Bearer s3cret\r\n"))
        try await scenario.close()
    }

    @Test("sends the ghost-safe copy, and no name of an account, a bank or a payee")
    func ghostSafe() async throws {
        let server = try LoopbackServer([answer("Yes.")])
        try configure(server)
        _ = try await scenario.run(Self.question)
        let body = try #require(server.bodies.first)
        let copy = try await scenario.run("ghostvault ghost").output
        let escaped = copy.replacing("\n", with: "\\n").replacing("\"", with: "\\\"")
        #expect(body.contains(escaped))
        let accounts = try await scenario.run("ghostvault accounts --csv --fields name")
        let payees = try await scenario.run("ghostvault payees --csv --fields payee")
        let cells = (accounts.output + payees.output).components(
            separatedBy: CharacterSet(charactersIn: "\n,\""))
        let names = cells.filter { $0.count > 8 }
        #expect(names.count >= 2)
        #expect(names.filter { body.contains($0) } == [])
        try await scenario.close()
    }

    @Test("shows an answer without what could steer a terminal")
    func hostile() async throws {
        let server = try LoopbackServer([answer(#"one\u001b[2J\ntwo\u202e"#)])
        try configure(server)
        #expect(try await scenario.run(Self.question).output == "one␛[2J\ntwo�\n")
        #expect(try await scenario.run("ghostvault ask --log").output.contains("one␛[2J\ntwo�\n"))
        try await scenario.close()
    }

    @Test(
        "shows the endpoint's own error, bounded and harmless",
        arguments: [
            #"{"error": {"message": "no model \u001b[31msmall-model"}}"#,
            #"{"error": "no model \u001b[31msmall-model"}"#,
        ])
    func error(body: String) async throws {
        let server = try LoopbackServer([.status(404, body)])
        try configure(server)
        let asked = try await scenario.run(Self.question)
        #expect(asked.exitCode == 1)
        #expect(asked.errors.contains("no model ␛[31msmall-model\n"))
        #expect(try await logged().contains("no model"))
        try await scenario.close()
    }

    @Test("gives up on a response without an answer, and on one without an end")
    func noAnswer() async throws {
        let server = try LoopbackServer([
            .status(200, #"{"choices": []}"#), .status(302, headers: ["Location: /v2"]),
            .endless("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", part: "x"),
        ])
        try configure(server)
        for _ in 1...3 { #expect(try await scenario.run(Self.question).exitCode == 1) }
        #expect(server.requests.count == 3)
        try await scenario.close()
    }

    @Test("refuses long questions and more than a day has, and asks again tomorrow")
    func limits() async throws {
        let server = try LoopbackServer([answer("1"), answer("2"), answer("3")])
        try configure(server, "daily = 2")
        let long = String(repeating: "x", count: 101)
        #expect(try await scenario.run("ghostvault ask \(long)").exitCode == 1)
        #expect(server.requests == [])
        #expect(try await scenario.run(Self.question).errors.contains("1 of 2 today"))
        #expect(try await scenario.run(Self.question).errors.contains("2 of 2 today"))
        #expect(try await scenario.run(Self.question).exitCode == 9)
        #expect(try await scenario.run("ghostvault ask --forget").exitCode == 0)
        #expect(try await scenario.run(Self.question).exitCode == 9)
        #expect(server.requests.count == 2)
        #expect(
            try await scenario.run("GHOSTVAULT_TODAY=2026-03-16 \(Self.question)").exitCode == 0)
        try await scenario.close()
    }

    @Test("counts no question that can't have arrived")
    func refused() async throws {
        // Nobody listens there any more.
        let address = try { try LoopbackServer([]).url("/v1") }()
        try """
        endpoint = "\(address)"
        model = "m"
        """.write(
            toFile: scenario.folder + "/vault/config/ask.toml", atomically: true, encoding: .utf8)
        #expect(try await scenario.run(Self.question).exitCode == 1)
        #expect(try await scenario.run("ghostvault ask").output.contains("0 of 20"))
        try await scenario.close()
    }

    @Test("keeps a log of its own for 180 days, which only its owner can read, until it is deleted")
    func log() async throws {
        let server = try LoopbackServer([answer("zebra"), answer("yak")])
        try configure(server, #"questions = ["What now?", "And then?"]"#)
        _ = try await scenario.run("ghostvault ask 1")
        let path = scenario.folder + "/vault/asked.json"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        func entries(on day: String) async throws -> Bool {
            try await scenario.run("GHOSTVAULT_TODAY=\(day) ghostvault ask --log").output
                .contains("zebra")
        }
        // The 180th day, the asking included, and the one after it.
        #expect(try await entries(on: "2026-09-10"))
        #expect(try await !entries(on: "2026-09-11"))
        _ = try await scenario.run("GHOSTVAULT_TODAY=2026-09-11 ghostvault ask 2")
        #expect(try !Scenario.text(at: path).contains("zebra"))
        _ = try await scenario.run("GHOSTVAULT_TODAY=2026-09-12 ghostvault ask --forget")
        #expect(!FileManager.default.fileExists(atPath: path))
        try await scenario.close()
    }

    @Test("puts nothing into the database, a backup or what can be undone")
    func apart() async throws {
        let server = try LoopbackServer([answer("zebra-answer")])
        try configure(server)
        let history = try await scenario.run("ghostvault history").output
        _ = try await scenario.run("ghostvault ask 'zebra question'")
        #expect(try await scenario.run("ghostvault history").output == history)
        let backed = try await scenario.run(
            "ghostvault backup >/dev/null; mkdir out; tar xzf vault/backups/*.gz -C out; "
                + "grep -rlq small-model out && ! grep -rl zebra out vault/vault.sqlite*")
        #expect(backed.exitCode == 0)
        try await scenario.close()
    }

    @Test("sends no key that others can read, or that could be a header of its own")
    func key() async throws {
        let server = try LoopbackServer([answer("1")])
        try configure(server)
        for command in [
            "echo key >vault/secrets/ask-key; chmod 644 vault/secrets/ask-key",
            "printf 'a\\tb' >vault/secrets/ask-key; chmod 600 vault/secrets/ask-key",
        ] {
            _ = try await scenario.run(command)
            #expect(try await scenario.run(Self.question).exitCode == 6)
        }
        #expect(server.requests == [])
        try await scenario.close()
    }
}
