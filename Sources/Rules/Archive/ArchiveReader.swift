/// Values that the program contains in compiled form, by their names.
///
/// Opening it reads nothing but the names. The bytes are the program's own, so what doesn't
/// fit is a fault of the program and ends it.
///
/// Unchecked: constant bytes of the program, which nothing writes to or frees.
package struct Archive: @unchecked Sendable {
    /// "GVWT" and the version of the layout of all values.
    static let mark: UInt32 = 0x5457_5647
    package static let version: UInt32 = 1
    static let headerSize = 16

    private let bytes: UnsafeRawBufferPointer
    /// By name: where the value's record begins.
    private let places: [String: Int]

    /// - Parameter bytes: last as long as the program, and begin at a multiple of 16.
    /// - Returns: nil for an archive of another version.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.headerSize,
            bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self) == Self.mark,
            bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) == Self.version
        else { return nil }
        self.bytes = bytes
        var header = ArchiveReader(bytes, at: 8)
        let count = header.int()
        var names = ArchiveReader(bytes, at: header.int())
        var places: [String: Int] = [:]
        for _ in 0..<count { places[names.text()] = names.int() }
        self.places = places
    }

    /// - Returns: a reader of a named value; nil if there is none.
    package func reader(of name: String) -> ArchiveReader? {
        places[name].map { ArchiveReader(bytes, at: $0) }
    }
}

/// Reads a record of an ``Archive``, word by word.
package struct ArchiveReader: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer
    private var position: Int

    fileprivate init(_ bytes: UnsafeRawBufferPointer, at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    private mutating func word() -> UInt32 {
        let word = bytes.load(fromByteOffset: position, as: UInt32.self)
        position += 4
        return word
    }

    package mutating func int() -> Int { Int(Int32(bitPattern: word())) }

    package mutating func bool() -> Bool { word() != 0 }

    package mutating func int64() -> Int64 {
        let low = UInt64(word())
        return Int64(bitPattern: low | UInt64(word()) << 32)
    }

    package mutating func text() -> String { String(decoding: utf8(), as: UTF8.self) }

    /// A text in place.
    mutating func utf8() -> UnsafeRawBufferPointer {
        let count = int()
        let place = int()
        return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
    }

    /// A member of an enumeration with text values.
    package mutating func choice<Value: RawRepresentable<String>>() -> Value {
        let text = text()
        guard let value = Value(rawValue: text) else { Self.isBroken("\(Value.self): \(text)") }
        return value
    }

    package mutating func value<Value: Archivable>() -> Value { Value(from: &self) }

    package mutating func optional<Value>(_ read: (inout ArchiveReader) -> Value) -> Value? {
        bool() ? read(&self) : nil
    }

    package mutating func array<Value>(_ read: (inout ArchiveReader) -> Value) -> [Value] {
        let count = int()
        return shared { reader in
            var values: [Value] = []
            values.reserveCapacity(count)
            for _ in 0..<count { values.append(read(&reader)) }
            return values
        }
    }

    package mutating func texts() -> [String] { array { $0.text() } }

    package mutating func dictionary<Value>(
        _ read: (inout ArchiveReader) -> Value
    ) -> [String: Value] {
        let entries = array { reader in
            let key = reader.text()
            return (key, read(&reader))
        }
        return Dictionary(entries, uniquingKeysWith: { $1 })
    }

    mutating func skip(words: Int) { position += 4 * words }

    /// Reads a record of its own.
    package mutating func shared<Value>(_ read: (inout ArchiveReader) -> Value) -> Value {
        var reader = ArchiveReader(bytes, at: int())
        return read(&reader)
    }

    /// A list in place.
    package mutating func list<Element: BitwiseCopyable>() -> FlatList<Element> {
        let count = int()
        let place = int()
        precondition(place + count * MemoryLayout<Element>.stride <= bytes.count)
        guard let start = bytes.baseAddress else { Self.isBroken("empty") }
        return FlatList(
            constant: (start + place).assumingMemoryBound(to: Element.self), count: count)
    }

    /// Ends the program, whose parts don't belong together.
    package static func isBroken(_ what: String) -> Never {
        preconditionFailure("the program's compiled words don't fit the program: \(what)")
    }
}
