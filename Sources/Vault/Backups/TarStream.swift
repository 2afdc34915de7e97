/// Writes files into a tar archive (POSIX ustar).
struct TarWriter {
    private let sink: GzipWriter

    init(_ sink: GzipWriter) { self.sink = sink }

    /// Adds a file for its owner alone.
    ///
    /// - Parameters:
    ///   - instant: its time, in POSIX seconds.
    ///   - body: writes exactly so many bytes.
    /// - Throws: ``BackupError/unusableName(_:)`` for a name that doesn't fit.
    func add(
        _ name: String, byteCount: Int, at instant: Int64, _ body: (GzipWriter) throws -> Void
    ) throws {
        try sink.write(try Self.header(name, byteCount, instant))
        try body(sink)
        let rest = byteCount % TarReader.block
        if rest > 0 { try sink.write([UInt8](repeating: 0, count: TarReader.block - rest)) }
    }

    /// Writes the archive's end.
    func finish() throws {
        try sink.write([UInt8](repeating: 0, count: 2 * TarReader.block))
        try sink.finish()
    }

    private static func header(
        _ name: String, _ byteCount: Int, _ instant: Int64
    ) throws(BackupError) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: TarReader.block)
        func put(_ text: some Collection<UInt8>, at place: Int) {
            header.replaceSubrange(place..<place + text.count, with: text)
        }
        func put(octal number: Int, digits: Int, at place: Int) {
            let text = String(number, radix: 8)
            put(
                (String(repeating: "0", count: max(0, digits - text.utf8.count)) + text).utf8,
                at: place)
        }
        let whole = Array(name.utf8)
        if whole.count <= 100 {
            put(whole, at: 0)
        } else {
            // The part before a slash has a field of its own.
            guard
                let slash = whole.indices.first(where: {
                    whole[$0] == UInt8(ascii: "/") && whole.count - $0 - 1 <= 100
                }), slash <= 155
            else { throw .unusableName(name) }
            put(whole[(slash + 1)...], at: 0)
            put(whole[..<slash], at: 345)
        }
        put(octal: 0o600, digits: 7, at: 100)
        put(octal: 0, digits: 7, at: 108)
        put(octal: 0, digits: 7, at: 116)
        put(octal: byteCount, digits: 11, at: 124)
        put(octal: Int(max(0, instant)), digits: 11, at: 136)
        put([UInt8](repeating: UInt8(ascii: " "), count: 8), at: 148)
        put("0".utf8, at: 156)
        put("ustar\0".utf8, at: 257)
        put("00".utf8, at: 263)
        let sum = header.reduce(0) { $0 + Int($1) }
        put(octal: sum, digits: 6, at: 148)
        put([0, UInt8(ascii: " ")], at: 154)
        return header
    }
}

/// A strict reader of tar archives, which may come from anyone. It accepts ordinary files in the
/// form that ``TarWriter`` gives them, and nothing else: no links, devices or folders, and no
/// extensions.
package struct TarReader {
    static let block = 512

    struct Entry {
        let name: String
        let byteCount: Int
    }

    /// Why an archive is refused.
    package struct Refusal: Error {
        let reason: String
    }

    private let source: (Int) throws -> [UInt8]

    /// - Parameter source: reads up to so many bytes; fewer only at the end.
    package init(_ source: @escaping (Int) throws -> [UInt8]) { self.source = source }

    /// The next file; nil at the end. The one before must have been read.
    func next() throws -> Entry? {
        let header = try whole(Self.block)
        guard header.contains(where: { $0 != 0 }) else {
            guard try whole(Self.block).allSatisfy({ $0 == 0 }), try source(1).isEmpty else {
                throw Refusal(reason: "something follows its end")
            }
            return nil
        }
        guard header[257..<263].elementsEqual("ustar\0".utf8) else {
            throw Refusal(reason: "it is not a tar archive of the ustar kind")
        }
        var sum = 8 * Int(UInt8(ascii: " "))
        for place in header.indices where !(148..<156 ~= place) { sum += Int(header[place]) }
        guard try Self.octal(header[148..<154]) == sum else {
            throw Refusal(reason: "a checksum in it is wrong")
        }
        guard header[156] == UInt8(ascii: "0"), header[157..<257].allSatisfy({ $0 == 0 }) else {
            throw Refusal(reason: "it holds a link, a folder or a device")
        }
        let (prefix, last) = (Self.text(header[345..<500]), Self.text(header[0..<100]))
        let bytes = prefix.isEmpty ? last : prefix + [UInt8(ascii: "/")] + last
        guard let name = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(reason: "a name in it is not UTF-8")
        }
        return Entry(name: name, byteCount: try Self.octal(header[124..<135]))
    }

    /// The bytes of a file.
    ///
    /// - Parameter part: gets them in pieces.
    func readBody(of entry: Entry, _ part: ([UInt8]) -> Void) throws {
        var left = entry.byteCount
        while left > 0 {
            // What the header claims is not believed: memory is only taken for what is there.
            let bytes = try whole(min(left, 1 << 20))
            part(bytes)
            left -= bytes.count
        }
        let rest = entry.byteCount % Self.block
        guard rest > 0 else { return }
        guard try whole(Self.block - rest).allSatisfy({ $0 == 0 }) else {
            throw Refusal(reason: "something is hidden between its files")
        }
    }

    private func whole(_ count: Int) throws -> [UInt8] {
        let bytes = try source(count)
        guard bytes.count == count else { throw Refusal(reason: "it is cut off") }
        return bytes
    }

    private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] {
        Array(field.prefix { $0 != 0 })
    }

    /// Digits only: signs and spaces are forms that programs read differently.
    private static func octal(_ field: ArraySlice<UInt8>) throws -> Int {
        guard field.allSatisfy({ 0x30...0x37 ~= $0 }) else {
            throw Refusal(reason: "a number in it is wrong")
        }
        return field.reduce(0) { $0 << 3 | Int($1 & 7) }
    }
}
