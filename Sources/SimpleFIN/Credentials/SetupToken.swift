internal import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The token that a person copies from a SimpleFIN bridge: a claim address in
/// base64, good for one use.
///
/// It prints as "***".
public struct SetupToken: Hashable, Sendable {
    private let secretAddress: Secret<WebAddress>

    /// Reads a token: base64, standard or URL-safe, padded or not. White space
    /// around and inside it is ignored, since a terminal may have wrapped it.
    ///
    /// - Throws: ``SimpleFINError/brokenToken(_:)`` where the text is no token,
    ///   ``SimpleFINError/insecureAddress`` where it leads to an address
    ///   without TLS on another machine.
    public init(_ text: String) throws(SimpleFINError) {
        let letters = text.filter { !$0.isWhitespace }
        guard !letters.isEmpty else { throw .brokenToken(.empty) }
        guard !letters.contains("://") else { throw .brokenToken(.isAnAddress) }
        guard let bytes = Self.decodedBase64(letters) else { throw .brokenToken(.notBase64) }
        let decoded = String(decoding: bytes, as: UTF8.self)
        guard let address = WebAddress(decoded.trimmingWhitespace()), address.userInformation == nil
        else {
            throw .brokenToken(.holdsNoAddress)
        }
        guard address.isEncrypted || address.isLoopback else { throw .insecureAddress }
        secretAddress = Secret(address)
    }

    /// The bridge's host name, which is no secret.
    public var host: String { claimAddress.host }

    var claimAddress: WebAddress { secretAddress.value }

    private static func decodedBase64(_ letters: String) -> Data? {
        var standard = ""
        for letter in letters {
            switch letter {
            case "-": standard.append("+")
            case "_": standard.append("/")
            default: standard.append(letter)
            }
        }
        while standard.hasSuffix("=") { standard.removeLast() }
        standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard)
    }
}

extension SetupToken: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "***" }
    public var debugDescription: String { "***" }
}

/// Why a text is not a setup token.
public enum TokenFault: Hashable, Sendable {
    case empty
    /// An address stands where a token should; an access URL, perhaps.
    case isAnAddress
    case notBase64
    case holdsNoAddress
}
