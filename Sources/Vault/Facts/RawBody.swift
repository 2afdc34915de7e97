internal import CZlib
internal import Foundation

/// Answers of banks, compressed: a daily sync would otherwise add some 20 MB
/// a year of nearly the same text.
enum RawBody {
    static func compressed(_ body: [UInt8]) throws(VaultError) -> Data {
        var length = compressBound(uLong(body.count))
        var output = [UInt8](repeating: 0, count: Int(length))
        let status = compress2(&output, &length, body, uLong(body.count), Z_BEST_SPEED)
        guard status == Z_OK else {
            throw .database(reason: "zlib could not compress an answer (code \(status))")
        }
        return Data(output.prefix(Int(length)))
    }

    static func expanded(_ compressed: Data, byteCount: Int) throws(VaultError) -> [UInt8] {
        var length = uLong(byteCount)
        var output = [UInt8](repeating: 0, count: byteCount)
        let status = uncompress(&output, &length, Array(compressed), uLong(compressed.count))
        guard status == Z_OK, length == byteCount else {
            throw .database(reason: "a stored answer is damaged (code \(status))")
        }
        return output
    }
}
