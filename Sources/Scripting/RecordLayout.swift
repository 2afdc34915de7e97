/// The fields of the records that a sandbox's functions are called on.
public struct RecordLayout: Sendable, Hashable {
    /// One field.
    public struct Field: Sendable, Hashable {
        /// The name by which scripts read it.
        public let name: String

        /// Whether the record's own `contains`, `starts_with` and `ends_with`
        /// look into it. They skip values that are not text.
        public let isSearchable: Bool

        /// Makes a field.
        ///
        /// - Parameters:
        ///   - name: The name by which scripts read it.
        ///   - isSearchable: Whether the record's search methods look into it.
        public init(_ name: String, isSearchable: Bool = false) {
            self.name = name
            self.isSearchable = isSearchable
        }
    }

    /// What messages call a record, such as "transaction".
    public let typeName: String

    /// The fields in the order in which a ``RecordBuffer`` numbers them.
    public let fields: [Field]

    /// Makes a layout.
    ///
    /// - Parameters:
    ///   - typeName: What messages call a record.
    ///   - fields: At most 256 fields with different names, none of them
    ///     `contains`, `starts_with`, `ends_with` or `copy`.
    public init(typeName: String, fields: [Field]) {
        self.typeName = typeName
        self.fields = fields
    }
}
