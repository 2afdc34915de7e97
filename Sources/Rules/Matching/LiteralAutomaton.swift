/// Finds all occurrences of many literals in one pass over a text.
///
/// This is the automaton of A. V. Aho and M. J. Corasick ("Efficient String Matching:
/// An Aid to Bibliographic Search", 1975) as a complete table: one lookup per byte,
/// whatever the number of literals. Bytes that occur in no literal share a column.
/// An ASCII capital counts as its lower-case letter.
///
/// The table covers only the first bytes of each literal (its head). Ends that few
/// texts reach would make up most of it; they are compared where a head occurs.
///
/// Most positions in a text begin no literal. ``LiteralBeginnings`` skips them without
/// the table, which is larger than a processor's nearest caches.
struct LiteralAutomaton: Sendable {
    private let columns: ByteColumns
    private let beginnings: LiteralBeginnings
    /// The rows of the table, with the states nearest to the start first. An
    /// entry is the offset of the next state's row; its top bit marks the end of
    /// a head. After its columns, a row contains its state's number.
    private let table: FlatList<UInt32>
    /// The offset of the first row of a state at depth three or more.
    private let deepRows: Int
    /// The head that is the state's whole path, or -1.
    private let headOfState: FlatList<Int32>
    /// The next state whose path is a shorter head ending at the same position,
    /// or 0.
    private let shorterEnding: FlatList<Int32>
    /// By head: the literals that begin with it.
    private let literalsOfHead: FlatLists<Int32>
    private let lengths: FlatList<Int32>
    /// By literal: the columns of the bytes after its head.
    private let tails: FlatLists<UInt8>

    /// - Parameter literals: distinct, not empty, without ASCII capitals.
    init(literals: [[UInt8]]) {
        lengths = FlatList(literals.map { Int32($0.count) })
        let columns = ByteColumns(of: literals)
        self.columns = columns
        beginnings = LiteralBeginnings(of: literals, columns: columns)
        var tails: [[UInt8]] = []
        var heads: [LiteralHead] = []
        var numbers: [LiteralHead: Int32] = [:]
        var literalsOfHead: [(list: Int32, element: Int32)] = []
        numbers.reserveCapacity(literals.count)
        for (literal, text) in literals.enumerated() {
            let head = LiteralHead(text.prefix(LiteralHead.mostBytes), columns: columns)
            let new = Int32(heads.count)
            let number = numbers[head, default: new]
            if number == new {
                numbers[head] = new
                heads.append(head)
            }
            literalsOfHead.append((number, Int32(literal)))
            tails.append(
                text.dropFirst(LiteralHead.mostBytes).map { columns.ofByte[Int($0)] })
        }
        self.tails = FlatLists(tails)
        self.literalsOfHead = FlatLists(literalsOfHead, count: heads.count)
        let tree = LiteralTree(heads)
        let (table, shorterEnding) = Self.completed(tree, columns: columns.count)
        self.table = FlatList(table)
        self.shorterEnding = FlatList(shorterEnding)
        headOfState = FlatList(tree.heads)
        deepRows =
            (tree.firstOfDepth.count > 3 ? tree.firstOfDepth[3] : tree.count)
            * (columns.count + 1)
    }

