import Model
import Terminal

/// One field of a report: its name, type and meaning, and the way to its value.
///
/// JSON, CSV, tables and the field tables of `docs/json.md` are made from it.
struct Field<Row> {
    let description: FieldDescription
    /// The documented fields of its entries.
    private(set) var nested: [FieldDescription] = []
    fileprivate let writer: (Row, inout JSONObject) -> Void
    /// Its values in CSV; none for a list of objects.
    private(set) var cells: [CSVCell<Row>] = []
    /// The entries of a list of objects, for CSV with a line for each.
    private(set) var lines: CSVLines<Row>?
    /// Whether CSV has a line for each entry without being asked for it.
    private(set) var isLinewise = false
    /// Whether it is a sum that the entries of such a list repeat, and so add up to more.
    private(set) var isAmount = false
    /// Whether CSV repeats such sums with each entry, which are alternatives.
    private(set) var keepsAmounts = false
    private(set) var column: ReportColumn<Row>?
    /// How a column shows the value, unless the column says otherwise.
    private var shown: (Row) -> String = { _ in "" }
    private var alignment = Table.Alignment.leading

    private init(
        _ name: String, type: String, _ meaning: String,
        writer: @escaping (Row, inout JSONObject) -> Void
    ) {
        description = FieldDescription(name: name, type: type, meaning: meaning)
        self.writer = writer
    }

    var name: String { description.name }

    func write(_ row: Row, to object: inout JSONObject) { writer(row, &object) }
}

extension Field {
    /// A field with one value.
    static func value<Value: FieldValue>(
        _ name: String, _ meaning: String, _ value: @escaping (Row) -> Value
    ) -> Field {
        var field = Field(name, type: Value.type, meaning) { row, object in
            object.write(name, value(row).scalar)
        }
        field.cells = [CSVCell(name: name) { value($0).scalar.text }]
        field.isAmount = Value.self is Money.Type || Value.self is Money?.Type
        field.shown = { value($0).shown }
        field.alignment = Value.alignment
        return field
    }

    /// A list of texts or numbers, which CSV joins.
    static func values<Value: FieldValue>(
        _ name: String, _ meaning: String, _ values: @escaping (Row) -> [Value]
    ) -> Field {
        var field = Field(name, type: "list of \(Value.type)s", meaning) { row, object in
            object.array(name) { list in
                for value in values(row) { list.write(value.scalar) }
            }
        }
        field.shown = { row in
            values(row).map { $0.scalar.text ?? "" }.joined(separator: ", ")
        }
        field.cells = [CSVCell(name: name, text: field.shown)]
        return field
    }

    /// An object; CSV has a column for each of its fields, such as "hold.day".
    static func object<Entry>(
        _ name: String, _ meaning: String, _ fields: [Field<Entry>],
        _ entry: @escaping (Row) -> Entry
    ) -> Field {
        let write = fields.writer()
        var field = Field(name, type: "object", meaning) { row, object in
            object.object(name) { write(entry(row), &$0) }
        }
        field.nested = fields.descriptions().map { $0.within(name) }
        field.cells = fields.flatMap(\.cells).map { cell in
            CSVCell(name: "\(name).\(cell.name)") { cell.text(entry($0)) }
        }
        return field
    }

    /// An object whose names depend on the row, with an object for each.
    ///
    /// - Parameters:
    ///   - each: the meaning of one of them.
    ///   - entries: passes on each of them with its name.
    static func objects<Entry>(
        _ name: String, _ meaning: String, each: String, _ fields: [Field<Entry>],
        _ entries: @escaping (Row, (String, Entry) -> Void) -> Void
    ) -> Field {
        let write = fields.writer()
        var field = Field(name, type: "object", meaning) { row, object in
            object.object(name) { object in
                entries(row) { name, entry in
                    object.object(name) { write(entry, &$0) }
                }
            }
        }
        let any = FieldDescription(name: "*", type: "object", meaning: each)
        field.nested = ([any] + fields.descriptions().map { $0.within("*") })
            .map { $0.within(name) }
        return field
    }

