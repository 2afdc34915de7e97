internal import CZlib

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A failed read or write of a compressed file.
package struct GzipError: Error {
    /// Of `errno`; 0 where the file is cut off or not in the format.
    let number: Int32
}

/// Compresses bytes into a file in the gzip format.
final class GzipWriter {
    private let descriptor: Int32
    private var stream = z_stream()
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    /// The compressed bytes so far.
    private(set) var byteCount = 0

    init(_ descriptor: Int32) throws(GzipError) {
        self.descriptor = descriptor
        // 16 beyond the window's size asks for gzip's header and checksum.
        guard
            deflateInit2_(
                &stream, 3, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw GzipError(number: ENOMEM) }
    }

    deinit { deflateEnd(&stream) }

    func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
            try compress(part, Z_NO_FLUSH)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
        }
    }

    /// Writes what is left and the checksum. Doesn't close the file.
    func finish() throws { try compress(UnsafeRawBufferPointer(start: nil, count: 0), Z_FINISH) }

    private func compress(_ bytes: UnsafeRawBufferPointer, _ flush: Int32) throws {
        stream.next_in = UnsafeMutablePointer(
            mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.avail_in = UInt32(bytes.count)
        let room = buffer.count
        while true {
            let (status, written) = buffer.withUnsafeMutableBufferPointer { buffer in
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(room)
                let status = deflate(&stream, flush)
                return (status, room - Int(stream.avail_out))
            }
            try put(written)
            if status == Z_STREAM_END || (flush == Z_NO_FLUSH && stream.avail_out > 0) { return }
            guard status == Z_OK else { throw GzipError(number: 0) }
        }
    }

    private func put(_ count: Int) throws {
        try buffer.withUnsafeBytes { bytes in
            var written = 0
            while written < count {
                guard let base = bytes.baseAddress else { return }
                let step = systemWrite(descriptor, base + written, count - written)
                guard step > 0 || errno == EINTR else { throw GzipError(number: errno) }
                written += max(0, step)
            }
        }
        byteCount += count
    }
}

/// The system's function, whose name a method of the writer has as well.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// Reads a file in the gzip format, or one that is not compressed.
package final class GzipReader {
    private let file: gzFile

    /// - Parameter descriptor: stays open.
    package init(_ descriptor: Int32) throws(GzipError) {
        let own = dup(descriptor)
        guard own >= 0 else { throw GzipError(number: errno) }
        _ = fcntl(own, F_SETFD, FD_CLOEXEC)
        guard let file = gzdopen(own, "rb") else {
            close(own)
            throw GzipError(number: ENOMEM)
        }
        gzbuffer(file, 1 << 17)
        self.file = file
    }

    deinit { gzclose_r(file) }

    /// Reads up to so many bytes; fewer only at the end.
    package func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { gzread(file, $0.baseAddress, UInt32(count)) }
        guard read >= 0 else { throw failure() }
        // Only this reports a file that is cut off.
        var status: Int32 = Z_OK
        gzerror(file, &status)
        guard status == Z_OK || status == Z_STREAM_END else { throw failure() }
        bytes.removeLast(count - Int(read))
        return bytes
    }

    private func failure() -> GzipError {
        var status: Int32 = Z_OK
        gzerror(file, &status)
        return GzipError(number: status == Z_ERRNO ? errno : 0)
    }
}
