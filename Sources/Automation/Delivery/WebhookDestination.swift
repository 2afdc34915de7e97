internal import Model
internal import Platform

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The address of a webhook or a language model.
///
/// Anyone who knows such an address can often post to it, so it prints as its host only.
public struct WebhookDestination: Hashable, Sendable {
    let address: WebAddress

    /// Lowercase, without the port.
    public var host: String { address.host }

    /// Whether the host is this machine.
    public var isThisMachine: Bool { address.isLoopback }

    /// - Parameters:
    ///   - text: an absolute address; may have a path and a query.
    ///   - allowsPlainHTTP: whether `http` is allowed if the host is this machine; it never
    ///     is elsewhere.
    public init(_ text: String, allowsPlainHTTP: Bool = false) throws(UnusableDestination) {
        guard let address = WebAddress(text) else { throw .noAddress }
        guard address.userInformation == nil else { throw .holdsCredentials }
        guard address.isEncrypted || (allowsPlainHTTP && address.isLoopback) else {
            throw .notEncrypted(isThisMachine: address.isLoopback)
        }
        self.address = address
    }
}

/// Why messages can't be sent to an address. It never contains the address.
public enum UnusableDestination: Error, Hashable, Sendable {
    /// The text is not an absolute `https` address of plain characters.
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

/// The key that signs a webhook's messages.
///
/// It prints as "***".
public struct WebhookKey: Hashable, Sendable {
    private let bytes: [UInt8]

    /// A new key of 32 random bytes.
    public static func new() -> WebhookKey {
        var generator = SystemRandomNumberGenerator()
        return WebhookKey(
            bytes: (0..<32).map { _ in .random(in: .min ... .max, using: &generator) })
    }

    /// Parses ``text``; white space around it is ignored. Nil if the text is not a key of
    /// 24 to 64 bytes.
    public init?(_ text: String) {
        let text = text.drop(while: \.isWhitespace)
        guard text.hasPrefix(Self.start) else { return nil }
        let digits = text.dropFirst(Self.start.count).prefix { !$0.isWhitespace }
        guard text.dropFirst(Self.start.count + digits.count).allSatisfy(\.isWhitespace),
            let data = Data(base64Encoded: String(digits)), 24...64 ~= data.count
        else { return nil }
        bytes = Array(data)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The key in the receiver's format, "whsec_" and Base64. A secret.
    public var text: String { Self.start + Data(bytes).base64EncodedString() }

    /// The value of the header `webhook-signature`.
    ///
    /// - Parameter secondsSinceEpoch: the value of `webhook-timestamp`.
    func signature(id: String, secondsSinceEpoch: Int64, body: [UInt8]) -> String {
        let signed = Array("\(id).\(secondsSinceEpoch).".utf8) + body
        return "v1," + Data(HMAC.sha256(of: signed, key: bytes)).base64EncodedString()
    }

    private static let start = "whsec_"
}

extension WebhookKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "***" }
    public var debugDescription: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
