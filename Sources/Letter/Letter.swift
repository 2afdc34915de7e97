public import Model

/// A report of a period to read, print and pass on: figures that open to their rows.
public struct Letter: Sendable {
    /// Such as "November 2026".
    public let title: String
    /// Notes below the title, such as up to when the figures are known.
    public var notes: [LetterText]
    public var sections: [Section]

    public init(title: String, notes: [LetterText], sections: [Section]) {
        (self.title, self.notes, self.sections) = (title, notes, sections)
    }

    public struct Section: Sendable {
        public let title: LetterText
        public var notes: [LetterText]
        public var parts: [Part]

        public init(_ title: LetterText, notes: [LetterText] = [], parts: [Part] = []) {
            (self.title, self.notes, self.parts) = (title, notes, parts)
        }

        public var isEmpty: Bool { notes.isEmpty && parts.isEmpty }
    }

    public enum Part: Sendable {
        case figure(Figure)
        case chart(Chart)
    }

    /// The words that stand beside a signed amount, so that it is not told by colour alone.
    public enum Meaning: Sendable {
        /// An amount whose label says what its sign means.
        case plain
        /// What was spent; a negative amount came back.
        case spending
        /// What was earned; a negative amount was taken back.
        case income
        /// What is owned; a negative amount is owed.
        case balance
        /// What is left to spend; a negative amount is spent too much.
        case remaining
        /// A difference: more or less.
        case change
        /// What moved: in or out.
        case flow
    }

    /// An amount, and the rows that add up to it.
    public struct Figure: Sendable {
        public var label: LetterText
        public var amount: Money
        public var meaning: Meaning
        public var day: CalendarDay?
        /// Such as the reason for a transaction's category.
        public var remark: LetterText?
        /// The rows add up to the amount; none for a single row.
        public var rows: [Figure]
        public var usual: Usual?
        /// The name that ``source`` refers to.
        public var id: String?
        /// The figure that has the same amount, where its rows are.
        public var source: Source?
        /// Whether bars compare the rows.
        public var hasBars = false
        /// Whether its rows are shown at once.
        public var isOpen = false

        public init(
            _ label: LetterText, _ amount: Money, as meaning: Meaning, on day: CalendarDay? = nil,
            remark: LetterText? = nil, rows: [Figure] = [], usual: Usual? = nil,
            id: String? = nil, source: Source? = nil
        ) {
            (self.label, self.amount, self.meaning, self.day) = (label, amount, meaning, day)
            (self.remark, self.rows, self.usual) = (remark, rows, usual)
            (self.id, self.source) = (id, source)
        }

        /// The figure with its rows shown at once.
        public var opened: Figure {
            var figure = self
            figure.isOpen = true
            return figure
        }

        /// A figure that is the sum of its rows.
        public init(
            sumOf rows: [Figure], _ label: LetterText, in currency: Currency, as meaning: Meaning,
            remark: LetterText? = nil, usual: Usual? = nil, id: String? = nil
        ) {
            self.init(
                label,
                Money(sum: rows.reduce(0) { $0 + $1.amount.minorUnits }, currency: currency),
                as: meaning, remark: remark, rows: rows, usual: usual, id: id)
        }
    }

    /// Another figure that an amount repeats.
    public struct Source: Sendable {
        public let id: String
        /// Whether it has the other sign there.
        public let isNegated: Bool

        public init(_ id: String, isNegated: Bool = false) {
            (self.id, self.isNegated) = (id, isNegated)
        }
    }

    /// The average of earlier months, rounded to the nearest minor unit.
    public struct Usual: Sendable {
        /// Such as "usually" or "by the 6th usually".
        public let words: String
        public let average: Money
        public let months: [(name: String, amount: Money)]

        public init(_ words: String, _ average: Money, _ months: [(name: String, amount: Money)]) {
            (self.words, self.average, self.months) = (words, average, months)
        }
    }

    /// Amounts by month, drawn and as a table.
    public struct Chart: Sendable {
        public enum Kind: Sendable {
            /// A line of the last column.
            case line
            /// The first two columns beside each other, without their signs.
            case pairs
        }

        public let kind: Kind
        public let title: LetterText
        public let columns: [String]
        /// In each the last amount is the sum of those before.
        public let rows: [(label: String, amounts: [Money])]

        public init(
            _ kind: Kind, _ title: LetterText, columns: [String],
            rows: [(label: String, amounts: [Money])]
        ) {
            (self.kind, self.title, self.columns, self.rows) = (kind, title, columns, rows)
        }
    }
}

/// Words of the program, with names from outside.
///
/// What is interpolated is from outside unless it says otherwise.
public struct LetterText: ExpressibleByStringInterpolation, Sendable {
    enum Piece: Sendable {
        case words(String)
        case outside(String)
    }

    private(set) var pieces: [Piece] = []

    public init(stringLiteral value: String) { pieces = [.words(value)] }

    public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    /// Words that the program made.
    public init(words: String) { pieces = [.words(words)] }

    public static func + (one: LetterText, other: LetterText) -> LetterText {
        var both = one
        both.pieces += other.pieces
        return both
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.words(literal)) }
        }

        public mutating func appendInterpolation(_ name: String) { pieces.append(.outside(name)) }

        public mutating func appendInterpolation(words: String) { pieces.append(.words(words)) }
    }
}
