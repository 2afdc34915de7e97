#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A conversion to UTF-8 by the system's iconv.
struct TextConversion: ~Copyable {
    private let descriptor: iconv_t

    /// Nil if the system doesn't know the encoding, or may not load its table.
    init?(from encoding: String) {
        guard !encoding.isEmpty, encoding.utf8.count < 40,
            encoding.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
        else { return nil }
        let opened = iconv_open("UTF-8", encoding)
        guard let opened, Int(bitPattern: opened) != -1 else { return nil }
        descriptor = opened
    }

    deinit { iconv_close(descriptor) }

    /// The bytes as text, or nil if they are none in this encoding. A character that is
    /// cut off at the end is left out.
    func text(of bytes: ArraySlice<UInt8>) -> String? {
        var converted: [UInt8] = []
        converted.reserveCapacity(bytes.count + bytes.count / 8)
        var source = Array(bytes)
        var output = [UInt8](repeating: 0, count: 64 * 1024)
        let isWhole = source.withUnsafeMutableBytes { input in
            var next = input.baseAddress?.assumingMemoryBound(to: CChar.self)
            var remaining = input.count
            while remaining > 0 {
                let (result, problem, written) = output.withUnsafeMutableBytes { output in
                    var target = output.baseAddress?.assumingMemoryBound(to: CChar.self)
                    var room = output.count
                    let result = iconv(descriptor, &next, &remaining, &target, &room)
                    return (result, errno, output.count - room)
                }
                converted.append(contentsOf: output[..<written])
                guard result == -1 else { continue }
                if problem == EINVAL { break }
                if problem != E2BIG { return false }
            }
            return true
        }
        return isWhole ? String(decoding: converted, as: UTF8.self) : nil
    }
}

extension TextConversion {
    /// Leaves the conversion open for the process's life.
    consuming func keepOpen() -> Bool {
        discard self
        return true
    }
}
