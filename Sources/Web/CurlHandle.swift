internal import CCurlShim

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
