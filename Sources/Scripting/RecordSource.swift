/// Rows of the host's, as records that a ``RecordBuffer`` shows.
public protocol RecordSource: AnyObject {
    /// Sets one field of a record to that of a row. A field that is not set
    /// keeps what it was set to for the row before. It is called while a script
    /// runs, and may not use the sandbox that asks.
    ///
    /// Texts must stay in place until the record shows another row.
    ///
    /// - Parameters:
    ///   - record: The buffer that shows the row.
    ///   - field: The field's place in the layout, from zero.
    ///   - row: From zero.
    func fill(_ record: RecordBuffer, field: Int, row: Int)
}
