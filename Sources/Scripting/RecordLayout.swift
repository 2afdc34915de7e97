/// The fields of the records that a sandbox passes to functions.
public struct RecordLayout: Sendable, Hashable {
    public struct Field: Sendable, Hashable {
        /// The field's name in scripts.
        public let name: String

        /// Whether the record's own `contains`, `starts_with` and `ends_with`
        /// search it. They skip values that are not strings.
        public let isSearchable: Bool

        /// Creates a field.
        ///
        /// - Parameters:
        ///   - name: the field's name in scripts.
        ///   - isSearchable: whether the record's search methods search it.
        public init(_ name: String, isSearchable: Bool = false) {
            self.name = name
            self.isSearchable = isSearchable
        }
    }

    /// A lookup method of a ``RecordView``.
    public struct Index: Sendable, Hashable {
        /// The type of an argument.
        public enum Parameter: Sendable, Hashable {
            case text
            case integer
        }

        /// The name of the view's method, such as "by_payee".
        public let name: String

        /// The types of the method's arguments.
        public let parameters: [Parameter]

        /// Creates an index.
        ///
        /// - Parameters:
        ///   - name: the name of the view's method.
        ///   - parameters: the types of its one or two arguments.
        public init(_ name: String, parameters: [Parameter]) {
            precondition((1...2).contains(parameters.count), "an index has 1 or 2 parameters")
            self.name = name
            self.parameters = parameters
        }
    }

    /// The name of a record in messages, such as "transaction".
    public let typeName: String

    /// The fields, in the order of a ``RecordBuffer``'s positions.
    public let fields: [Field]

    /// The fields that `print` shows of a record, in this order.
    public let shownFields: [String]

    /// The lookup methods of a view, in the order of a ``RecordView``'s
    /// indexes.
    public let indexes: [Index]

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - typeName: the name of a record in messages.
    ///   - fields: at most 256 fields with different names, none of them
    ///     `contains`, `starts_with`, `ends_with` or `copy`.
    ///   - shownFields: the names of the fields that `print` shows, at most 8.
    ///     Lists of strings and nil values are omitted.
    ///   - indexes: at most 32 indexes with different names, none of them
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

/// The rows that a ``RecordBuffer`` shows as records.
public protocol RecordSource: AnyObject {
    /// Sets one field of a record to a row's value. A field that is not set keeps
    /// the previous row's value. This is called while a script runs and must not
    /// use the calling sandbox.
    ///
    /// Strings must stay in place until the record shows another row.
    ///
    /// - Parameters:
    ///   - record: the buffer that shows the row.
    ///   - field: the field's index in the layout.
    ///   - row: from zero.
    func fill(_ record: RecordBuffer, field: Int, row: Int)
}

/// A read-only collection of records that a function can iterate and search.
///
/// A script sees it as an object with `count()`, `each()`, `decide(…)` and a
/// method for each index of the layout. The records stay with the host; the
/// sandbox requests a field when a script reads it. No method may use the calling
/// sandbox.
public protocol RecordView: RecordSource {
    /// The number of records, at most 2,147,483,647. It stays the same during a
    /// call.
    var count: Int { get }

    /// Finds records.
    ///
    /// - Parameters:
    ///   - index: a position in ``RecordLayout/indexes``.
    ///   - first: the script's argument: a string or an integer, as the index
    ///     requires. Invalid UTF-8 is replaced.
    ///   - second: the second argument of an index with two parameters, else nil.
    /// - Returns: rows below ``count`` in ascending order, which is the order that
    ///   the script gets them in.
    func rows(where index: Int, first: ScriptValue, second: ScriptValue) -> [Int32]
}
