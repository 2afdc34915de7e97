/// The standard alphabet of RFC 4648, section 4, with padding.
enum Base64 {
    static func encoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            bits <<= UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let digit = Int(bits >> UInt32(18 - 6 * place)) & 63
                result.append(place <= group.count ? alphabet[digit] : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