    /// An object whose names depend on the row, with a text for each.
    ///
    /// - Parameter each: the meaning of one of them.
    static func texts(
        _ name: String, _ meaning: String, each: String,
        _ texts: @escaping (Row) -> [(name: String, text: String)]
    ) -> Field {
        var field = Field(name, type: "object", meaning) { row, object in
            object.object(name) { object in
                for (name, text) in texts(row) { object.field(name, text) }
            }
        }
        field.nested = [FieldDescription(name: "\(name).*", type: "text", meaning: each)]
        return field
    }

    /// A list of objects.
    static func list<Entries: Sequence>(
        _ name: String, _ meaning: String, _ fields: [Field<Entries.Element>],
        _ entries: @escaping (Row) -> Entries
    ) -> Field {
        let write = fields.writer()
        var field = Field(name, type: "list", meaning) { row, object in
            object.array(name) { list in
                for entry in entries(row) { list.object { write(entry, &$0) } }
            }
        }
        field.nested = fields.descriptions().map { $0.within(name) }
        let cells = fields.flatMap(\.cells)
        // A list within it that asks for lines has one for each of its own entries.
        let inner = fields.first(where: \.isLinewise)?.lines
        let names = cells.map(\.name) + (inner?.names ?? [])
        field.lines = CSVLines(names: names.map { "\(name).\($0)" }) { row in
            entries(row).flatMap { entry -> [[String?]] in
                let own = cells.map { $0.text(entry) }
                guard let inner else { return [own] }
                let rows = inner.cells(entry)
                return rows.isEmpty
                    ? [own + inner.names.map { _ in nil }] : rows.map { own + $0 }
            }
        }
        return field
    }

    /// A column that only the table has.
    static func shown(
        _ heading: String, alignment: Table.Alignment = .leading, isFlexible: Bool = false,
        isName: Bool = false, wraps: Bool = false, rank: Int = 0,
        _ cell: @escaping (Row) -> Table.Cell
    ) -> Field {
        Field("", type: "", "") { _, _ in }.column(
            heading, alignment: alignment, isFlexible: isFlexible, isName: isName, wraps: wraps,
            rank: rank, cell: cell)
    }

    /// The field with a column in the table, which shows its value.
    func column(
        _ heading: String, alignment: Table.Alignment? = nil, isFlexible: Bool = false,
        isName: Bool = false, wraps: Bool = false, rank: Int = 0, _ style: Style? = nil
    ) -> Field {
        let shown = shown
        return column(
            heading, alignment: alignment, isFlexible: isFlexible, isName: isName, wraps: wraps,
            rank: rank
        ) { Table.Cell(shown($0), style) }
    }

    /// The field with a column in the table.
    ///
    /// - Parameter alignment: nil for that of the value's type.
    func column(
        _ heading: String, alignment: Table.Alignment? = nil, isFlexible: Bool = false,
        isName: Bool = false, wraps: Bool = false, rank: Int = 0,
        cell: @escaping (Row) -> Table.Cell
    ) -> Field {
        var field = self
        field.column = ReportColumn(
            column: .init(
                heading, alignment: alignment ?? self.alignment, isFlexible: isFlexible,
                wraps: wraps, isName: isName, rank: rank),
            cell: cell)
        return field
    }

    /// A list that makes a line of each entry in CSV, without the amounts of the whole row.
    var linewise: Field {
        var field = self
        field.isLinewise = true
        return field
    }

    /// The same for a list of alternatives, each with the row's own amounts.
    var linewiseWithAmounts: Field {
        var field = linewise
        field.keepsAmounts = true
        return field
    }

    /// The field without the descriptions of its entries, which are documented elsewhere.
    var describedElsewhere: Field {
        var field = self
        field.nested = []
        return field
    }

    /// The field as one of a larger row.
    func of<Outer>(_ row: @escaping (Outer) -> Row) -> Field<Outer> {
        var field = Field<Outer>(name, type: description.type, description.meaning) {
            writer(row($0), &$1)
        }
        field.nested = nested
        field.cells = cells.map { cell in CSVCell(name: cell.name) { cell.text(row($0)) } }
        field.lines = lines.map { lines in
            CSVLines(names: lines.names) { lines.cells(row($0)) }
        }
        field.column = column.map { column in
            ReportColumn(column: column.column) { column.cell(row($0)) }
        }
        field.isLinewise = isLinewise
        (field.isAmount, field.keepsAmounts) = (isAmount, keepsAmounts)
        return field
    }
}

