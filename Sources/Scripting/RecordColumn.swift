import CLuaShim

/// Where a field of every row lies in the host's memory, so that it is read
/// without asking the source. The rows lie behind one another at equal
/// distances, and what this points at must stay in place as long as the record.
public struct RecordColumn {
    let column: gv_column

    /// Whole numbers.
    ///
    /// - Parameters:
    ///   - field: Where an `Int64` stands in a row, in bytes from its start.
    ///   - rows: The rows.
    public static func integers<Row>(
        at field: Int, in rows: UnsafeBufferPointer<Row>
    ) -> RecordColumn {
        RecordColumn(.integers, at: field, in: rows)
    }

    /// Whole numbers, each to be divided by one of some numbers.
    ///
    /// - Parameters:
    ///   - field: Where an `Int64` stands in a row, in bytes from its start.
    ///   - divisor: Where an `Int32` does, the place of its divisor.
    ///   - rows: The rows.
    ///   - divisors: What is divided by.
    public static func quotients<Row>(
        at field: Int, divisor: Int, in rows: UnsafeBufferPointer<Row>,
        divisors: UnsafeBufferPointer<Double>
    ) -> RecordColumn {
        RecordColumn(
            .quotients, at: field, in: rows, count: divisors.count,
            firstDivisor: UnsafeRawPointer(rows.baseAddress)?.advanced(by: divisor),
            divisors: divisors.baseAddress)
    }

    /// Texts by their numbers.
    ///
    /// - Parameters:
    ///   - field: Where an `Int32` stands in a row, in bytes from its start: the
    ///     number of its text.
    ///   - rows: The rows.
    ///   - texts: All texts, one behind the other.
    ///   - ends: Where each of them ends. Columns with the same ends have the
    ///     same texts.
    public static func texts<Row>(
        at field: Int, in rows: UnsafeBufferPointer<Row>, texts: UnsafeBufferPointer<UInt8>,
        ends: UnsafeBufferPointer<Int>
    ) -> RecordColumn {
        // Texts that are all empty may have no address.
        RecordColumn(
            texts.baseAddress == nil ? .none : .texts, at: field, in: rows, count: ends.count,
            texts: texts.baseAddress, ends: ends.baseAddress)
    }

    /// What the source is asked for.
    static var none: RecordColumn {
        RecordColumn(.none, at: 0, in: UnsafeBufferPointer<Int8>(start: nil, count: 0))
    }

    private init<Row>(
        _ kind: gv_column_kind, at field: Int, in rows: UnsafeBufferPointer<Row>, count: Int = 0,
        firstDivisor: UnsafeRawPointer? = nil, divisors: UnsafePointer<Double>? = nil,
        texts: UnsafePointer<UInt8>? = nil, ends: UnsafePointer<Int>? = nil
    ) {
        column = gv_column(
            kind: kind, row_count: UInt32(clamping: rows.count),
            first: UnsafeRawPointer(rows.baseAddress)?.advanced(by: field),
            stride: MemoryLayout<Row>.stride, first_divisor: firstDivisor, divisors: divisors,
            texts: texts, ends: ends, count: UInt32(clamping: count))
    }
}
