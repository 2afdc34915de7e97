internal import CLuaShim

// Fields of rows on their way to a worker. They are sent by column because a function reads the
// same few fields of many rows.

extension MessageWriter {
    /// Writes some fields of some rows.
    ///
    /// - Parameter rows: ascending, without duplicates.
    mutating func put(_ fields: [Int], ofRows rows: [Int32], from record: RecordBuffer) {
        putAll(rows) { $0.put($1) }
        put(count: fields.count)
        for field in fields {
            put(UInt16(clamping: field))
            for row in rows {
                record.show(row: Int(row))
                put(record.value(at: field))
            }
        }
    }

    private mutating func put(_ field: gv_field) {
        put(UInt8(clamping: field.kind.rawValue))
        switch field.kind {
        case .nil: break
        case .boolean: put(field.value.boolean)
        case .integer: put(field.value.integer)
        case .number: put(field.value.number)
        case .text: put(UnsafeBufferPointer(start: field.value.text, count: Int(field.length)))
        case .texts:
            putAll(UnsafeBufferPointer(start: field.value.texts, count: Int(field.length))) {
                $0.put(UnsafeBufferPointer(start: $1.value.text, count: Int($1.length)))
            }
        }
    }
}

/// Fields of rows that a worker received, in memory that stays in place.
final class RowBlock {
    /// Ascending.
    let rows: [Int32]
    /// Indexed by field.
    private var columns = [Column?](repeating: nil, count: Int(gv_most_fields))
    private var parts: [UnsafeMutableBufferPointer<UInt8>] = []
    /// The position of the most recently requested row.
    private var cursor = 0

    /// The offset of each row's value in one of the message's parts.
    private struct Column {
        let part: UnsafeMutableBufferPointer<UInt8>
        let starts: [Int]
    }

    init(_ reader: inout MessageReader) throws(MessageError) {
        rows = try reader.all { (reader) throws(MessageError) in try reader.number() }
        try addColumns(&reader)
    }

    deinit {
        for part in parts { part.deallocate() }
    }

    /// Adds the columns of a message about the same rows.
    func add(_ reader: inout MessageReader) throws(MessageError) {
        let others: [Int32] = try reader.all { (reader) throws(MessageError) in
            try reader.number()
        }
        guard others == rows else { throw MessageError() }
        try addColumns(&reader)
    }

    private func addColumns(_ reader: inout MessageReader) throws(MessageError) {
        let count = try reader.count()
        let part = reader.restInPlace()
        parts.append(part)
        let offset = reader.place
        for _ in 0..<count {
            let field = Int(try reader.number(UInt16.self))
            var starts: [Int] = []
            starts.reserveCapacity(rows.count)
            for _ in rows {
                starts.append(reader.place - offset)
                try Self.skipValue(&reader)
            }
            guard columns.indices.contains(field) else { throw MessageError() }
            columns[field] = Column(part: part, starts: starts)
        }
    }

    private static func skipValue(_ reader: inout MessageReader) throws(MessageError) {
        guard let kind = gv_field_kind(rawValue: UInt32(try reader.byte())) else {
            throw MessageError()
        }
        switch kind {
        case .nil: break
        case .boolean: try reader.skip(1)
        case .integer, .number: try reader.skip(8)
        case .text: try reader.skip(try reader.count())
        case .texts: for _ in 0..<(try reader.count()) { try reader.skip(try reader.count()) }
        }
    }

    func position(ofRow row: Int) -> Int? {
        // Usually it is the same row as before, or the next.
        for near in [cursor, cursor + 1] where near < rows.count && Int(rows[near]) == row {
            cursor = near
            return near
        }
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if Int(rows[middle]) < row { low = middle + 1 } else { high = middle }
        }
        guard low < rows.count, Int(rows[low]) == row else { return nil }
        cursor = low
        return low
    }

    func has(_ field: Int) -> Bool { columns[field] != nil }

    /// Sets a field to a row's value.
    func fill(_ record: RecordBuffer, field: Int, position: Int) {
        guard let column = columns[field] else { return record.setNil(at: field) }
        var cursor = RowCursor(column.part, at: column.starts[position])
        switch cursor.kind() {
        case .boolean: record.set(boolean: cursor.boolean(), at: field)
        case .integer: record.set(integer: cursor.number(), at: field)
        case .number: record.set(number: Double(bitPattern: cursor.number()), at: field)
        case .text: record.set(text: cursor.text(), at: field)
        case .texts: record.set(texts: (0..<cursor.count()).map { _ in cursor.text() }, at: field)
        case .nil, nil: record.setNil(at: field)
        }
    }
}

/// Reads a value that was validated before.
private struct RowCursor {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var position: Int

    init(_ bytes: UnsafeMutableBufferPointer<UInt8>, at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    mutating func kind() -> gv_field_kind? {
        defer { position += 1 }
        return gv_field_kind(rawValue: UInt32(bytes[position]))
    }

    mutating func boolean() -> Bool {
        defer { position += 1 }
        return bytes[position] != 0
    }

    mutating func number<Number: FixedWidthInteger>() -> Number {
        defer { position += MemoryLayout<Number>.size }
        return Number(
            littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(
                fromByteOffset: position, as: Number.self))
    }

    mutating func count() -> Int { Int(number() as UInt32) }

    mutating func text() -> UnsafeBufferPointer<UInt8> {
        let count = count()
        defer { position += count }
        return UnsafeBufferPointer(
            rebasing: UnsafeBufferPointer(bytes)[position..<position + count])
    }
}
