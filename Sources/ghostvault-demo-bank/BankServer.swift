import DemoHousehold
import FlyingFox
import FlyingSocks
import Foundation
import Model

/// The HTTP server of a bridge, reachable only from this machine.
struct BankServer: Sendable {
    private let http: HTTPServer
    private let teller: Teller

    /// - Parameter port: 0 for any free port.
    init(port: UInt16, teller: Teller) throws {
        self.teller = teller
        let handler = ClosureHTTPHandler { request in
            await teller.answer(to: request)
        }
        http = HTTPServer(
            config: HTTPServer.Configuration(
                address: try .inet(ip4: "127.0.0.1", port: port), timeout: 60,
                logger: .disabled),
            handler: handler)
    }

    /// Serves until `stop` returns.
    ///
    /// - Parameters:
    ///   - ready: called once with the port, as soon as clients can connect.
    ///   - stop: waits for the reason to stop.
    func run(
        ready: @escaping @Sendable (UInt16) async throws -> Void,
        until stop: @escaping @Sendable () async -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await http.run()
                } catch {
                    // Closing the socket is how the server is stopped.
                    guard await teller.isClosed else {
                        throw ServiceError(cause: error)
                    }
                }
            }
            group.addTask {
                try await http.waitUntilListening()
                try await ready(listeningPort())
                await stop()
                await teller.close()
                await http.stop()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func listeningPort() async throws -> UInt16 {
        guard case .ip4(_, let port) = await http.listeningAddress else {
            throw SocketError.disconnected
        }
        return port
    }
}

/// The port was not available, or was lost.
struct ServiceError: Error, CustomStringConvertible {
    let cause: any Error

    var description: String {
        let reason =
            if case SocketError.failed(_, _, let message) = cause { message } else { "\(cause)" }
        return "Cannot serve on 127.0.0.1: \(reason)."
    }
}

/// A serial queue of requests to the bridge. Before the bridge opens, the answer is 503.
actor Teller {
    private(set) var isClosed = false
    private var bridge: DemoBridge?
    private var householdOfDay: (@Sendable (CalendarDay) -> Household)?

    /// - Parameter householdOfDay: makes the household of each later day; nil if the bank
    ///   doesn't follow the clock.
    func open(
        _ bridge: DemoBridge, householdOfDay: (@Sendable (CalendarDay) -> Household)?
    ) {
        self.bridge = bridge
        self.householdOfDay = householdOfDay
    }

    func close() {
        isClosed = true
    }

    func answer(to request: HTTPRequest) async -> HTTPResponse {
        let now = Int64(Date.now.timeIntervalSince1970)
        let day = CalendarDay(secondsSinceEpoch: now)
        if let householdOfDay, let shown = bridge?.household.today, shown < day {
            bridge?.household = householdOfDay(day)
        }
        let asked = BridgeRequest(
            method: request.method.rawValue, path: request.path,
            query: request.query.map { ($0.name, $0.value) },
            authorization: request.headers[.authorization])
        guard let response = bridge?.answer(to: asked, at: now) else {
            return HTTPResponse(statusCode: .serviceUnavailable)
        }
        return await Delivery(response).httpResponse()
    }
}

/// The delivery of a bridge's response: on time, late, slow or cut off.
struct Delivery {
    private let response: BridgeResponse

    init(_ response: BridgeResponse) {
        self.response = response
    }

    func httpResponse() async -> HTTPResponse {
        if response.delivery == .late { await Self.pause(.seconds(5)) }
        var headers: HTTPHeaders = [.contentType: response.contentType]
        if let location = response.location { headers[.location] = location }
        if let seconds = response.retryAfterSeconds {
            headers[HTTPHeader("Retry-After")] = String(seconds)
        }
        return HTTPResponse(
            statusCode: HTTPStatusCode(response.status, phrase: phrase), headers: headers,
            body: body)
    }

    private var body: HTTPBodySequence {
        let bytes = Data(response.body)
        return switch response.delivery {
        case .prompt, .late: HTTPBodySequence(data: bytes, suggestedBufferSize: 1 << 16)
        case .slow:
            HTTPBodySequence(
                from: SlowBytes(bytes: bytes), count: bytes.count, suggestedBufferSize: 16 << 10)
        case .cutOff:
            HTTPBodySequence(
                from: SlowBytes(bytes: bytes, end: bytes.count / 2), count: bytes.count,
                suggestedBufferSize: 1 << 16)
        }
    }

    private var phrase: String {
        switch response.status {
        case 200: "OK"
        case 302: "Found"
        case 402: "Payment Required"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 429: "Too Many Requests"
        case 503: "Service Unavailable"
        default: "Internal Server Error"
        }
    }

    fileprivate static func pause(_ duration: Duration) async {
        do {
            try await Task.sleep(for: duration)
        } catch {
            // The bank is closing: send the rest at once.
        }
    }
}

/// A byte sequence in chunks with pauses, which may fail in the middle.
private struct SlowBytes: AsyncBufferedSequence {
    typealias Element = UInt8

    struct CutOff: Error {}

    struct AsyncIterator: AsyncBufferedIteratorProtocol {
        var rest: Data
        let isCutOff: Bool

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !rest.isEmpty else {
                if isCutOff { throw CutOff() }
                return nil
            }
            let piece = rest.prefix(count)
            rest = rest.dropFirst(piece.count)
            if !isCutOff { await Delivery.pause(.milliseconds(200)) }
            return piece
        }
    }

    let bytes: Data
    let end: Int?

    init(bytes: Data, end: Int? = nil) {
        self.bytes = bytes
        self.end = end
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(rest: bytes.prefix(end ?? bytes.count), isCutOff: end != nil)
    }
}