    /// Calls `body` with each literal and the range where it occurs. A literal of
    /// one or two bytes may be reported more than once.
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
                        // A literal may begin at the last two bytes.
                        start = max(start + 1, end - 2)
                    }
                }
            }
        }
    }

    /// Follows the table along a text, to its end or until no literal can have
    /// begun before the last two bytes.
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
                        body(literal, end - Int(lengths[literal])..<end)
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

    /// The table and the shorter endings of a tree, where each state has the transitions of
    /// its longest proper suffix if it has none of its own.
    private static func completed(
        _ tree: LiteralTree, columns columnCount: Int
    ) -> (table: [UInt32], shorterEnding: [Int32]) {
        let rowLength = columnCount + 1
        let heads = tree.heads
        var shorterEnding = [Int32](repeating: 0, count: tree.count)
        var suffixes = [Int](repeating: 0, count: tree.count)
        var table = [UInt32](repeating: 0, count: tree.count * rowLength)
        table.withUnsafeMutableBufferPointer { table in
            // Breadth first, so that a state's suffix is complete before the state.
            for state in 0..<tree.count {
                let row = state * rowLength
                if state > 0 {
                    let suffix = suffixes[state] * rowLength
                    for column in 0..<columnCount {
                        table[row + column] = table[suffix + column]
                    }
                }
                table[row + columnCount] = UInt32(state)
                for (column, child) in tree.children(of: state) {
                    let suffix = Int(table[row + column] & ~Self.headEndsHere) / rowLength
                    suffixes[child] = suffix
                    shorterEnding[child] =
                        heads[suffix] >= 0 ? Int32(suffix) : shorterEnding[suffix]
                    let hasHead = heads[child] >= 0 || shorterEnding[child] != 0
                    table[row + column] =
                        UInt32(child * rowLength) | (hasHead ? Self.headEndsHere : 0)
                }
            }
        }
        return (table, shorterEnding)
    }
}

/// A filter for positions where a literal may begin, by the three bytes there.
///
/// It is a set of all three-byte beginnings, as the last five bits of each byte's
/// column. Collisions are possible, so it can only rule positions out. It takes
/// 4 KiB, and lookups are independent of each other.
struct LiteralBeginnings: Sendable {
    let bits: FlatList<UInt64>

    private static let codeBits = 5
    private static let codeMask = 1 << codeBits - 1
    private static let allCodes = 1 << (3 * codeBits) - 1

    init(bits: FlatList<UInt64>) {
        self.bits = bits
    }

    init(of literals: [[UInt8]], columns: ByteColumns) {
        var bits = [UInt64](repeating: 0, count: 1 << 9)
        for literal in literals {
            let codes = literal.prefix(3).map { Self.code(of: columns.ofByte[Int($0)]) }
            // A shorter literal continues with any byte.
            let open = (3 - codes.count) * Self.codeBits
            let beginning = codes.reduce(0) { $0 << Self.codeBits | $1 } << open
            for rest in 0..<1 << open {
                let place = beginning | rest
                bits[place >> 6] |= 1 << UInt64(place & 63)
            }
        }
        self.bits = FlatList(bits)
    }

    /// The first position, from a given one, where a literal may begin or that
    /// has fewer than two bytes after it.
    @inline(__always)
    static func first(
        in text: UnsafeBufferPointer<UInt8>, from start: Int,
        columns: UnsafeBufferPointer<UInt8>, bits: UnsafeBufferPointer<UInt64>
    ) -> Int {
        guard text.count - start > 2 else { return start }
        var beginning = code(of: columns[Int(text[start])])
        beginning = beginning << codeBits | code(of: columns[Int(text[start + 1])])
        for end in start + 2..<text.count {
            let next = code(of: columns[Int(text[end])])
            beginning = (beginning << codeBits | next) & allCodes
            if bits[beginning >> 6] >> UInt64(beginning & 63) & 1 == 1 { return end - 2 }
        }
        return text.count - 2
    }

    @inline(__always)
    private static func code(of column: UInt8) -> Int { Int(column) & codeMask }
}

/// The columns of a literal's first bytes, packed into a number with the same order.
struct LiteralHead: Hashable {
    /// The number of a literal's bytes in the table.
    static let mostBytes = 6

    /// The first column in the highest byte; the length in the lowest.
    private let bits: UInt64

    init(_ bytes: some Collection<UInt8>, columns: ByteColumns) {
        var bits: UInt64 = 0
        for byte in bytes { bits = bits << 8 | UInt64(columns.ofByte[Int(byte)]) }
        self.bits = bits << UInt64(8 * (8 - bytes.count)) | UInt64(bytes.count)
    }

    var count: Int { Int(bits & 0xFF) }

    subscript(depth: Int) -> Int { Int((bits >> UInt64(8 * (7 - depth))) & 0xFF) }

