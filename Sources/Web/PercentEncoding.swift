/// Percent-encoding as RFC 3986 section 2 defines it.
package enum PercentEncoding {
    /// Every byte but the unreserved ones (letters, digits, "-._~") as %XX, so
    /// that the text is one value wherever it stands in an address.
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

    /// Undoes one encoding, or returns nil where a "%" has no two hexadecimal
    /// digits or the bytes are not UTF-8. A "+" stays a plus.
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
