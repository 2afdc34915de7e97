public import Classification
internal import Hashing

/// A short name for the exact content of a plugin's folder, by which people
/// compare what they have: the SHA-256 of all its files with their paths.
///
/// Whether a plugin may run is not decided by it, but by comparing every byte.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let digest: [UInt8]

    /// - Parameter files: in the order of their paths. Each path and each
    ///   content counts with its length, so that nothing can move from one
    ///   into another unseen.
    public init(of files: [PluginSource.File]) {
        var hash = SHA256()
        for file in files {
            for part in [Array(file.path.utf8), file.bytes] {
                hash.add((0..<8).map { UInt8(truncatingIfNeeded: part.count >> (56 - 8 * $0)) })
                hash.add(part)
            }
        }
        digest = hash.digest()
    }

    /// All 64 hexadecimal digits.
    public var description: String { digest.hexadecimal }

    /// The first 16 digits in groups of four, to be read aloud.
    public var short: String {
        (0..<4).map { Array(digest[2 * $0..<2 * $0 + 2]).hexadecimal }.joined(separator: " ")
    }
}

extension [UInt8] {
    var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
