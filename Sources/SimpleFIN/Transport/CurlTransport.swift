import CCurlShim
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// HTTPS through libcurl, which is loaded at the first request (about 6 ms).
///
/// Connections are kept for the next request. Requests of several threads wait
/// for one another. A proxy comes from the environment (`https_proxy`, else
/// `all_proxy`, and `no_proxy`, in small or capital letters), and so do trusted
/// certificates: `CURL_CA_BUNDLE`, else `SSL_CERT_FILE`, and `SSL_CERT_DIR`.
public final class CurlTransport: HTTPTransport {
    private let policy: NetworkPolicy
    private let trustedFile: String?
    private let trustedFolder: String?
    private let proxy: String?
    private let hostsWithoutProxy: String?
    private let handle = Mutex<CurlHandle?>(nil)

    /// - Parameter environment: where the variables for proxies and certificates
    ///   are looked up; nil for the process's own.
    public init(policy: NetworkPolicy, environment: [String: String]? = nil) {
        let variables = environment ?? ProcessInfo.processInfo.environment
        func first(_ names: String...) -> String? {
            names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        }
        self.policy = policy
        trustedFile = first("CURL_CA_BUNDLE", "SSL_CERT_FILE")
        trustedFolder = first("SSL_CERT_DIR")
        proxy = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
        hostsWithoutProxy = first("no_proxy", "NO_PROXY")
    }

    public func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        try handle.withLock { (kept: inout CurlHandle?) throws(TransportFailure) in
            if let handle = kept { return try exchange(request, on: handle.pointer) }
            let handle = try CurlHandle()
            kept = handle
            return try exchange(request, on: handle.pointer)
        }
    }

    private func exchange(
        _ request: HTTPRequest, on handle: OpaquePointer
    ) throws(TransportFailure) -> HTTPResponse {
        curl_shim_prepare(handle, request.url, request.method == .post, request.isPlainLoopback)
        curl_shim_identify(
            handle, policy.userAgent, request.credentials?.user, request.credentials?.password)
        curl_shim_trust(handle, trustedFile, trustedFolder)
        curl_shim_route(handle, request.isPlainLoopback ? nil : proxy, hostsWithoutProxy)
        curl_shim_limit(handle, limits(for: request))

        var answer = curl_shim_answer()
        let outcome = curl_shim_perform(handle, &answer)
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

private final class CurlHandle {
    let pointer: OpaquePointer

    init() throws(TransportFailure) {
        var isMissing = false
        guard let opened = curl_shim_open(&isMissing) else {
            throw isMissing ? .libraryMissing : .outOfMemory
        }
        pointer = opened
    }

    deinit {
        curl_shim_close(pointer)
    }
}

extension TransportFailure {
    /// Nil where the request was answered.
    fileprivate init?(_ outcome: curl_shim_outcome, code: Int) {
        switch outcome {
        case CURL_SHIM_ANSWERED: return nil
        case CURL_SHIM_LIBRARY_MISSING: self = .libraryMissing
        case CURL_SHIM_NAME_LOOKUP: self = .nameLookup
        case CURL_SHIM_REFUSED: self = .refused
        case CURL_SHIM_TIMED_OUT: self = .timedOut
        case CURL_SHIM_UNTRUSTED_CERTIFICATE: self = .untrustedCertificate
        case CURL_SHIM_CERTIFICATE_FILE: self = .certificateFile
        case CURL_SHIM_SECURE_CONNECTION: self = .secureConnection
        case CURL_SHIM_CUT_OFF: self = .cutOff
        case CURL_SHIM_GARBLED: self = .garbled
        case CURL_SHIM_TOO_LARGE: self = .tooLarge
        case CURL_SHIM_OUT_OF_MEMORY: self = .outOfMemory
        default: self = .other(code: code)
        }
    }
}

extension Duration {
    /// At least 1: libcurl takes 0 for "no limit".
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let total = Int128(seconds) * 1000 + Int128(attoseconds / 1_000_000_000_000_000)
        return Int(min(max(total, 1), Int128(Int32.max)))
    }
}
