import Engine
import Foundation
import TestSupport
import Testing

@testable import ghostvault

/// Requests with the id 7.
private enum Line {
    /// What each request of July 2026 carries.
    static let modern =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
        + #""io.modelcontextprotocol/clientCapabilities":{}}"#
    static let ofTomorrow = modern.replacing("2026", with: "2027")

    static func request(_ method: String, _ parameters: String) -> String {
        #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":{\#(parameters)}}"#
    }
}

@Suite("The protocol of ghostvault mcp")
struct AssistantProtocolTests {
    /// Answers by a program that is never started.
    private static let noAnswers = AssistantAnswers(
        process: CommandProcess(program: "/nonexistent", environment: [:]), options: [],
        isGhost: false)

    private static func response(to line: String) async throws -> JSONValue? {
        try await AssistantSession.responses(to: [line], from: noAnswers).first
    }

    @Test(
        "initialize agrees on a known version, and offers the newest for another",
        arguments: [
            ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"),
            ("2024-11-05", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("x", "2025-11-25"),
        ])
    func negotiates(asked: String, agreed: String) async throws {
        let response = try #require(
            await Self.response(to: Line.request("initialize", #""protocolVersion":"\#(asked)""#)))
        #expect(response["result.protocolVersion"]?.text == agreed)
        #expect(response["result.serverInfo.name"]?.text == "ghostvault")
        #expect(response["result.capabilities.tools"]?.fields != nil)
        #expect(response["result.resultType"] == nil)
    }

    @Test("a request of July 2026 needs no handshake, and its result names the server")
    func modern() async throws {
        let discovered = try #require(
            await Self.response(to: Line.request("server/discover", Line.modern)))
        #expect(discovered["result.supportedVersions.0"]?.text == "2026-07-28")
        let listed = try #require(
            await Self.response(to: Line.request("tools/list", Line.modern)))
        let name = listed["result._meta"]?
            .fields?["io.modelcontextprotocol/serverInfo"]?["name"]?.text
        for result in [discovered["result"], listed["result"]] {
            #expect(result?["resultType"]?.text == "complete")
            #expect(result?["cacheScope"]?.text == "public")
            #expect(result?["ttlMs"] != nil)
        }
        #expect(name == "ghostvault")
        #expect(listed["result.tools"]?.elements?.count == AssistantTool.all.count)
    }

    @Test(
        "a mistake has its code and the id of its request",
        arguments: [
            (#"{"#, -32700, false), (#"nonsense"#, -32700, false),
            (#"[]"#, -32600, false), (#"{"id":7,"method":"ping"}"#, -32600, true),
            (#"{"jsonrpc":"2.0","id":7}"#, -32600, true),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, false),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, false),
            (#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}"#, -32602, true),
            (Line.request("initialize", ""), -32602, true),
            (Line.request("resources/list", ""), -32601, true),
            (Line.request("server/discover", ""), -32601, true),
            (Line.request("ping", Line.modern), -32601, true),
            (Line.request("tools/list", #""cursor":"2""#), -32602, true),
            (Line.request("tools/call", #""name":"sync""#), -32602, true),
            (Line.request("tools/call", #""name":"overview","arguments":[]"#), -32602, true),
            (Line.request("initialize", Line.modern), -32022, true),
            (
                Line.request(
                    "tools/list",
                    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#), -32602,
                true
            ),
            (Line.request("tools/list", Line.ofTomorrow), -32022, true),
        ])
    func mistakes(line: String, code: Int64, hasID: Bool) async throws {
        let response = try #require(await Self.response(to: line))
        #expect(response["error.code"] == .integer(code), "\(line)")
        #expect(response["id"] == (hasID ? .integer(7) : .null), "\(line)")
    }

    @Test("an unsupported version is answered with those that are supported")
    func supportedVersions() async throws {
        let response = try #require(
            await Self.response(
                to: Line.request("tools/list", Line.ofTomorrow)))
        #expect(response["error.data.supported.0"]?.text == "2026-07-28")
        #expect(response["error.data.requested"]?.text == "2027-07-28")
    }

    @Test("nothing but requests is answered, and no line ends it")
    func goesOn() async throws {
        let responses = try await AssistantSession.responses(
            to: [
                "", "  ", #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
                #"{"jsonrpc":"2.0","method":"notifications/of-tomorrow","params":3}"#,
                #"{"jsonrpc":"2.0","id":3,"result":{}}"#, String(repeating: "[", count: 100_000),
                String(repeating: "x", count: LineReader.mostBytes + 1),
                #"{"jsonrpc":"2.0","id":"last","method":"ping"}"#,
            ], from: Self.noAnswers)
        #expect(
            responses.map { $0["error.code"] ?? $0["id"] } == [
                .integer(-32700), .integer(-32600), .text("last"),
            ])
    }

    @Test("a cancelled call ends its command, and has no response")
    func cancels() async throws {
        let scratch = try ScratchFolder()
        let program = scratch.path + "/endless"
        try "#!/bin/sh\nexec sleep 600\n".write(
            toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o755)
        var answers = AssistantAnswers(
            process: CommandProcess(program: program, environment: ["PATH": "/usr/bin:/bin"]),
            options: [], isGhost: false)
        answers.limit = .seconds(500)
        let responses = try await AssistantSession.responses(
            to: [
                AssistantSession.call("overview", id: 1), AssistantSession.call("plan", id: 2),
                #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#,
                AssistantSession.call("overview", id: 1),
                #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#,
                #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
            ], from: answers)
        #expect(responses.map { $0["id"] } == [.integer(3), .integer(1)])
        #expect(responses.last?["error.code"] == .integer(-32600))
    }

    @Test("a command that takes too long, fails to run or prints too much is an error of the tool")
    func limits() async throws {
        let scratch = try ScratchFolder()
        let program = scratch.path + "/endless"
        try "#!/bin/sh\nexec yes\n".write(toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o755)
        var endless = AssistantAnswers(
            process: CommandProcess(program: program, environment: ["PATH": "/usr/bin:/bin"]),
            options: [], isGhost: false)
        var slow = endless
        endless.limit = .seconds(500)
        slow.limit = .zero
        for answers in [Self.noAnswers, endless, slow] {
            let response = try #require(
                await AssistantSession.responses(
                    to: [AssistantSession.call("overview")], from: answers
                ).first)
            #expect(response["result.isError"] == .boolean(true))
            #expect(response["result.structuredContent.error"]?.text != nil)
        }
    }

    @Test(
        "lines are read whole, however they arrive",
        arguments: [
            (["a\nb\n"], ["a", "b"]), (["a", "b\nc"], ["ab", "c"]), (["\n\n"], ["", ""]), ([], []),
        ])
    func lines(pieces: [String], lines: [String]) throws {
        let pipe = Pipe()
        for piece in pieces { try pipe.fileHandleForWriting.write(contentsOf: Data(piece.utf8)) }
        try pipe.fileHandleForWriting.close()
        var reader = LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
        var found: [LineReader.Line] = []
        while let line = reader.next() { found.append(line) }
        #expect(found == lines.map { .bytes(Array($0.utf8)) })
    }
}
