import DemoHousehold
import FlyingFox
import FlyingSocks
import Foundation

/// Sends what a bridge says, as late, as slowly or as incompletely as it wants.
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
            // The bank closes: what is left is sent at once.
        }
    }
}

/// Bytes in pieces, with pauses; and an end in the middle where one is set.
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
