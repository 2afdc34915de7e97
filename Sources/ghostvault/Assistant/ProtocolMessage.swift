import Engine
import Foundation

/// The id of a request, which its response repeats.
enum RequestID: Hashable, Sendable {
    case number(Int64)
    case text(String)

    /// Nil for another value than a whole number or a text.
    init?(_ value: JSONValue?) {
        switch value {
        case .integer(let number): self = .number(number)
        case .text(let text): self = .text(text)
        default: return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .number(let number): .integer(number)
        case .text(let text): .text(text)
        }
    }
}

/// A mistake of the client, by a code of JSON-RPC 2.0 or of the protocol.
struct ProtocolError: Error {
    let code: Int64
    let message: String
    var data: JSONValue?

    static let parse = ProtocolError(code: -32700, message: "This is not JSON.")

    static func invalidRequest(_ message: String) -> ProtocolError {
        ProtocolError(code: -32600, message: message)
    }

    static let unknownMethod = ProtocolError(code: -32601, message: "There is no such method.")

    static func invalidParameters(_ message: String) -> ProtocolError {
        ProtocolError(code: -32602, message: message)
    }

    static func unsupported(_ version: String) -> ProtocolError {
        ProtocolError(
            code: -32022, message: "This protocol version is not supported.",
            data: ["requested": .text(version), "supported": [.text(ProtocolVersion.modern)]])
    }

    var json: JSONValue {
        var fields: [String: JSONValue] = ["code": .integer(code), "message": .text(message)]
        fields["data"] = data
        return .object(fields)
    }
}

/// The versions of the Model Context Protocol that are spoken.
enum ProtocolVersion {
    /// Without a handshake: each request carries its version.
    static let modern = "2026-07-28"
    /// Those that "initialize" agrees on, the newest first.
    static let withHandshake = ["2025-11-25", "2025-06-18"]

    /// The field of `_meta` that only requests of the modern version have.
    static let field = "io.modelcontextprotocol/protocolVersion"
    static let capabilitiesField = "io.modelcontextprotocol/clientCapabilities"
    static let serverField = "io.modelcontextprotocol/serverInfo"
}

/// One line from the client.
enum ProtocolMessage {
    case request(ProtocolRequest)
    case notification(method: String, parameters: [String: JSONValue])
    /// A response, although nothing was requested of the client.
    case response
    /// - Parameter id: nil if it can't be read.
    case mistake(ProtocolError, id: RequestID?)

    init(_ line: [UInt8]) {
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: Data(line))
        } catch {
            self = .mistake(.parse, id: nil)
            return
        }
        let fields = value.fields ?? [:]
        let id = RequestID(fields["id"])
        guard fields["jsonrpc"]?.text == "2.0" else {
            self = .mistake(.invalidRequest("A message is an object of JSON-RPC 2.0."), id: id)
            return
        }
        guard let method = fields["method"]?.text else {
            self =
                fields["result"] != nil || fields["error"] != nil
                ? .response : .mistake(.invalidRequest("It has no method."), id: id)
            return
        }
        let parameters = fields["params"] ?? [:]
        guard fields["id"] != nil else {
            self = .notification(method: method, parameters: parameters.fields ?? [:])
            return
        }
        guard let id else {
            self = .mistake(.invalidRequest("An id is a whole number or a text."), id: nil)
            return
        }
        guard let parameters = parameters.fields else {
            self = .mistake(.invalidParameters("The parameters are an object."), id: id)
            return
        }
        self = .request(ProtocolRequest(id: id, method: method, parameters: parameters))
    }
}

/// A request with what is known of its version.
struct ProtocolRequest {
    let id: RequestID
    let method: String
    let parameters: [String: JSONValue]

    /// Whether it is of the version without a handshake.
    var isModern: Bool { meta[ProtocolVersion.field] != nil }

    private var meta: [String: JSONValue] { parameters["_meta"]?.fields ?? [:] }

    /// - Throws: ``ProtocolError`` if what a modern request must carry is missing or unknown.
    func check() throws(ProtocolError) {
        guard let version = meta[ProtocolVersion.field] else { return }
        guard let version = version.text else {
            throw .invalidParameters("\(ProtocolVersion.field) is a text.")
        }
        guard meta[ProtocolVersion.capabilitiesField]?.fields != nil else {
            throw .invalidParameters("_meta lacks \(ProtocolVersion.capabilitiesField).")
        }
        guard version == ProtocolVersion.modern, method != "initialize" else {
            throw .unsupported(version)
        }
    }
}
