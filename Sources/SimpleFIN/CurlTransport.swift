internal import CCurlShim
internal import Platform
internal import Synchronization

/// HTTPS through libcurl, which is loaded for the first request (about 6 ms).
///
/// Connections are reused. Requests from several threads are serialised. The
/// environment provides the proxy (`https_proxy`, else `all_proxy`, and `no_proxy`,
/// in either case) and the trusted certificates (`CURL_CA_BUNDLE`, else
/// `SSL_CERT_FILE`, and `SSL_CERT_DIR`).
public final class CurlTransport: HTTPTransport {
    private let policy: NetworkPolicy
    private let environment: NetworkEnvironment
    private let handle = Mutex<CurlHandle?>(nil)

    /// - Parameter environment: variables for proxies and certificates; nil for
    ///   the process's own.
    public init(policy: NetworkPolicy, environment: [String: String]? = nil) {
        self.policy = policy
        self.environment = NetworkEnvironment(environment)
    }

    public func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        try handle.withLock { (kept: inout CurlHandle?) throws(TransportFailure) in
            if let handle = kept { return try exchange(request, on: handle) }
            let handle = try Self.newHandle()
            kept = handle
            return try exchange(request, on: handle)
        }
    }

    private static func newHandle() throws(TransportFailure) -> CurlHandle {
        do throws(CurlHandle.Unavailable) {
            return try CurlHandle()
        } catch {
            throw switch error {
            case .libraryMissing: .libraryMissing
            case .tooManyFiles: .tooManyFiles
            case .outOfMemory: .outOfMemory
            }
        }
    }

    private func exchange(
        _ request: HTTPRequest, on handle: CurlHandle
    ) throws(TransportFailure) -> HTTPResponse {
        let pointer = handle.pointer
        curl_shim_prepare(pointer, request.url, request.method == .post, request.isPlainLoopback)
        curl_shim_identify(
            pointer, policy.userAgent, request.credentials?.user, request.credentials?.password)
        environment.lead(handle, isPlainLoopback: request.isPlainLoopback)
        curl_shim_limit(pointer, limits(for: request))

        var answer = curl_shim_answer()
        let outcome = curl_shim_perform(pointer, &answer)
        if let failure = TransportFailure(outcome, code: Int(answer.curl_code)) { throw failure }
        return HTTPResponse(
            status: answer.status,
            body: Array(UnsafeBufferPointer(start: answer.body, count: answer.body_size)),
            redirectURL: answer.redirect_address.map { String(cString: $0) },
            retryAfterSeconds: answer.retry_after_seconds < 0 ? nil : answer.retry_after_seconds)
    }

    private func limits(for request: HTTPRequest) -> curl_shim_limits {
        curl_shim_limits(
            connect_milliseconds: policy.connectTimeout.wholeMilliseconds,
            total_milliseconds: policy.totalTimeout.wholeMilliseconds,
            slow_seconds: max(1, policy.slowTimeout.wholeMilliseconds / 1000),
            slowest_bytes_per_second: policy.slowestBytesPerSecond,
            body_bytes: max(0, request.maximumBodyBytes))
    }
}

extension TransportFailure {
    /// Nil if the request was answered.
    fileprivate init?(_ outcome: curl_shim_outcome, code: Int) {
        switch outcome {
        case CURL_SHIM_ANSWERED: return nil
        case CURL_SHIM_LIBRARY_MISSING: self = .libraryMissing
        case CURL_SHIM_TOO_MANY_FILES: self = .tooManyFiles
        case CURL_SHIM_NAME_LOOKUP: self = .nameLookup
        case CURL_SHIM_REFUSED: self = .refused
        case CURL_SHIM_TIMED_OUT: self = .timedOut
        case CURL_SHIM_UNTRUSTED_CERTIFICATE: self = .untrustedCertificate
        case CURL_SHIM_CERTIFICATE_FILE: self = .certificateFile
        case CURL_SHIM_SECURE_CONNECTION: self = .secureConnection
        case CURL_SHIM_CUT_OFF: self = .cutOff
        case CURL_SHIM_GARBLED: self = .garbled
        case CURL_SHIM_TOO_LARGE: self = .tooLarge
        case CURL_SHIM_HEADER_TOO_LARGE: self = .headerTooLarge
        case CURL_SHIM_OUT_OF_MEMORY: self = .outOfMemory
        default: self = .other(code: code)
        }
    }
}

extension Duration {
    /// At least 1, because 0 means "no limit" to libcurl.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let total = Int128(seconds) * 1000 + Int128(attoseconds / 1_000_000_000_000_000)
        return Int(min(max(total, 1), Int128(Int32.max)))
    }
}
