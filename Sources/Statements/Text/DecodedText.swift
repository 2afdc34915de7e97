/// The text of a file, and the encoding that it was read with.
struct DecodedText: Sendable {
    let text: String
    /// By its usual name, in small letters: "utf-8", "windows-1252".
    let encoding: String
}

extension DecodedText {
    /// Decodes a file: by its byte order mark, else as UTF-8 if it is that, else by what its
    /// head declares, else by evidence of its letters.
    ///
    /// - Parameter encoding: what a person said; it decides where the bytes allow it.
    /// - Complexity: linear in the bytes.
    static func decode(
        _ bytes: [UInt8], encoding: String? = nil
    ) throws(StatementError) -> DecodedText {
        if let encoding, let text = TextConversion(from: encoding)?.text(of: bytes[...]) {
            return DecodedText(text: text, encoding: encoding.lowercased())
        }
        if let marked = try byMark(bytes) ?? unmarkedUTF16(bytes) { return marked }
        guard !isBinary(bytes) else { throw .notText }
        if let text = String(validating: bytes, as: UTF8.self) {
            return DecodedText(text: text, encoding: "utf-8")
        }
        for name in declaredEncodings(bytes) {
            if let text = TextConversion(from: name)?.text(of: bytes[...]) {
                return DecodedText(text: text, encoding: name)
            }
        }
        return nearlyUTF8(bytes) ?? EncodingEvidence.bestReading(of: bytes)
    }

    private static func byMark(_ bytes: [UInt8]) throws(StatementError) -> DecodedText? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            let text = String(decoding: bytes.dropFirst(3), as: UTF8.self)
            guard !isBinary(bytes) else { throw .notText }
            return DecodedText(text: text, encoding: "utf-8")
        }
        for (mark, isBigEndian) in [([0xFF, 0xFE] as [UInt8], false), ([0xFE, 0xFF], true)]
        where bytes.starts(with: mark) {
            guard let text = utf16(bytes.dropFirst(2), isBigEndian: isBigEndian) else {
                throw .notText
            }
            return DecodedText(text: text, encoding: isBigEndian ? "utf-16be" : "utf-16le")
        }
        return nil
    }

    /// UTF-16 of text that is mostly ASCII shows by zeros at every second byte.
    private static func unmarkedUTF16(_ bytes: [UInt8]) -> DecodedText? {
        let sample = bytes.prefix(4_000)
        guard sample.count >= 4 else { return nil }
        var zeros = [0, 0]
        for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 2] += 1 }
        let half = sample.count / 2
        for isBigEndian in [false, true] {
            let (high, low) = isBigEndian ? (zeros[0], zeros[1]) : (zeros[1], zeros[0])
            guard high * 10 > half * 6, low * 20 < half,
                let text = utf16(bytes[...], isBigEndian: isBigEndian)
            else { continue }
            return DecodedText(text: text, encoding: isBigEndian ? "utf-16be" : "utf-16le")
        }
        return nil
    }

    /// A byte at the end that belongs to no unit is what a cut off file leaves.
    private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String? {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return units.contains(0) ? nil : String(validating: units, as: UTF16.self)
    }

    /// Whether a text can't be: a zero byte, or more control characters than the few that
    /// envelopes of bank messages have.
    private static func isBinary(_ bytes: [UInt8]) -> Bool {
        var controls = 0
        for byte in bytes where byte < 0x20 && !(0x09...0x0D).contains(byte) {
            if byte == 0 { return true }
            controls += 1
        }
        return controls > 16 && controls * 50 > bytes.count
    }

    /// UTF-8 whose characters were cut at a few places, as by a line's length in bytes.
    private static func nearlyUTF8(_ bytes: [UInt8]) -> DecodedText? {
        let text = String(decoding: bytes, as: UTF8.self)
        var (whole, broken) = (0, 0)
        for scalar in text.unicodeScalars where !scalar.isASCII {
            if scalar == "\u{FFFD}" { broken += 1 } else { whole += 1 }
        }
        return whole >= broken * 5 ? DecodedText(text: text, encoding: "utf-8") : nil
    }

    /// Encodings that an XML declaration or the header of an OFX file names.
    private static func declaredEncodings(_ bytes: [UInt8]) -> [String] {
        let head = String(decoding: bytes.prefix(1_000), as: UTF8.self).lowercased()
        var names: [String] = []
        if let start = head.firstRange(of: "<?xml")?.upperBound {
            let declaration = head[start...].prefix { $0 != ">" }
            if let value = declaration.firstRange(of: "encoding")?.upperBound {
                let quoted = declaration[value...].drop { $0 != "\"" && $0 != "'" }.dropFirst()
                names.append(String(quoted.prefix { $0 != "\"" && $0 != "'" }))
            }
        }
        if let start = head.firstRange(of: "charset:")?.upperBound {
            let value = head[start...].drop { $0 == " " }.prefix { !$0.isWhitespace && $0 != "<" }
            names.append(value.allSatisfy(\.isNumber) ? "windows-\(value)" : String(value))
        }
        // ISO-8859-1 is said of windows-1252 more often than of itself.
        let hasExtras = bytes.contains { (0x80...0x9F).contains($0) }
        return names.filter { $0 != "none" && !$0.hasSuffix("ascii") }.map {
            hasExtras && $0 == "iso-8859-1" ? "windows-1252" : $0
        }
    }
}
