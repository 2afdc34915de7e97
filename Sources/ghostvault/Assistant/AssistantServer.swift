import ArgumentParser
import Engine
import Foundation
import Synchronization
import Terminal

/// A server of the Model Context Protocol: reads requests line by line and writes responses.
///
/// Calls of tools are answered one after the other, while further lines are read: so a call can
/// be cancelled, and everything else is answered at once.
struct AssistantServer {
    let tools: [AssistantTool]
    let instructions: String
    let answers: AssistantAnswers
    let output: Output

    /// The calls that have no answer yet.
    private final class Calls: Sendable {
        struct State {
            var waiting: Set<RequestID> = []
            var cancelled: Set<RequestID> = []
        }

        let state = Mutex(State())
        let queue = DispatchQueue(label: "calls of tools")
    }

    /// How many calls may wait.
    private static let mostWaiting = 32

    /// Serves until the input ends, and answers what was asked before that.
    ///
    /// - Throws: `OutputError` if the client has closed the output.
    func serve(_ input: LineReader) throws {
        var input = input
        let calls = Calls()
        defer { calls.queue.sync {} }
        while let line = input.next() {
            switch line {
            case .tooLong:
                try respond(.invalidRequest("A line has at most 1 MiB."), to: nil)
            case .bytes(let bytes):
                guard bytes.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
                try take(ProtocolMessage(bytes), calls)
            }
        }
    }

    private func take(_ message: ProtocolMessage, _ calls: Calls) throws {
        switch message {
        case .request(let request):
            do {
                try request.check()
                if request.method == "tools/call" { return try call(request, calls) }
                try respond(try result(of: request), to: request)
            } catch let error as ProtocolError {
                try respond(error, to: request.id)
            }
        case .notification("notifications/cancelled", let parameters):
            guard let id = RequestID(parameters["requestId"]) else { return }
            calls.state.withLock { if $0.waiting.contains(id) { $0.cancelled.insert(id) } }
        case .notification, .response: break
        case .mistake(let error, let id): try respond(error, to: id)
        }
    }

    // MARK: Requests

    private func result(of request: ProtocolRequest) throws(ProtocolError) -> [String: JSONValue] {
        // What a client may keep, and for how long.
        let cache: [String: JSONValue] =
            request.isModern ? ["ttlMs": 3_600_000, "cacheScope": "public"] : [:]
        switch (request.method, request.isModern) {
        case ("initialize", false):
            guard let version = request.parameters["protocolVersion"]?.text else {
                throw .invalidParameters("protocolVersion is missing.")
            }
            let known = ProtocolVersion.withHandshake
            return [
                "protocolVersion": .text(known.contains(version) ? version : known[0]),
                "capabilities": ["tools": [:]], "serverInfo": Self.information,
                "instructions": .text(instructions),
            ]
        case ("server/discover", true):
            return [
                "supportedVersions": [.text(ProtocolVersion.modern)],
                "capabilities": ["tools": [:]], "instructions": .text(instructions),
            ].merging(cache) { $1 }
        case ("ping", false): return [:]
        case ("tools/list", _):
            guard request.parameters["cursor"]?.isNull ?? true else {
                throw .invalidParameters("The list has one page.")
            }
            return ["tools": .list(tools.map(\.json))].merging(cache) { $1 }
        default: throw .unknownMethod
        }
    }

    private func call(_ request: ProtocolRequest, _ calls: Calls) throws(ProtocolError) {
        guard let tool = tools.first(where: { $0.name == request.parameters["name"]?.text }) else {
            throw .invalidParameters("There is no such tool.")
        }
        let given = request.parameters["arguments"] ?? [:]
        guard let arguments = given.isNull ? [:] : given.fields else {
            throw .invalidParameters("The arguments are an object.")
        }
        let id = request.id
        let refusal = calls.state.withLock { state -> ProtocolError? in
            guard !state.waiting.contains(id) else {
                return .invalidRequest("The id is that of a request without an answer.")
            }
            guard state.waiting.count < Self.mostWaiting else {
                return ProtocolError(code: -32603, message: "Too many calls wait.")
            }
            state.waiting.insert(id)
            return nil
        }
        if let refusal { throw refusal }
        calls.queue.async {
            let isCancelled = { calls.state.withLock { $0.cancelled.contains(id) } }
            let answer = isCancelled() ? nil : answers.answer(tool, arguments, isCancelled)
            let wasCancelled = calls.state.withLock { state in
                state.waiting.remove(id)
                return state.cancelled.remove(id) != nil
            }
            guard let answer, !wasCancelled else { return }
            do {
                try respond(answer.result(), to: request)
            } catch {
                // The client is gone; the next response of the main loop reports it.
            }
        }
    }

    // MARK: Responses

    private static var information: JSONValue {
        ["name": "ghostvault", "version": .text(GhostVault.configuration.version)]
    }

    private func respond(_ result: [String: JSONValue], to request: ProtocolRequest) throws {
        var result = result
        if request.isModern {
            result["resultType"] = "complete"
            result["_meta"] = [ProtocolVersion.serverField: Self.information]
        }
        try write(["jsonrpc": "2.0", "id": request.id.json, "result": .object(result)])
    }

    private func respond(_ error: ProtocolError, to id: RequestID?) throws {
        try write(["jsonrpc": "2.0", "id": id?.json ?? .null, "error": error.json])
    }

    private func write(_ message: [String: JSONValue]) throws {
        try output.write(try message.jsonLine())
        try output.flush()
    }
}
