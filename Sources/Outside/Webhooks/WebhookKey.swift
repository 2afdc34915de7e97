internal import Hashing

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
