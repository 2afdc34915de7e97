internal import Web

/// The address, with credentials, from which accounts are read: what a claimed
/// token becomes, and as secret as the accounts themselves.
///
/// It prints as "https://***@host".
public struct AccessURL: Hashable, Sendable {
    private let secretText: Secret<String>
    private let secretCredentials: Secret<Credentials>
    private let root: WebAddress

    /// Reads "https://user:password@host/path". User and password are
    /// percent-decoded once; white space around the text and a slash at its
    /// end are ignored.
    ///
    /// - Throws: ``SimpleFINError/brokenAccessURL(_:)`` where the text is no
    ///   such address, ``SimpleFINError/insecureAddress`` where it has no TLS
    ///   and is not this machine.
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

    /// The whole address, credentials included. Only for storing it as safely
    /// as the accounts it opens.
    public var text: String { secretText.value }

    /// The bridge's host name, which is no secret.
    public var host: String { root.host }

    /// Whether the bridge is this machine, as one to try things out with is.
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

/// Why a text is not an access URL.
public enum AccessURLFault: Hashable, Sendable {
    case notAnAddress
    case noCredentials
    /// Credentials that are badly percent-encoded or hold control characters.
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
