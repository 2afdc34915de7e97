/// A value that the program contains in compiled form.
package protocol Archivable {
    func write(to archive: inout ArchiveWriter)

    /// Reads what ``write(to:)`` wrote.
    init(from archive: inout ArchiveReader)
}

/// Writes values as one block of bytes, from which ``ArchiveReader`` reads them in place.
///
/// A value is a record of 32-bit words. Strings, lists and shared values are blocks of
/// their own, to which a word points; equal blocks are there once. The same value always
/// gives the same bytes.
package struct ArchiveWriter {
    private var bytes: [UInt8] = []
    /// By content: the offset of a block.
    private var blocks: [[UInt8]: Int] = [:]
    /// The record that is being written.
    private var record: [UInt32] = []

    package init() {}

    /// The archive of named values.
    package static func archive(
        _ values: [(name: String, write: (inout ArchiveWriter) -> Void)]
    ) -> [UInt8] {
        var writer = ArchiveWriter()
        // The header's place.
        writer.bytes = [UInt8](repeating: 0, count: Archive.headerSize)
        for value in values {
            writer.write(value.name)
            writer.writeShared(value.write)
        }
        let header = [
            Archive.mark, Archive.version, UInt32(values.count),
            UInt32(writer.place(writer.record)),
        ]
        writer.bytes.replaceSubrange(0..<Archive.headerSize, with: header.littleEndianBytes)
        return writer.bytes
    }

    package mutating func write(_ number: Int) { record.append(UInt32(bitPattern: Int32(number))) }

    package mutating func write(_ isTrue: Bool) { record.append(isTrue ? 1 : 0) }

    package mutating func write(_ number: Int64) {
        let bits = UInt64(bitPattern: number)
        record.append(UInt32(truncatingIfNeeded: bits))
        record.append(UInt32(truncatingIfNeeded: bits >> 32))
    }

    package mutating func write(_ text: String) {
        let utf8 = Array(text.utf8)
        record.append(UInt32(utf8.count))
        record.append(UInt32(place(utf8, alignment: 1)))
    }

    /// - Parameter value: a member of an enumeration with text values.
    package mutating func write<Value: RawRepresentable<String>>(_ value: Value) {
        write(value.rawValue)
    }

    package mutating func write(_ value: some Archivable) { value.write(to: &self) }

    package mutating func write<Value>(
        _ value: Value?, _ body: (inout ArchiveWriter, Value) -> Void
    ) {
        write(value != nil)
        if let value { body(&self, value) }
    }

    package mutating func write<Values: Collection>(
        _ values: Values, _ body: (inout ArchiveWriter, Values.Element) -> Void
    ) {
        write(values.count)
        writeShared { archive in
            for value in values { body(&archive, value) }
        }
    }

    package mutating func write(_ texts: [String]) { write(texts) { $0.write($1) } }

    package mutating func write(_ texts: Set<String>) { write(texts.sorted()) }

    package mutating func write<Value>(
        _ values: [String: Value], _ body: (inout ArchiveWriter, Value) -> Void
    ) {
        write(values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            $0.write($1.key)
            body(&$0, $1.value)
        }
    }

    /// Writes a record that is read where it is pointed to.
    package mutating func writeShared(_ body: (inout ArchiveWriter) -> Void) {
        let outer = record
        record = []
        body(&self)
        let place = place(record)
        record = outer
        record.append(UInt32(place))
    }

    /// Writes a list that is used where it lies.
    package mutating func write<Element: BitwiseCopyable>(_ list: FlatList<Element>) {
        record.append(UInt32(list.count))
        let bytes = list.withUnsafeBufferPointer { Array(UnsafeRawBufferPointer($0)) }
        record.append(UInt32(place(bytes, alignment: MemoryLayout<Element>.alignment)))
    }

    /// Ends the program, which is asked to write what no shipped file declares.
    package static func refuse(_ what: String) -> Never {
        preconditionFailure("the program's own files can't have this: \(what)")
    }

    private mutating func place(_ words: [UInt32]) -> Int {
        place(words.littleEndianBytes, alignment: 4)
    }

    private mutating func place(_ block: [UInt8], alignment: Int) -> Int {
        if let known = blocks[block], known % alignment == 0 { return known }
        while bytes.count % alignment != 0 { bytes.append(0) }
        let place = bytes.count
        bytes += block
        blocks[block] = place
        return place
    }
}

extension [UInt32] {
    fileprivate var littleEndianBytes: [UInt8] {
        flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }
}
