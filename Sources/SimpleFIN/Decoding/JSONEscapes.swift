internal import Web

/// The escapes of JSON's texts (RFC 8259, section 7).
enum JSONEscapes {
    /// How many bytes the escape takes whose letter stands at the start; nil
    /// where there is no such escape.
    static func length(at rest: ArraySlice<UInt8>) -> Int? {
        switch rest.first {
        case UInt8(ascii: "u"):
            let digits = rest.dropFirst().prefix(4)
            return digits.count == 4 && digits.allSatisfy(isHexDigit) ? 5 : nil
        case let letter?:
            return scalar(of: letter) == nil ? nil : 1
        case nil:
            return nil
        }
    }

    /// The bytes of a text without its escapes, which were looked at before. A
    /// lone surrogate becomes U+FFFD.
    static func resolved(_ written: ArraySlice<UInt8>) -> [UInt8] {
        var resolved: [UInt8] = []
        resolved.reserveCapacity(written.count)
        var rest = written
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let scalar = takeEscape(&rest) {
                resolved.append(contentsOf: String(scalar).utf8)
            } else {
                resolved.append(byte)
            }
        }
        return resolved
    }

    private static func takeEscape(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let letter = rest.popFirst() else { return nil }
        guard letter == UInt8(ascii: "u") else { return scalar(of: letter) }
        let unit = takeCodeUnit(&rest)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), rest.starts(with: "\\u".utf8) else { return "\u{FFFD}" }
        var afterHigh = rest.dropFirst(2)
        let second = takeCodeUnit(&afterHigh)
        guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
        rest = afterHigh
        let offset = UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF)
        return Unicode.Scalar(0x10000 + offset) ?? "\u{FFFD}"
    }

    private static func takeCodeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt16 {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        return digits.reduce(0) { $0 << 4 | UInt16(hexValue($1) ?? 0) }
    }

    private static func scalar(of letter: UInt8) -> Unicode.Scalar? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(letter)
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        default: nil
        }
    }
}
