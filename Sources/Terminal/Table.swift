internal import Model

/// A table of rows under headings, fitted to its contents and to the terminal.
public struct Table: Sendable {
    public let columns: [Column]
    public private(set) var rows: [[Cell]] = []
    /// The indices of rows added by `addHeading`.
    private var headings: Set<Int> = []

    public init(columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row. Missing cells are empty; surplus cells are dropped.
    public mutating func add(_ cells: Cell...) {
        add(cells)
    }

    public mutating func add(_ cells: [Cell]) {
        rows.append(Array(cells.prefix(columns.count)))
    }

    /// Adds a row by headings, such as one of sums. Those without a column are left out.
    public mutating func add(_ cells: [String: Cell]) {
        add(columns.map { cells[$0.heading] ?? "" })
    }

    /// Adds a heading over the rows that follow.
    ///
    /// It may extend over the columns after its own, and widens none of them.
    ///
    /// - Parameter column: the column where it starts, from 0.
    public mutating func addHeading(_ cell: Cell, inColumn column: Int = 0) {
        let empty = [Cell](repeating: "", count: min(column, columns.count - 1))
        headings.insert(rows.count)
        rows.append(empty + [cell])
    }

    /// Whether a row was added by ``addHeading(_:inColumn:)``.
    public func isHeading(_ row: Int) -> Bool { headings.contains(row) }

    /// Renders the table: a line of headings if there are any, then a line for each row.
    ///
    /// Each line ends with a line feed and has no trailing blanks. Cells may hold untrusted
    /// text; it is made safe here. In a table that is too wide, columns of low rank are left out
    /// whole, and then flexible columns are cut, the widest first. Below ``widthForOneLine``
    /// columns, a row has what was left out in a second line. A table that is still too wide stays
    /// so, because a cut amount would be a wrong amount.
    ///
    /// - Parameter width: the terminal's width in columns; nil cuts only cells wider than
    ///   ``widestCell``.
    public func text(width: Int?, palette: Palette) -> String {
        layout(width: width, palette: palette).text
    }

    /// The maximum width of a cell in columns.
    ///
    /// A left-aligned cell in the last column may be wider, since it widens no other row.
    public static let widestCell = 200

    /// A terminal narrower than this gets rows of two lines.
    public static let widthForOneLine = 60

    /// - Returns: the text of ``text(width:palette:)``, whether a cell was cut although no
    ///   terminal limits the width, and the headings that have room.
    public func layout(
        width: Int?, palette: Palette
    ) -> (text: String, isCut: Bool, headings: Set<String>) {
        let limited = columns.indices.dropLast(columns.last?.alignment == .leading ? 1 : 0)
        var isCut = false
        let body = rows.enumerated().map { position, cells in
            cells.enumerated().map { column, cell in
                let text = palette.drawn(cell.safeText)
                guard limited.contains(column), !headings.contains(position) else { return text }
                let shown = Shortened.end(text, to: Self.widestCell, mark: palette.mark)
                if width == nil, shown != text { isCut = true }
                return shown
            }
        }
        let names = columns.map { palette.drawn(Cell($0.heading).safeText) }
        let measured = body.enumerated().filter { !headings.contains($0.offset) }.map(\.element)
        let plan = TablePlan(
            columns: columns, headings: names, body: measured, width: width,
            mark: palette.mark)
        let page = TablePage(columns: columns, headings: names, plan: plan, palette: palette)

        var text = ""
        if plan.kept.contains(where: { !names[$0].isEmpty }) {
            let styles = [Style?](repeating: .heading, count: columns.count)
            page.append(names, styles: styles, widths: plan.widths, to: &text)
        }
        for (position, (row, cells)) in zip(rows, body).enumerated() {
            if headings.contains(position) {
                page.appendHeading(cells, styles: row.map(\.style), width: width, to: &text)
            } else {
                page.appendRow(cells, styles: row.map(\.style), width: width, to: &text)
            }
        }
        return (text, isCut, Set(plan.kept.map { columns[$0].heading }))
    }
}

extension Table {
    public enum Alignment: Sendable {
        case leading
        /// For numbers, so that decimal points line up.
        case trailing
    }

    public struct Column: Sendable {
        /// Empty for a column without a heading.
        public let heading: String
        public let alignment: Alignment
        /// Whether cells may be cut if the table is too wide.
        public let isFlexible: Bool
        /// Whether long cells wrap instead of being cut; for a flexible last column.
        public let wraps: Bool
        /// Whether cells are names of accounts, whose digits at the end stay when they are cut.
        public let isName: Bool
        /// The order in which columns leave a table that is too wide, the greatest number first.
        /// A column of rank 0 stays.
        public let rank: Int

        public init(
            _ heading: String, alignment: Alignment = .leading, isFlexible: Bool = false,
            wraps: Bool = false, isName: Bool = false, rank: Int = 0
        ) {
            self.heading = heading
            self.alignment = alignment
            self.isFlexible = isFlexible || isName || wraps
            self.wraps = wraps
            self.isName = isName
            self.rank = rank
        }
    }

    public struct Cell: ExpressibleByStringInterpolation, Sendable {
        public let text: String
        public let style: Style?

        public init(_ text: String, _ style: Style? = nil) {
            self.text = text
            self.style = style
        }

        public init(stringLiteral text: String) {
            self.init(text)
        }

        /// The safe text without trailing blanks, which would become trailing blanks of the
        /// line.
        fileprivate var safeText: String {
            let safe = SafeText.neutralised(text)
            guard let last = safe.lastIndex(where: { !$0.isWhitespace }) else { return "" }
            return String(safe[...last])
        }
    }
}
