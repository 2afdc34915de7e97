internal import CCurlShim

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A libcurl handle for one thread at a time. It keeps connections open for the
/// next request. Creating the first one loads libcurl (about 6 ms).
package final class CurlHandle {
    package enum Unavailable: Error {
        /// libcurl is not installed.
        case libraryMissing
        /// The process can't open another file.
        case tooManyFiles
        case outOfMemory
    }

    package let pointer: OpaquePointer

    package init() throws(Unavailable) {
        var failure = CURL_SHIM_OUT_OF_MEMORY
        guard let opened = curl_shim_open(&failure) else {
            throw switch failure {
            case CURL_SHIM_LIBRARY_MISSING: .libraryMissing
            case CURL_SHIM_TOO_MANY_FILES: .tooManyFiles
            default: .outOfMemory
            }
        }
        pointer = opened
    }

    deinit {
        curl_shim_close(pointer)
    }
}

/// Proxy and certificate settings from the environment. The proxy is `https_proxy`,
/// else `all_proxy`, with exceptions in `no_proxy`, in either case. Trusted
/// certificates are `CURL_CA_BUNDLE`, else `SSL_CERT_FILE`, and `SSL_CERT_DIR`.
package struct NetworkEnvironment: Sendable {
    private let trustedFile: String?
    private let trustedFolder: String?
    private let proxy: String?
    private let hostsWithoutProxy: String?

    /// - Parameter variables: nil for the process's own environment.
    package init(_ variables: [String: String]?) {
        let variables = variables ?? ProcessInfo.processInfo.environment
        func first(_ names: String...) -> String? {
            names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        }
        trustedFile = first("CURL_CA_BUNDLE", "SSL_CERT_FILE")
        trustedFolder = first("SSL_CERT_DIR")
        proxy = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
        hostsWithoutProxy = first("no_proxy", "NO_PROXY")
    }

    /// Applies the settings to a request.
    ///
    /// - Parameter isPlainLoopback: whether it goes unencrypted to this machine,
    ///   which no proxy may see.
    package func lead(_ handle: CurlHandle, isPlainLoopback: Bool) {
        curl_shim_trust(handle.pointer, trustedFile, trustedFolder)
        curl_shim_route(handle.pointer, isPlainLoopback ? nil : proxy, hostsWithoutProxy)
    }
}
