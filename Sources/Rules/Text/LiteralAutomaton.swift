/// Finds every occurrence of many literals in one pass over a text.
///
/// The automaton of A. V. Aho and M. J. Corasick ("Efficient String Matching:
/// An Aid to Bibliographic Search", 1975) as a complete table: one look-up for
/// each byte of text, whatever the number of literals. Bytes that no literal
/// has share a column.
struct LiteralAutomaton: Sendable {
    private var columns = [UInt8](repeating: 0, count: 256)
    private var columnCount = 1
    /// Rows of the table one after the other. An entry is the position of the
    /// next state's row; its top bit says that a literal ends there.
    private var table: [UInt32] = []
    /// The literal that ends at a state and is the state's whole path, or -1.
    private var literalOfState: [Int32] = []
    /// The next state to ask for a shorter literal that ends at the same
    /// place, or 0.
    private var shorterEnding: [Int32] = []
    private var lengths: [Int] = []

    /// - Parameter literals: distinct, none empty.
    init(literals: [[UInt8]]) {
        lengths = literals.map(\.count)
        assignColumns(literals)
        addRow()
        for (literal, bytes) in literals.enumerated() { add(bytes, as: Int32(literal)) }
        completeTable()
    }

    /// Calls `body` with each literal and the range where it occurs, by the
    /// end of the range.
    @inline(__always)
    func forEachOccurrence(
        in text: UnsafeBufferPointer<UInt8>, _ body: (_ literal: Int, _ range: Range<Int>) -> Void
    ) {
        guard !lengths.isEmpty else { return }
        table.withUnsafeBufferPointer { table in
            columns.withUnsafeBufferPointer { columns in
                var row = 0
                for position in 0..<text.count {
                    let entry = table[row + Int(columns[Int(text[position])])]
                    row = Int(entry & ~Self.literalEndsHere)
                    if entry & Self.literalEndsHere != 0 {
                        forEachLiteral(endingAt: row / columnCount) { literal in
                            body(literal, position + 1 - lengths[literal]..<position + 1)
                        }
                    }
                }
            }
        }
    }

    private static let literalEndsHere: UInt32 = 1 << 31

    @inline(__always)
    private func forEachLiteral(endingAt state: Int, _ body: (Int) -> Void) {
        var state = state
        repeat {
            if literalOfState[state] >= 0 { body(Int(literalOfState[state])) }
            state = Int(shorterEnding[state])
        } while state != 0
    }

    private mutating func assignColumns(_ literals: [[UInt8]]) {
        for byte in literals.joined() where columns[Int(byte)] == 0 {
            columns[Int(byte)] = UInt8(columnCount)
            columnCount += 1
        }
    }

    @discardableResult
    private mutating func addRow() -> Int {
        table.append(contentsOf: repeatElement(0, count: columnCount))
        literalOfState.append(-1)
        shorterEnding.append(0)
        return literalOfState.count - 1
    }

    private mutating func add(_ bytes: [UInt8], as literal: Int32) {
        var state = 0
        for byte in bytes {
            let place = state * columnCount + Int(columns[Int(byte)])
            if table[place] == 0 {
                let child = addRow()
                table[place] = UInt32(child)
            }
            state = Int(table[place])
        }
        literalOfState[state] = literal
    }

    /// Breadth first: gives each state the moves of its longest proper suffix
    /// where it has none of its own, then turns states into row positions.
    private mutating func completeTable() {
        var suffixes = [Int](repeating: 0, count: literalOfState.count)
        var queue = [0]
        queue.reserveCapacity(literalOfState.count)
        var position = 0
        while position < queue.count {
            let state = queue[position]
            position += 1
            let suffix = suffixes[state]
            for column in 0..<columnCount {
                let place = state * columnCount + column
                let suffixMove = state == 0 ? 0 : table[suffix * columnCount + column]
                if table[place] == 0 {
                    table[place] = suffixMove
                } else {
                    let child = Int(table[place])
                    let childSuffix = Int(suffixMove)
                    suffixes[child] = childSuffix
                    shorterEnding[child] =
                        literalOfState[childSuffix] >= 0
                        ? Int32(childSuffix) : shorterEnding[childSuffix]
                    queue.append(child)
                }
            }
        }
        for place in table.indices {
            let state = Int(table[place])
            let hasLiteral = literalOfState[state] >= 0 || shorterEnding[state] != 0
            table[place] =
                UInt32(state * columnCount) | (hasLiteral ? Self.literalEndsHere : 0)
        }
    }
}
