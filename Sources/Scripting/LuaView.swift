import CLuaShim

/// A view of the host's, as the shim asks it.
///
/// What it and its record are asked runs between frames of Lua: it returns
/// before Lua can raise, and what it hands out belongs to this object, so that
/// nothing is lost when it does.
final class LuaView {
    let view: any RecordView
    let record: RecordBuffer
    private let parameterCounts: [Int]
    private var rows: UnsafeMutableBufferPointer<Int32> = .allocate(capacity: 0)

    init(_ view: any RecordView, layout: RecordLayout) {
        self.view = view
        record = RecordBuffer(layout: layout, source: view)
        parameterCounts = layout.indexes.map(\.parameters.count)
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
            find: { owner, index, arguments in
                Unmanaged<LuaView>.fromOpaque(owner).takeUnretainedValue().find(index, arguments)
            })
        return withExtendedLifetime(self) { body(&shimView) }
    }

    private func find(_ index: UInt32, _ arguments: UnsafePointer<gv_field>) -> gv_rows {
        let first = value(of: arguments[0])
        let second = parameterCounts[Int(index)] > 1 ? value(of: arguments[1]) : .nil
        let found = view.rows(where: Int(index), first: first, second: second)
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
