internal import CLuaShim

/// The fields of one record on their way to a script, to be filled again for
/// the next. Filling a field costs a store; nothing is copied.
///
/// A new buffer holds nil in every field. A field keeps its value until it is
/// set again.
public final class RecordBuffer {
    let fields: LuaFields
    private let source: (any RecordSource)?
    private var textLists = LuaTextLists()

    /// Makes a buffer whose fields the host sets before each call.
    ///
    /// - Parameter layout: The fields. It must be the layout of the sandbox
    ///   whose functions are called on this record.
    public init(layout: RecordLayout) {
        fields = LuaFields(count: layout.fields.count)
        source = nil
    }

    /// Makes a buffer that shows one row of a source after another. A field is
    /// filled when a script reads it first; those that none reads cost nothing.
    ///
    /// - Parameters:
    ///   - layout: The fields, as of any buffer.
    ///   - source: What fills them. It shows row 0 until it is shown another.
    public init(layout: RecordLayout, source: any RecordSource) {
        fields = LuaFields(count: layout.fields.count)
        self.source = source
        fields.fill(from: self)
    }

    deinit {
        fields.deallocate()
        textLists.deallocate()
    }

    /// Shows a row of the source. Also where it is the row that it showed
    /// before, every field is filled anew.
    ///
    /// - Parameter row: From zero.
    public func show(row: Int) {
        fields.show(row: row)
    }

    /// The row that is shown.
    var row: Int { fields.row }

    /// The field of the row that is shown; its texts stay for as long as the row is shown.
    func value(at field: Int) -> gv_field { fields.value(at: field) }

    @inline(__always)
    func fill(_ field: Int, ofRow row: Int) {
        source?.fill(self, field: field, row: row)
    }

    /// Puts nil into the field.
    ///
    /// - Parameter position: The field's place in the layout, from zero.
    public func setNil(at position: Int) {
        fields.setNil(at: position)
    }

    /// Puts a boolean into the field.
    ///
    /// - Parameters:
    ///   - boolean: The value.
    ///   - position: The field's place in the layout, from zero.
    public func set(boolean: Bool, at position: Int) {
        fields.set(boolean: boolean, at: position)
    }

    /// Puts a whole number into the field.
    ///
    /// - Parameters:
    ///   - integer: The value.
    ///   - position: The field's place in the layout, from zero.
    public func set(integer: Int64, at position: Int) {
        fields.set(integer: integer, at: position)
    }

    /// Puts a number into the field.
    ///
    /// - Parameters:
    ///   - number: The value.
    ///   - position: The field's place in the layout, from zero.
    public func set(number: Double, at position: Int) {
        fields.set(number: number, at: position)
    }

    /// Points the field at a text.
    ///
    /// - Parameters:
    ///   - text: Any bytes. They must stay where they are, unchanged, through
    ///     every call on this record until the field is set again.
    ///   - position: The field's place in the layout, from zero.
    public func set(text: UnsafeBufferPointer<UInt8>, at position: Int) {
        fields.set(text: text, at: position)
    }

    /// Points the field at a list of texts, which a script gets as a new table
    /// each time that it reads the field.
    ///
    /// - Parameters:
    ///   - texts: Any bytes. They must stay where they are, unchanged, through
    ///     every call on this record until the field is set again. The list
    ///     itself is copied.
    ///   - position: The field's place in the layout, from zero.
    public func set(texts: [UnsafeBufferPointer<UInt8>], at position: Int) {
        fields.set(texts: textLists.list(of: texts, at: position), at: position)
    }
}