    static func < (one: LiteralHead, other: LiteralHead) -> Bool { one.bits < other.bits }
}

/// The trie of a set of heads; each node is a state.
///
/// States are numbered by depth, which is their distance from the start. States of
/// equal depth are consecutive.
struct LiteralTree {
    /// By state: the head that is the state's whole path, or -1.
    private(set) var heads: [Int32] = [-1]
    /// By depth: the first state.
    private(set) var firstOfDepth = [0]
    /// By state: its parent and the column that leads to it; meaningless for the
    /// start.
    private var entries: [(parent: Int, column: Int)] = [(0, 0)]
    /// By state, and one more: the first state that is a child of it or of a later
    /// state.
    private var firstChildren: [Int] = []

    /// - Parameter given: distinct, not empty.
    init(_ given: [LiteralHead]) {
        // Sorted by columns, paths with a common beginning are adjacent.
        var paths = given.enumerated().map { (head: $1, number: Int32($0), state: 0) }
            .sorted { $0.head < $1.head }
        for depth in 0..<LiteralHead.mostBytes
        where paths.contains(where: { $0.head.count > depth }) {
            firstOfDepth.append(count)
            for path in paths.indices where paths[path].head.count > depth {
                let head = paths[path].head
                let entry = (parent: paths[path].state, column: head[depth])
                if count == firstOfDepth[depth + 1] || entries[count - 1] != entry {
                    entries.append(entry)
                    heads.append(-1)
                }
                paths[path].state = count - 1
                if head.count == depth + 1 { heads[count - 1] = paths[path].number }
            }
        }
        firstChildren = [Int](repeating: count, count: count + 1)
        for state in (1..<count).reversed() { firstChildren[entries[state].parent] = state }
        for state in heads.indices.reversed() {
            firstChildren[state] = min(firstChildren[state], firstChildren[state + 1])
        }
    }

    /// The number of states, including the start.
    var count: Int { heads.count }

    func children(of state: Int) -> some Sequence<(column: Int, state: Int)> {
        (firstChildren[state]..<firstChildren[state + 1]).lazy.map { (entries[$0].column, $0) }
    }
}

/// Classes of bytes that a set of literals can't distinguish: all bytes in no
/// literal, and both cases of an ASCII letter.
struct ByteColumns: Sendable {
    /// By byte; 0 if it is in no literal.
    let ofByte: FlatList<UInt8>
    let count: Int

    init(ofByte: FlatList<UInt8>, count: Int) {
        self.ofByte = ofByte
        self.count = count
    }

    /// - Parameter literals: without ASCII capitals.
    init(of literals: [[UInt8]]) {
        var ofByte = [UInt8](repeating: 0, count: 256)
        var count = 1
        for byte in literals.joined() where ofByte[Int(byte)] == 0 {
            ofByte[Int(byte)] = UInt8(count)
            count += 1
        }
        for letter in UInt8(ascii: "A")...UInt8(ascii: "Z") {
            ofByte[Int(letter)] = ofByte[Int(letter | 0x20)]
        }
        self.ofByte = FlatList(ofByte)
        self.count = count
    }
}

extension LiteralAutomaton: Archivable {
    func write(to archive: inout ArchiveWriter) {
        archive.write(columns.ofByte)
        archive.write(columns.count)
        archive.write(beginnings.bits)
        archive.write(table)
        archive.write(deepRows)
        archive.write(headOfState)
        archive.write(shorterEnding)
        archive.write(literalsOfHead)
        archive.write(lengths)
        archive.write(tails)
    }

    init(from archive: inout ArchiveReader) {
        columns = ByteColumns(ofByte: archive.list(), count: archive.int())
        beginnings = LiteralBeginnings(bits: archive.list())
        table = archive.list()
        deepRows = archive.int()
        headOfState = archive.list()
        shorterEnding = archive.list()
        literalsOfHead = archive.value()
        lengths = archive.list()
        tails = archive.value()
    }
}
