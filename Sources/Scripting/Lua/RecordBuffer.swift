internal import CLuaShim

/// The fields of one record as passed to a script, reused for the next record.
/// Setting a field costs one store; nothing is copied.
///
/// In a new buffer every field is nil. A field keeps its value until it is set
/// again.
public final class RecordBuffer {
    let fields: LuaFields
    private let source: (any RecordSource)?
    private var textLists = LuaTextLists()

    /// Creates a buffer whose fields the host sets before each call.
    ///
    /// - Parameter layout: the layout of the sandbox whose functions are called
    ///   with this record.
    public init(layout: RecordLayout) {
        fields = LuaFields(count: layout.fields.count)
        source = nil
    }

    /// Creates a buffer that shows one row of a source at a time. Fields are
    /// filled on first access; those that no script reads cost nothing.
    ///
    /// - Parameters:
    ///   - layout: the layout of the sandbox.
    ///   - source: fills the fields. The buffer starts at row 0.
    public init(layout: RecordLayout, source: any RecordSource) {
        fields = LuaFields(count: layout.fields.count)
        self.source = source
        fields.fill(from: self)
    }

    deinit {
        fields.deallocate()
        textLists.deallocate()
    }

    /// Shows a row of the source. All fields are filled again, even if the row is
    /// the same as before.
    ///
    /// - Parameter row: from zero.
    public func show(row: Int) {
        fields.show(row: row)
    }

    /// The current row.
    package var row: Int { fields.row }

    /// A field of the current row. Its strings stay valid while the row is shown.
    func value(at field: Int) -> gv_field { fields.value(at: field) }

    @inline(__always)
    func fill(_ field: Int, ofRow row: Int) {
        source?.fill(self, field: field, row: row)
    }

    /// Sets a field to nil.
    ///
    /// - Parameter position: the field's index in the layout.
    public func setNil(at position: Int) {
        fields.setNil(at: position)
    }

    /// Sets a field to a boolean.
    ///
    /// - Parameters:
    ///   - boolean: the value.
    ///   - position: the field's index in the layout.
    public func set(boolean: Bool, at position: Int) {
        fields.set(boolean: boolean, at: position)
    }

    /// Sets a field to an integer.
    ///
    /// - Parameters:
    ///   - integer: the value.
    ///   - position: the field's index in the layout.
    public func set(integer: Int64, at position: Int) {
        fields.set(integer: integer, at: position)
    }

    /// Sets a field to a number.
    ///
    /// - Parameters:
    ///   - number: the value.
    ///   - position: the field's index in the layout.
    public func set(number: Double, at position: Int) {
        fields.set(number: number, at: position)
    }

    /// Points a field at a string.
    ///
    /// - Parameters:
    ///   - text: any bytes. They must stay in place, unchanged, during every call
    ///     with this record until the field is set again.
    ///   - position: the field's index in the layout.
    public func set(text: UnsafeBufferPointer<UInt8>, at position: Int) {
        fields.set(text: text, at: position)
    }

    /// Points a field at a list of strings. A script gets it as a new table each
    /// time that it reads the field.
    ///
    /// - Parameters:
    ///   - texts: any bytes. They must stay in place, unchanged, during every call
    ///     with this record until the field is set again. The list itself is
    ///     copied.
    ///   - position: the field's index in the layout.
    public func set(texts: [UnsafeBufferPointer<UInt8>], at position: Int) {
        fields.set(texts: textLists.list(of: texts, at: position), at: position)
    }
}

/// The fields of a record in the shim's memory layout.
struct LuaFields {
    /// Stays at one address for the record's lifetime.
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

    /// Lets the record fill each field on first access.
    ///
    /// - Parameter owner: must outlive the fields.
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

/// Lists of strings that fields point at.
struct LuaTextLists {
    private var lists: [Int: UnsafeMutableBufferPointer<gv_field>] = [:]

    /// Creates the list for a field and frees the field's previous list.
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

/// The shim's access to one of the host's views.
///
/// Its callbacks run between frames of Lua. They return before Lua can raise an
/// error, and this object owns whatever they return, so an error leaks nothing.
final class LuaView {
    let view: any RecordView
    let record: RecordBuffer
    private let indexes: [RecordLayout.Index]
    private let vocabulary: Vocabulary
    private var rows: UnsafeMutableBufferPointer<Int32> = .allocate(capacity: 0)
    private let kept = KeptAnswer()

    /// - Parameter vocabulary: the words that a script may pass to an index.
    init(_ view: any RecordView, layout: RecordLayout, vocabulary: Vocabulary) {
        self.view = view
        self.vocabulary = vocabulary
        record = RecordBuffer(layout: layout, source: view)
        indexes = layout.indexes
    }

    deinit {
        rows.deallocate()
    }

    func withView<Result>(_ body: (UnsafePointer<gv_view>) -> Result) -> Result {
        let count = view.count
        precondition(count >= 0 && count <= Int32.max, "a view has at most 2,147,483,647 records")
        var shimView = gv_view(
            owner: Unmanaged.passUnretained(self).toOpaque(), count: UInt32(count),
            record: record.fields.record,
            find: { owner, search in
                Unmanaged<LuaView>.fromOpaque(owner).takeUnretainedValue().find(search.pointee)
            })
        return withExtendedLifetime(self) { body(&shimView) }
    }

    private func find(_ search: gv_search) -> gv_found {
        let index = indexes[Int(search.index)]
        var arguments: [ScriptValue] = []
        do throws(ScriptError) {
            for (position, parameter) in index.parameters.enumerated() {
                if parameter == .value {
                    var reader = NodeReader(search.value, vocabulary, chunkName: "")
                    arguments.append(try reader.readValue())
                } else {
                    arguments.append(
                        value(of: position == 0 ? search.arguments.0 : search.arguments.1))
                }
            }
        } catch {
            return kept.problem(error.message)
        }
        let among = search.among.map { among in
            Array(UnsafeBufferPointer(start: among.pointee.first, count: among.pointee.count))
        }
        let answer = view.answer(
            ViewSearch(
                index: Int(search.index), among: among,
                first: arguments.first ?? .nil, second: arguments.dropFirst().first ?? .nil))
        switch answer {
        case .rows(let found): return gv_found(rows: keep(found), value: nil, problem: gv_text())
        case .value(let value): return kept.value(value)
        case .problem(let message): return kept.problem(message)
        }
    }

    private func keep(_ found: [Int32]) -> gv_rows {
        let count = view.count
        if rows.count < found.count {
            rows.deallocate()
            rows = .allocate(capacity: found.count)
        }
        for (position, row) in found.enumerated() {
            precondition(row >= 0 && row < count, "the view has no such record")
            rows[position] = row
        }
        return gv_rows(first: rows.baseAddress, count: found.count)
    }

    private func value(of argument: gv_field) -> ScriptValue {
        switch argument.kind {
        case .nil, .texts: .nil
        case .boolean: .boolean(argument.value.boolean)
        case .integer: .integer(argument.value.integer)
        case .number: .number(argument.value.number)
        case .text:
            .string(
                String(
                    decoding: UnsafeBufferPointer(
                        start: argument.value.text, count: Int(argument.length)),
                    as: UTF8.self))
        }
    }
}
