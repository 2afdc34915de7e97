internal import CCurlShim

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// libcurl's state for one thread at a time, with connections that it keeps for
/// the next request. The first one loads libcurl (about 6 ms).
package final class CurlHandle {
    package enum Unavailable: Error {
        /// libcurl is not installed.
        case libraryMissing
        case outOfMemory
    }

    package let pointer: OpaquePointer

    package init() throws(Unavailable) {
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

/// What the environment says of the way to other machines: a proxy by
/// `https_proxy`, else `all_proxy`, and `no_proxy`, in small or capital letters;
/// trusted certificates by `CURL_CA_BUNDLE`, else `SSL_CERT_FILE`, and
/// `SSL_CERT_DIR`.
package struct NetworkEnvironment: Sendable {
    private let trustedFile: String?
    private let trustedFolder: String?
    private let proxy: String?
    private let hostsWithoutProxy: String?

    /// - Parameter variables: nil for the process's own.
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

    /// Sends a request this way.
    ///
    /// - Parameter isPlainLoopback: whether it goes unencrypted to this
    ///   machine; no proxy may see it then.
    package func lead(_ handle: CurlHandle, isPlainLoopback: Bool) {
        curl_shim_trust(handle.pointer, trustedFile, trustedFolder)
        curl_shim_route(handle.pointer, isPlainLoopback ? nil : proxy, hostsWithoutProxy)
    }
}
