internal import Model

/// A block of lines for a screen, each exactly as wide as the block.
///
/// Its texts may be untrusted: they are made safe here, drawn in characters that the terminal
/// has, and cut or filled.
public struct Frame: Sendable {
    public let width: Int
    public private(set) var lines: [String] = []
    /// Where the cursor stands, from 0; nil for no cursor.
    public var cursor: (line: Int, column: Int)?
    private let palette: Palette

    public init(width: Int, palette: Palette) {
        self.width = max(0, width)
        self.palette = palette
    }

    /// A piece of a line.
    public struct Cell: ExpressibleByStringInterpolation, Sendable {
        let text: String
        let style: Style?
        let width: Int?
        let alignment: Table.Alignment
        let cut: Cut

        /// The treatment of a text that is too wide.
        public enum Cut: Sendable {
            case end
            /// For names of accounts, whose digits at the end stay.
            case name
            /// For amounts, since a part of one would be another.
            case whole
            /// For a line that is being typed at its end.
            case start
        }

        /// - Parameter width: nil for that of the text.
        public init(
            _ text: String, _ style: Style? = nil, width: Int? = nil,
            alignment: Table.Alignment = .leading, cut: Cut = .end
        ) {
            (self.text, self.style, self.alignment, self.cut) = (text, style, alignment, cut)
            self.width = width.map { max(0, $0) }
        }

        public init(stringLiteral text: String) { self.init(text) }
    }

    /// Adds a line.
    ///
    /// - Parameter style: of the whole line, in place of the styles of its cells.
    public mutating func add(_ cells: Cell..., as style: Style? = nil) {
        guard let style else {
            lines.append(
                fitted(cells.map { palette.styled(drawn($0), as: $0.style) }.joined(), to: width))
            return
        }
        lines.append(palette.styled(fitted(cells.map(drawn).joined(), to: width), as: style))
    }

    /// Adds the lines of a table.
    public mutating func add(_ table: Table) {
        for line in table.text(width: width, palette: palette).split(separator: "\n") {
            lines.append(fitted(String(line), to: width))
        }
    }

    /// Adds the lines of another block of the same width, with its cursor.
    public mutating func add(_ below: Frame) {
        if let place = below.cursor { cursor = (lines.count + place.line, place.column) }
        lines += below.lines.map { fitted($0, to: width) }
    }

    /// Adds a horizontal line.
    ///
    /// - Parameter crossings: the columns where vertical lines meet it.
    public mutating func addRule(at crossings: [Int], _ crossing: String) {
        let line = (0..<width).map { crossings.contains($0) ? crossing : "─" }
        add(Cell(line.joined(), .muted))
    }

    /// Cuts or fills the block to a height.
    public mutating func fill(to height: Int) {
        let blank = String(repeating: " ", count: width)
        lines = Array(lines.prefix(height))
        while lines.count < height { lines.append(blank) }
    }

    /// The lines from one on.
    public func part(from first: Int, count: Int = .max) -> Frame {
        var part = self
        part.lines = Array(lines.dropFirst(first).prefix(max(0, count)))
        return part
    }

    /// The two blocks with a vertical line between them.
    public func beside(_ other: Frame) -> Frame {
        var both = Frame(width: width + 1 + other.width, palette: palette)
        let bar = palette.styled(palette.drawn("│"), as: .muted)
        both.lines = zip(lines, other.lines).map { $0 + bar + $1 }
        both.cursor = cursor
        return both
    }

    /// The columns that a text takes here.
    public func columns(of text: String) -> Int {
        DisplayWidth.columns(of: palette.drawn(SafeText.neutralised(text)))
    }

    private func drawn(_ cell: Cell) -> String {
        let text = palette.drawn(SafeText.neutralised(cell.text))
        guard let width = cell.width else { return text }
        let columns = DisplayWidth.columns(of: text)
        guard columns > width else {
            let blanks = String(repeating: " ", count: width - columns)
            return cell.alignment == .leading ? text + blanks : blanks + text
        }
        let short =
            switch cell.cut {
            case .end: Shortened.end(text, to: width, mark: palette.mark)
            case .name: Shortened.name(text, to: width, mark: palette.mark)
            case .whole: palette.mark
            case .start: String(text.reversed().prefix(columns: width).reversed())
            }
        return fitted(short, to: width)
    }

    private static let reset = "\u{1B}[0m"

    /// A text with or without colours, cut or filled to a width.
    private func fitted(_ text: String, to width: Int) -> String {
        var line = ""
        var used = 0
        var isStyled = false
        var rest = text[...]
        while let character = rest.first {
            if character.unicodeScalars.first == "\u{1B}",
                let end = rest.unicodeScalars.firstIndex(of: "m")
            {
                // A combining mark behind it is part of the text.
                let next = rest.unicodeScalars.index(after: end)
                line += String(rest.unicodeScalars[..<next])
                isStyled = !rest.unicodeScalars[..<next].elementsEqual(Self.reset.unicodeScalars)
                rest = rest[next...]
                continue
            }
            let columns = DisplayWidth.columns(of: character)
            guard used + columns <= width else { break }
            line.append(character)
            used += columns
            rest.removeFirst()
        }
        if isStyled { line += Self.reset }
        return line + String(repeating: " ", count: max(0, width - used))
    }
}

extension [Character] {
    /// The first characters that fit some columns.
    fileprivate func prefix(columns: Int) -> ArraySlice<Character> {
        var used = 0
        return prefix { character in
            used += DisplayWidth.columns(of: character)
            return used <= columns
        }
    }
}
