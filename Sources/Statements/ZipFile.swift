import CZlib

/// A file in a ZIP archive, as banks send statements.
enum ZipFile {
    static func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
    }

    private static let largest = 256 << 20

    /// The contents of all files in an archive, in their order.
    ///
    /// - Throws: ``StatementError/malformed(line:)`` for an archive that is cut off or
    ///   encrypted, and ``StatementError/tooLarge`` for more than 256 MiB or 100 files.
    static func contents(of bytes: [UInt8]) throws(StatementError) -> [[UInt8]] {
        var contents: [[UInt8]] = []
        var total = 0
        // The directory at the end knows the sizes, which a file's own head may leave out.
        guard var entry = directory(of: bytes) else { throw .malformed(line: 1) }
        while number(bytes, at: entry, 4) == 0x0201_4B50 {
            guard contents.count < 100 else { throw .tooLarge }
            guard let method = number(bytes, at: entry + 10, 2),
                let flags = number(bytes, at: entry + 8, 2),
                let packed = number(bytes, at: entry + 20, 4),
                let size = number(bytes, at: entry + 24, 4),
                let start = number(bytes, at: entry + 42, 4),
                let nameCount = number(bytes, at: start + 26, 2),
                let extraCount = number(bytes, at: start + 28, 2),
                let lengths = lengthsOfNames(bytes, at: entry)
            else { throw .malformed(line: 1) }
            entry += 46 + lengths
            guard size > 0 else { continue }
            total += size
            guard total <= largest else { throw .tooLarge }
            let begin = start + 30 + nameCount + extraCount
            guard flags & 1 == 0, begin + packed <= bytes.count else { throw .malformed(line: 1) }
            let part = bytes[begin..<begin + packed]
            switch method {
            case 0 where packed == size: contents.append(Array(part))
            case 8: contents.append(try inflated(part, size: size))
            default: throw .malformed(line: 1)
            }
        }
        return contents
    }

    private static func lengthsOfNames(_ bytes: [UInt8], at entry: Int) -> Int? {
        var sum = 0
        for offset in [28, 30, 32] {
            guard let length = number(bytes, at: entry + offset, 2) else { return nil }
            sum += length
        }
        return sum
    }

    /// Where the directory begins. Its end record stands last, before a comment.
    private static func directory(of bytes: [UInt8]) -> Int? {
        var index = bytes.count - 22
        while index >= max(0, bytes.count - 22 - 65_535) {
            if number(bytes, at: index, 4) == 0x0605_4B50 {
                return number(bytes, at: index + 16, 4)
            }
            index -= 1
        }
        return nil
    }

    /// A number in little-endian order, or nil beyond the end.
    private static func number(_ bytes: [UInt8], at index: Int, _ count: Int) -> Int? {
        guard index >= 0, index + count <= bytes.count else { return nil }
        return (0..<count).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
    }

    private static func inflated(
        _ part: ArraySlice<UInt8>, size: Int
    ) throws(StatementError) -> [UInt8] {
        var source = Array(part)
        var target = [UInt8](repeating: 0, count: size)
        var stream = z_stream()
        // Negative window bits: no header around the data.
        guard
            inflateInit2_(
                &stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw .tooLarge }
        defer { inflateEnd(&stream) }
        let isWhole = source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                return inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0
            }
        }
        guard isWhole else { throw .malformed(line: 1) }
        return target
    }
}
