/// A strictly parsed `http` or `https` address. It is rebuilt from its parts, so
/// that the address that was checked is the one that is used: a secret reaches the
/// wrong host when two parsers read one address differently.
///
/// Only the characters of RFC 3986 are accepted; internationalised host names must
/// be in their `xn--` form.
package struct WebAddress: Hashable, Sendable {
    package enum Scheme: String, Sendable {
        case http
        case https

        var customaryPort: UInt16 { self == .https ? 443 : 80 }
    }

    package struct Origin: Hashable, Sendable {
        package let scheme: Scheme
        package let host: String
        package let port: UInt16
    }

    package let origin: Origin
    /// Still percent-encoded, "user:password", or nil.
    package let userInformation: String?
    /// Still percent-encoded; empty or begins with "/".
    package let path: String
    /// Without its "?", or nil.
    package let query: String?

    package var host: String { origin.host }

    /// The address without user information.
    package var text: String {
        let port = origin.port == origin.scheme.customaryPort ? "" : ":\(origin.port)"
        return "\(origin.scheme.rawValue)://\(host)\(port)\(path)" + (query.map { "?" + $0 } ?? "")
    }

    /// Whether the host must be this machine: "localhost", 127.0.0.0/8 in four
    /// decimal parts, or [::1].
    package var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in
                UInt8(part).map { String($0) == part } ?? false
            }
    }

    package var isEncrypted: Bool { origin.scheme == .https }

    /// The address with a path appended and a query. A slash at the end of the
    /// current path is not doubled.
    package func appending(path more: String, query: String? = nil) -> WebAddress {
        let base = path.hasSuffix("/") ? String(path.dropLast()) : path
        return WebAddress(origin: origin, path: base + "/" + more, query: query)
    }

    private init(origin: Origin, path: String, query: String?) {
        self.origin = origin
        self.userInformation = nil
        self.path = path
        self.query = query
    }

    /// Parses an address, or returns nil. Fragments are rejected: they mean
    /// nothing to a server.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.allSatisfy({ Self.isAddressByte($0) }),
            let colon = text.firstIndex(of: ":"),
            let scheme = Scheme(rawValue: text[..<colon].lowercased())
        else { return nil }
        var rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        rest = rest.dropFirst(2)

        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let place = rest[authority.endIndex...]
        let at = authority.lastIndex(of: "@")
        let hostAndPort = at.map { authority[authority.index(after: $0)...] } ?? authority
        guard let origin = Self.origin(of: String(hostAndPort), scheme: scheme) else { return nil }

        self.origin = origin
        self.userInformation = at.map { String(authority[..<$0]) }
        let question = place.firstIndex(of: "?")
        self.path = String(question.map { place[..<$0] } ?? place)
        self.query = question.map { String(place[place.index(after: $0)...]) }
    }

    private static func origin(of text: String, scheme: Scheme) -> Origin? {
        var host = text[...]
        var port = scheme.customaryPort
        let portColon = text.lastIndex(of: ":")
        if let portColon, !text[portColon...].contains("]") {
            let digits = text[text.index(after: portColon)...]
            guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt16(digits),
                number > 0
            else { return nil }
            port = number
            host = text[..<portColon]
        }
        let name = host.lowercased()
        guard isNamedHost(name) || isBracketedHost(name) else { return nil }
        return Origin(scheme: scheme, host: name, port: port)
    }

    private static func isNamedHost(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("-")
            && name.utf8.allSatisfy { byte in
                isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
    }

    private static func isBracketedHost(_ name: String) -> Bool {
        guard name.hasPrefix("["), name.hasSuffix("]"), name.utf8.count > 3 else { return false }
        return name.dropFirst().dropLast().utf8.allSatisfy { byte in
            isHexDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
        }
    }

    private static let punctuation = Set("-._~:/?[]@!$&'()*+,;=%".utf8)

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || punctuation.contains(byte)
    }
}

/// Percent-encoding (RFC 3986, section 2).
package enum PercentEncoding {
    /// Encodes every byte as %XX except the unreserved ones (letters, digits,
    /// "-._~"), so that the result is a single value anywhere in an address.
    package static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if isLetterOrDigit(byte) || unreservedPunctuation.contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return encoded
    }

    /// Decodes once. Returns nil if a "%" lacks two hexadecimal digits or the
    /// bytes are not UTF-8. A "+" stays a plus.
    package static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexValue),
                let low = rest.popFirst().flatMap(hexValue)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static let unreservedPunctuation = Set("-._~".utf8)
}

package func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default:
        false
    }
}

package func isHexDigit(_ byte: UInt8) -> Bool { hexValue(byte) != nil }

/// The value of one hexadecimal digit, 0 to 15.
package func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
