internal import CZlib
internal import Foundation

/// The bytes of approved plugins' files, made smaller by zlib.
enum CompressedBytes {
    static func compressed(_ bytes: [UInt8]) throws(VaultError) -> Data {
        var length = compressBound(uLong(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(length))
        let status = compress2(&output, &length, bytes, uLong(bytes.count), Z_BEST_SPEED)
        guard status == Z_OK else {
            throw .database(reason: "zlib could not compress what is to be stored (code \(status))")
        }
        return Data(output.prefix(Int(length)))
    }

    static func expanded(_ compressed: Data, byteCount: Int) throws(VaultError) -> [UInt8] {
        var length = uLong(byteCount)
        // One byte more than there can be: zlib needs room even for nothing.
        var output = [UInt8](repeating: 0, count: byteCount + 1)
        let status = uncompress(&output, &length, Array(compressed), uLong(compressed.count))
        guard status == Z_OK, length == byteCount else {
            throw .database(reason: "compressed bytes in the vault are damaged (code \(status))")
        }
        return Array(output.prefix(byteCount))
    }
}
