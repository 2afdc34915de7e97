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

    /// A way in which a script finds records of a ``RecordView``.
    public struct Index: Sendable, Hashable {
        /// What a script must give to look something up.
        public enum Parameter: Sendable, Hashable {
            /// A text.
            case text
            /// A whole number.
            case integer
        }

        /// The name of the view's method, such as "by_payee".
        public let name: String

        /// What the method is given.
        public let parameters: [Parameter]

        /// Makes an index.
        ///
        /// - Parameters:
        ///   - name: The name of the view's method.
        ///   - parameters: What it is given, one or two things.
        public init(_ name: String, parameters: [Parameter]) {
            precondition((1...2).contains(parameters.count), "an index has 1 or 2 parameters")
            self.name = name
            self.parameters = parameters
        }
    }

    /// What messages call a record, such as "transaction".
    public let typeName: String

    /// The fields in the order in which a ``RecordBuffer`` numbers them.
    public let fields: [Field]

    /// The fields that `print` shows of a record, in this order.
    public let shownFields: [String]

    /// The ways to find records in a view, in the order in which a
    /// ``RecordView`` numbers them.
    public let indexes: [Index]

    /// Makes a layout.
    ///
    /// - Parameters:
    ///   - typeName: What messages call a record.
    ///   - fields: At most 256 fields with different names, none of them
    ///     `contains`, `starts_with`, `ends_with` or `copy`.
    ///   - shownFields: The names of those that `print` shows, at most 8. Lists
    ///     of texts and values that are nil are left out.
    ///   - indexes: At most 32 indexes with different names, none of them
    ///     `count`, `each` or `decide`.
    public init(
        typeName: String, fields: [Field], shownFields: [String] = [], indexes: [Index] = []
    ) {
        self.typeName = typeName
        self.fields = fields
        self.shownFields = shownFields
        self.indexes = indexes
    }
}

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

/// The host's side of many records that one function looks at, read-only.
///
/// A script sees it as an object with `count()`, `each()`, `decide(…)` and a
/// method for each index of the layout. The records stay with the host; the
/// sandbox asks for a field of one when a script reads it. None of its methods
/// may use the sandbox that asks.
public protocol RecordView: RecordSource {
    /// How many records there are, at most 2,147,483,647. Stays the same during
    /// a call.
    var count: Int { get }

    /// Finds records.
    ///
    /// - Parameters:
    ///   - index: The place of the index in ``RecordLayout/indexes``.
    ///   - first: What the script gave: a text or an integer, as the index asks
    ///     for. Bytes that are not UTF-8 are replaced.
    ///   - second: The same for an index of two parameters, else nil.
    /// - Returns: Rows below ``count``, in the order in which the script gets
    ///   them, which is ascending.
    func rows(where index: Int, first: ScriptValue, second: ScriptValue) -> [Int32]
}
