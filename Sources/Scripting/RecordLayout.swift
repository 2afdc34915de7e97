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

    /// A method of a ``RecordView`` that the host answers.
    public struct Index: Sendable, Hashable {
        /// The type of an argument.
        public enum Parameter: Sendable, Hashable, CaseIterable {
            case text
            case integer
            /// Any value but a function.
            case value
        }

        /// The type that a script receives.
        public enum Result: Sendable, Hashable, CaseIterable {
            /// A list of records.
            case records
            /// A view of the records, in ascending order.
            case view
            /// A read-only value. If it is a table with the text `text`, that is shown for it.
            case value
        }

        /// The name of the view's method, such as "by_payee".
        public let name: String

        /// The types of the method's arguments.
        public let parameters: [Parameter]

        /// The method's result type.
        public let result: Result

        /// Creates an index.
        ///
        /// - Parameters:
        ///   - name: the name of the view's method.
        ///   - parameters: the types of its arguments, two at most. One of them may take
        ///     any value.
        ///   - result: what it returns.
        public init(_ name: String, parameters: [Parameter], result: Result = .records) {
            precondition(parameters.count <= 2, "an index has at most 2 parameters")
            self.name = name
            self.parameters = parameters
            self.result = result
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
    ///     `count`, `each`, `first`, `last` or `decide`.
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
/// A script sees it as an object with `count()`, `each()`, `first(…)`, `last(…)`,
/// `decide(…)` and a method for each index of the layout. The records stay with the host; the
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

    /// Answers an index, of all records or of some.
    ///
    /// - Parameters:
    ///   - search: what is asked.
    /// - Returns: as the index's ``RecordLayout/Index/result`` says, or a problem.
    func answer(_ search: ViewSearch) -> ViewAnswer
}

/// A script's query of a view's index.
public struct ViewSearch: Sendable {
    /// A position in ``RecordLayout/indexes``.
    public let index: Int
    /// The rows to look among, ascending; nil for all.
    public let among: [Int32]?
    /// The arguments, nil beyond those that the index has.
    public let first, second: ScriptValue
}

/// The answer of an index.
public enum ViewAnswer: Sendable {
    /// Rows below ``RecordView/count``, in ascending order.
    case rows([Int32])
    case value(ScriptValue)
    /// Why there is no answer, for the author of the script.
    case problem(String)
}

extension RecordView {
    /// The rows that an index finds, among those that are asked about.
    public func answer(_ search: ViewSearch) -> ViewAnswer {
        let found = rows(where: search.index, first: search.first, second: search.second)
        guard let among = search.among else { return .rows(found) }
        let known = Set(among)
        return .rows(found.filter(known.contains))
    }
}