extension Array {
    /// Writes all fields of a row.
    ///
    /// Made once for many rows: a loop over fields would retain all that they hold.
    func writer<Row>() -> (Row, inout JSONObject) -> Void where Element == Field<Row> {
        let writers = map { $0.writer }
        return { row, object in
            for write in writers { write(row, &object) }
        }
    }

    /// The fields as those of a larger row.
    func of<Row, Outer>(_ row: @escaping (Outer) -> Row) -> [Field<Outer>]
    where Element == Field<Row> {
        map { $0.of(row) }
    }

    /// The descriptions of fields, each followed by those of its entries.
    func descriptions<Row>() -> [FieldDescription] where Element == Field<Row> {
        flatMap { [$0.description] + $0.nested }.filter { !$0.name.isEmpty }
    }
}

/// A field as `docs/json.md` describes it.
struct FieldDescription {
    /// "history.day" for the field `day` of each entry of `history`.
    let name: String
    /// "text", "number or null", "list of texts".
    let type: String
    let meaning: String

    func within(_ outer: String) -> FieldDescription {
        FieldDescription(name: "\(outer).\(name)", type: type, meaning: meaning)
    }
}

/// A value of a field, named after its column in CSV.
struct CSVCell<Row> {
    let name: String
    let text: (Row) -> String?
}

/// The entries of a list as lines of CSV.
struct CSVLines<Row> {
    let names: [String]
    let cells: (Row) -> [[String?]]
}

struct ReportColumn<Row> {
    let column: Table.Column
    let cell: (Row) -> Table.Cell
}

/// A value that JSON, CSV and tables can hold.
protocol FieldValue {
    /// "text", "number or null".
    static var type: String { get }
    static var alignment: Table.Alignment { get }
    var scalar: Scalar { get }
    /// The value in a table.
    var shown: String { get }
}

extension FieldValue {
    static var alignment: Table.Alignment { .leading }
    var shown: String { scalar.text ?? "" }
}

enum Scalar {
    case text(String)
    case number(Int64)
    case real(Double)
    case truth(Bool)
    case null

    /// The value in CSV; nil for null.
    var text: String? {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .real(let number): "\(number)"
        case .truth(let truth): truth ? "true" : "false"
        case .null: nil
        }
    }
}

extension String: FieldValue {
    static var type: String { "text" }
    var scalar: Scalar { .text(self) }
}

extension Int: FieldValue {
    static var type: String { "number" }
    static var alignment: Table.Alignment { .trailing }
    var scalar: Scalar { .number(Int64(self)) }
}

extension Int64: FieldValue {
    static var type: String { "number" }
    static var alignment: Table.Alignment { .trailing }
    var scalar: Scalar { .number(self) }
}

extension Bool: FieldValue {
    static var type: String { "true or false" }
    var scalar: Scalar { .truth(self) }
}

extension Money: FieldValue {
    static var type: String { "text" }
    static var alignment: Table.Alignment { .trailing }
    var scalar: Scalar { .text(plainText) }
    var shown: String { groupedText }
}

extension CalendarDay: FieldValue {
    static var type: String { "text" }
    var scalar: Scalar { .text("\(self)") }
}

extension CalendarMonth: FieldValue {
    static var type: String { "text" }
    var scalar: Scalar { .text("\(self)") }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    static var type: String { "\(Wrapped.type) or null" }
    static var alignment: Table.Alignment { Wrapped.alignment }
    // Not with a key path, which would be looked up for each value.
    var scalar: Scalar { map { $0.scalar } ?? .null }
    var shown: String { map { $0.shown } ?? "" }
}

extension JSONObject {
    mutating func write(_ name: String, _ value: Scalar) {
        switch value {
        case .text(let text): field(name, text)
        case .number(let number): field(name, number)
        case .real(let number): field(name, number)
        case .truth(let truth): field(name, truth)
        case .null: null(name)
        }
    }
}

extension JSONArray {
    mutating func write(_ value: Scalar) {
        switch value {
        case .text(let text): element(text)
        case .number(let number): element(number)
        case .real(let number): element(number)
        case .truth(let truth): element(truth)
        case .null: null()
        }
    }
}
