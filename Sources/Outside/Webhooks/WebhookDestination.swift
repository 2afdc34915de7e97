internal import Web

/// Where a webhook's messages go.
///
/// Whoever knows such an address can often write to it, so it prints as its
/// host alone.
public struct WebhookDestination: Hashable, Sendable {
    let address: WebAddress

    /// In small letters, without the port.
    public var host: String { address.host }

    /// - Parameters:
    ///   - text: an absolute address with a path and query, if it has them.
    ///   - allowsPlainHTTP: whether `http` is allowed where the host is this
    ///     machine; elsewhere it never is.
    public init(_ text: String, allowsPlainHTTP: Bool = false) throws(UnusableDestination) {
        guard let address = WebAddress(text) else { throw .noAddress }
        guard address.userInformation == nil else { throw .holdsCredentials }
        guard address.isEncrypted || (allowsPlainHTTP && address.isLoopback) else {
            throw .notEncrypted(isThisMachine: address.isLoopback)
        }
        self.address = address
    }
}

/// Why messages can't be sent to an address. It never holds the address.
public enum UnusableDestination: Error, Hashable, Sendable {
    /// The text is no absolute `https` address of plain characters.
    case noAddress
    /// The address has a user or password before its host.
    case holdsCredentials
    /// Messages would go unencrypted.
    case notEncrypted(isThisMachine: Bool)
}

extension WebhookDestination: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    public var description: String { host }
    public var debugDescription: String { host }
    public var customMirror: Mirror { Mirror(self, children: ["host": host]) }
}
