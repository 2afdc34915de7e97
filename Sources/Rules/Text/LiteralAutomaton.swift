/// Finds every occurrence of many literals in one pass over a text.
///
/// The automaton of A. V. Aho and M. J. Corasick ("Efficient String Matching:
/// An Aid to Bibliographic Search", 1975) as a complete table: one look-up for
/// each byte of text, whatever the number of literals. Bytes that no literal
/// has share a column. A capital of ASCII counts as its small letter.
///
/// The table has the literals' first bytes only: ends that few texts reach would
/// make most of it. What follows is compared where those bytes occur.
///
/// Most places of a text begin no literal. ``LiteralBeginnings`` passes over
/// them without the table, which is larger than a processor's nearest caches.
struct LiteralAutomaton: Sendable {
    private let columns: ByteColumns
    private let beginnings: LiteralBeginnings
    /// Rows of the table one after the other, those of the states nearest to
    /// the start first. An entry is the position of the next state's row; its
    /// top bit says that a head ends there. After its columns a row has the
    /// number of its state.
    private var table: [UInt32] = []
    /// Where the rows of states begin that are three bytes or more from the
    /// start.
    private var deepRows = 0
    /// The head that ends at a state and is the state's whole path, or -1.
    private var headOfState: [Int32] = []
    /// The next state to ask for a shorter head that ends at the same place,
    /// or 0.
    private var shorterEnding: [Int32] = []
    /// By head: the literals that begin with it.
    private let literalsOfHead: Lists<Int32>
    private let lengths: [Int]
    /// By literal: the columns of what follows its head.
    private let tails: Lists<UInt8>

    /// How many bytes of a literal the table has.
    private static let headLength = 6

    /// - Parameter literals: distinct, none empty, without capitals of ASCII.
    init(literals: [[UInt8]]) {
        lengths = literals.map(\.count)
        let columns = ByteColumns(of: literals)
        self.columns = columns
        beginnings = LiteralBeginnings(of: literals, columns: columns)
        tails = Lists(
            literals.map { $0.dropFirst(Self.headLength).map { columns.ofByte[Int($0)] } })
        var heads: [[UInt8]] = []
        var numbers: [[UInt8]: Int] = [:]
        var literalsOfHead: [[Int32]] = []
        for (literal, text) in literals.enumerated() {
            let head = Array(text.prefix(Self.headLength))
            if let known = numbers[head] {
                literalsOfHead[known].append(Int32(literal))
            } else {
                numbers[head] = heads.count
                heads.append(head)
                literalsOfHead.append([Int32(literal)])
            }
        }
        self.literalsOfHead = Lists(literalsOfHead)
        complete(LiteralTree(heads, columns: columns))
    }

    /// Calls `body` with each literal and the range where it occurs. It may
    /// tell of a literal of one or two bytes more than once.
    @inline(__always)
    func forEachOccurrence(
        in text: UnsafeBufferPointer<UInt8>, _ body: (_ literal: Int, _ range: Range<Int>) -> Void
    ) {
        guard !lengths.isEmpty else { return }
        table.withUnsafeBufferPointer { table in
            columns.ofByte.withUnsafeBufferPointer { columns in
                beginnings.bits.withUnsafeBufferPointer { beginnings in
                    var start = 0
                    while start < text.count {
                        start = LiteralBeginnings.first(
                            in: text, from: start, columns: columns, bits: beginnings)
                        let end = follow(
                            text, from: start, columns: columns, table: table, body)
                        if end == text.count { return }
                        // The last two bytes may be those with which a literal begins.
                        start = max(start + 1, end - 2)
                    }
                }
            }
        }
    }

    /// Takes the table's moves along a text, to its end or to where no literal
    /// can have begun before the last two bytes.
    @inline(__always)
    private func follow(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, columns: UnsafeBufferPointer<UInt8>,
        table: UnsafeBufferPointer<UInt32>, _ body: (_ literal: Int, _ range: Range<Int>) -> Void
    ) -> Int {
        var row = 0
        var position = start
        while position < text.count {
            let entry = table[row + Int(columns[Int(text[position])])]
            position += 1
            row = Int(entry & ~Self.headEndsHere)
            if entry & Self.headEndsHere != 0 {
                forEachHead(endingAt: Int(table[row + rowLength - 1])) { head in
                    for place in literalsOfHead.range(of: head) {
                        let literal = Int(literalsOfHead.elements[place])
                        guard hasTail(of: literal, text, at: position, columns: columns) else {
                            continue
                        }
                        let end = position + tails.range(of: literal).count
                        body(literal, end - lengths[literal]..<end)
                    }
                }
            }
            if row < deepRows, position - start > 2 { break }
        }
        return position
    }

    @inline(__always)
    private func hasTail(
        of literal: Int, _ text: UnsafeBufferPointer<UInt8>, at position: Int,
        columns: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let tail = tails.range(of: literal)
        guard tail.count <= text.count - position else { return false }
        var next = position
        for place in tail {
            if tails.elements[place] != columns[Int(text[next])] { return false }
            next += 1
        }
        return true
    }

    private static let headEndsHere: UInt32 = 1 << 31

    @inline(__always)
    private func forEachHead(endingAt state: Int, _ body: (Int) -> Void) {
        var state = state
        repeat {
            if headOfState[state] >= 0 { body(Int(headOfState[state])) }
            state = Int(shorterEnding[state])
        } while state != 0
    }

    private var rowLength: Int { columns.count + 1 }

    /// Gives each state the moves of its longest proper suffix where it has
    /// none of its own.
    private mutating func complete(_ tree: LiteralTree) {
        headOfState = tree.literals
        shorterEnding = [Int32](repeating: 0, count: tree.count)
        table = [UInt32](repeating: 0, count: tree.count * rowLength)
        deepRows = (tree.firstOfDepth.count > 3 ? tree.firstOfDepth[3] : tree.count) * rowLength
        var suffixes = [Int](repeating: 0, count: tree.count)
        // By breadth, so a state's suffix is complete before the state.
        for state in 0..<tree.count {
            let suffix = suffixes[state]
            let row = state * rowLength
            for column in 0..<columns.count where state > 0 {
                table[row + column] = table[suffix * rowLength + column]
            }
            for (column, child) in tree.children(of: state) {
                let childSuffix = Int(table[row + column])
                suffixes[child] = childSuffix
                shorterEnding[child] =
                    headOfState[childSuffix] >= 0
                    ? Int32(childSuffix) : shorterEnding[childSuffix]
                table[row + column] = UInt32(child)
            }
        }
        for state in 0..<tree.count {
            let row = state * rowLength
            for place in row..<row + columns.count { table[place] = move(to: Int(table[place])) }
            table[row + columns.count] = UInt32(state)
        }
    }

    private func move(to state: Int) -> UInt32 {
        let hasHead = headOfState[state] >= 0 || shorterEnding[state] != 0
        return UInt32(state * rowLength) | (hasHead ? Self.headEndsHere : 0)
    }
}
