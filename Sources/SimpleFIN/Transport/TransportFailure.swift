/// Why a request got no whole answer.
public enum TransportFailure: Error, Hashable, Sendable {
    /// libcurl is not installed.
    case libraryMissing
    case nameLookup
    /// Nothing answers at the address, or the network leads nowhere.
    case refused
    case timedOut
    /// The server's certificate is not one that this machine trusts.
    case untrustedCertificate
    /// The file of trusted certificates cannot be read.
    case certificateFile
    /// TLS could not be agreed on.
    case secureConnection
    /// The connection ended in the middle.
    case cutOff
    /// What came is not HTTP, or is badly compressed.
    case garbled
    /// The answer is larger than the request allows.
    case tooLarge
    case outOfMemory
    /// The program was asked to end.
    case stopped
    /// - Parameter code: libcurl's number for it.
    case other(code: Int)

    /// Whether the request surely never reached a server, so that no quota can
    /// have counted it.
    public var isBeforeSending: Bool {
        switch self {
        case .libraryMissing, .nameLookup, .refused, .untrustedCertificate, .certificateFile,
            .secureConnection:
            true
        case .timedOut, .cutOff, .garbled, .tooLarge, .outOfMemory, .stopped, .other: false
        }
    }
}
