internal import Model
internal import Platform

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

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What a webhook's messages are signed with, and its receiver knows them by.
///
/// It prints as "***".
public struct WebhookKey: Hashable, Sendable {
    private let bytes: [UInt8]

    /// A key that nobody has yet, of 32 random bytes.
    public static func new() -> WebhookKey {
        var generator = SystemRandomNumberGenerator()
        return WebhookKey(
            bytes: (0..<32).map { _ in .random(in: .min ... .max, using: &generator) })
    }

    /// Reads what ``text`` writes; white space around it is ignored. Nil where
    /// the text is no key of 24 to 64 bytes.
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

    /// The key as the receiver is given it, "whsec_" and Base64. A secret.
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
