internal import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The address, with credentials, that accounts are read from. A bridge returns it
/// for a claimed setup token. It is as secret as the accounts themselves.
///
/// It prints as "https://***@host".
public struct AccessURL: Hashable, Sendable {
    private let secretText: Secret<String>
    private let secretCredentials: Secret<Credentials>
    private let root: WebAddress

    /// Parses "https://user:password@host/path". User and password are
    /// percent-decoded once. White space around the text and a trailing slash are
    /// ignored.
    ///
    /// - Throws: ``SimpleFINError/brokenAccessURL(_:)`` if the text is no such
    ///   address, ``SimpleFINError/insecureAddress`` if it lacks TLS and the host
    ///   isn't this machine.
    public init(_ text: String) throws(SimpleFINError) {
        let trimmed = text.trimmingWhitespace()
        guard let address = WebAddress(trimmed), address.query == nil else {
            throw .brokenAccessURL(.notAnAddress)
        }
        guard address.isEncrypted || address.isLoopback else { throw .insecureAddress }
        guard let userInformation = address.userInformation,
            let colon = userInformation.firstIndex(of: ":")
        else { throw .brokenAccessURL(.noCredentials) }
        let encodedPassword = userInformation[userInformation.index(after: colon)...]
        guard let user = PercentEncoding.decode(userInformation[..<colon]),
            let password = PercentEncoding.decode(encodedPassword),
            !user.isEmpty, !user.hasControlCharacters, !password.hasControlCharacters
        else { throw .brokenAccessURL(.unusableCredentials) }

        secretText = Secret(String(trimmed))
        secretCredentials = Secret(Credentials(user: user, password: password))
        root = address
    }

    /// The whole address, credentials included. Store it as securely as the
    /// accounts it opens.
    public var text: String { secretText.value }

    /// The bridge's host name, which is not secret.
    public var host: String { root.host }

    /// Whether the bridge runs on this machine, such as a demo bridge.
    public var isOnThisMachine: Bool { root.isLoopback }

    var credentials: Credentials { secretCredentials.value }

    func address(of resource: String, query: String? = nil) -> WebAddress {
        root.appending(path: resource, query: query)
    }
}

extension AccessURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(root.origin.scheme.rawValue)://***@\(host)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a string is not an access URL.
public enum AccessURLFault: Hashable, Sendable {
    case notAnAddress
    case noCredentials
    /// Credentials that are badly percent-encoded or contain control characters.
    case unusableCredentials
}

extension StringProtocol {
    func trimmingWhitespace() -> SubSequence {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
        return start[...last]
    }

    var hasControlCharacters: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

/// The one-time token that a person copies from a SimpleFIN bridge: a claim
/// address in base64.
///
/// It prints as "***".
public struct SetupToken: Hashable, Sendable {
    private let secretAddress: Secret<WebAddress>

    /// Decodes a token: base64, standard or URL-safe, padded or not. White space
    /// around and inside it is ignored because a terminal may have wrapped it.
    ///
    /// - Throws: ``SimpleFINError/brokenToken(_:)`` if the text is no token,
    ///   ``SimpleFINError/insecureAddress`` if it points to another machine
    ///   without TLS.
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

    /// The bridge's host name, which is not secret.
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

/// Why a string is not a setup token.
public enum TokenFault: Hashable, Sendable {
    case empty
    /// An address instead of a token, perhaps an access URL.
    case isAnAddress
    case notBase64
    case holdsNoAddress
}

/// A user and a password for HTTP Basic authentication (RFC 7617).
///
/// It prints as "***".
public struct Credentials: Hashable, Sendable {
    private let secretUser: Secret<String>
    private let secretPassword: Secret<String>

    init(user: String, password: String) {
        secretUser = Secret(user)
        secretPassword = Secret(password)
    }

    public var user: String { secretUser.value }
    public var password: String { secretPassword.value }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "***" }
    public var debugDescription: String { "***" }
}

/// A value that prints, dumps and reflects as "***".
///
/// A type that keeps its secrets in this wrapper can be put into a log or a
/// failing test's message without giving them away.
struct Secret<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "***" }
    var debugDescription: String { "***" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
