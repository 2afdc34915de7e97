/// The keyed hash of RFC 2104, over SHA-256.
public enum HMAC {
    /// - Parameter key: of any length; 32 bytes are as strong as it gets.
    /// - Returns: 32 bytes that nobody can tell without the key.
    public static func sha256(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let key = key.count > blockSize ? hash([], key) : key
        let block = key + [UInt8](repeating: 0, count: blockSize - key.count)
        let inner = hash(block.map { $0 ^ 0x36 }, message)
        return hash(block.map { $0 ^ 0x5C }, inner)
    }

    private static let blockSize = 64

    private static func hash(_ start: [UInt8], _ rest: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.add(start)
        hash.add(rest)
        return hash.digest()
    }
}
