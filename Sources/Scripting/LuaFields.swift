import CLuaShim

/// The fields of a record as the shim reads them.
struct LuaFields {
    /// In one place as long as the record lives.
    let record: UnsafeMutablePointer<gv_record>
    let count: Int
    private let first: UnsafeMutablePointer<gv_field>

    init(count: Int) {
        precondition(count <= gv_most_fields, "a record has at most 256 fields")
        first = .allocate(capacity: max(count, 1))
        first.initialize(
            repeating: gv_field(value: gv_field_value(integer: 0), length: 0, kind: .nil),
            count: max(count, 1))
        record = .allocate(capacity: 1)
        record.initialize(
            to: gv_record(
                fields: first, fill: nil, owner: nil, row: 0,
                filled: (0, 0, 0, 0)))
        self.count = count
    }

    func deallocate() {
        record.deallocate()
        first.deallocate()
    }

    /// Asks the record for each field when it is read first.
    ///
    /// - Parameter owner: lives as long as the fields.
    func fill(from owner: RecordBuffer) {
        record.pointee.owner = Unmanaged.passUnretained(owner).toOpaque()
        record.pointee.fill = { owner, row, field in
            Unmanaged<RecordBuffer>.fromOpaque(owner)._withUnsafeGuaranteedRef {
                $0.fill(Int(field), ofRow: Int(row))
            }
        }
    }

    func show(row: Int) {
        gv_show_row(record, UInt32(row))
    }

    var row: Int { Int(record.pointee.row) }

    func value(at position: Int) -> gv_field {
        precondition(position >= 0 && position < count, "the record has no such field")
        return gv_field_of_record(record, UInt32(position))
    }

    @inline(__always)
    private func put(
        _ kind: gv_field_kind, _ value: gv_field_value, length: UInt32 = 0, at position: Int
    ) {
        precondition(position >= 0 && position < count, "the record has no such field")
        first[position] = gv_field(value: value, length: length, kind: kind)
    }

    func setNil(at position: Int) {
        put(.nil, gv_field_value(integer: 0), at: position)
    }

    func set(boolean: Bool, at position: Int) {
        put(.boolean, gv_field_value(boolean: boolean), at: position)
    }

    func set(integer: Int64, at position: Int) {
        put(.integer, gv_field_value(integer: integer), at: position)
    }

    func set(number: Double, at position: Int) {
        put(.number, gv_field_value(number: number), at: position)
    }

    func set(text: UnsafeBufferPointer<UInt8>, at position: Int) {
        put(
            .text, gv_field_value(text: text.baseAddress), length: UInt32(clamping: text.count),
            at: position)
    }

    func set(texts: UnsafeMutableBufferPointer<gv_field>, at position: Int) {
        put(
            .texts, gv_field_value(texts: UnsafePointer(texts.baseAddress)),
            length: UInt32(clamping: texts.count), at: position)
    }
}

/// Lists of texts that fields point at.
struct LuaTextLists {
    private var lists: [Int: UnsafeMutableBufferPointer<gv_field>] = [:]

    /// Makes the list for a field, in place of the one that it had.
    mutating func list(
        of texts: [UnsafeBufferPointer<UInt8>], at position: Int
    ) -> UnsafeMutableBufferPointer<gv_field> {
        lists[position]?.deallocate()
        let list = UnsafeMutableBufferPointer<gv_field>.allocate(capacity: texts.count)
        for (index, text) in texts.enumerated() {
            list.initializeElement(
                at: index,
                to: gv_field(
                    value: gv_field_value(text: text.baseAddress),
                    length: UInt32(clamping: text.count), kind: .text))
        }
        lists[position] = list
        return list
    }

    func deallocate() {
        for list in lists.values { list.deallocate() }
    }
}
