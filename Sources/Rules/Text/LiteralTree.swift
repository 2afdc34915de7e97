/// All beginnings of a set of literals, each a state, as a tree.
///
/// States are numbered by their depth, which is their distance from the start;
/// those of one depth follow each other.
struct LiteralTree {
    /// By state: the literal that is its whole path, or -1.
    private(set) var literals: [Int32] = [-1]
    /// By depth: the first state.
    private(set) var firstOfDepth = [0]
    /// By state: its parent and the column that leads from there; the start's
    /// means nothing.
    private var entries: [(parent: Int, column: Int)] = [(0, 0)]
    /// By state, and for one more: the first of the states that are children
    /// of it or of a later state.
    private var firstChildren: [Int] = []

    /// - Parameter texts: distinct, none empty.
    init(_ texts: [[UInt8]], columns: ByteColumns) {
        // Sorted by their columns, all paths that share a beginning are neighbours.
        let paths = texts.enumerated().map { number, text in
            (literal: Int32(number), columns: text.map { columns.ofByte[Int($0)] })
        }.sorted { $0.columns.lexicographicallyPrecedes($1.columns) }
        var stateOfPath = [Int](repeating: 0, count: paths.count)
        var unfinished = Array(paths.indices)
        var depth = 0
        while !unfinished.isEmpty {
            firstOfDepth.append(count)
            for path in unfinished {
                let entry = (parent: stateOfPath[path], column: Int(paths[path].columns[depth]))
                if count == firstOfDepth[depth + 1] || entries[count - 1] != entry {
                    entries.append(entry)
                    literals.append(-1)
                }
                stateOfPath[path] = count - 1
            }
            depth += 1
            for path in unfinished where paths[path].columns.count == depth {
                literals[stateOfPath[path]] = paths[path].literal
            }
            unfinished.removeAll { paths[$0].columns.count == depth }
        }
        firstChildren = [Int](repeating: count, count: count + 1)
        for state in (1..<count).reversed() { firstChildren[entries[state].parent] = state }
        for state in literals.indices.reversed() {
            firstChildren[state] = min(firstChildren[state], firstChildren[state + 1])
        }
    }

    /// How many states there are, the start included.
    var count: Int { literals.count }

    func children(of state: Int) -> some Sequence<(column: Int, state: Int)> {
        (firstChildren[state]..<firstChildren[state + 1]).lazy.map { (entries[$0].column, $0) }
    }
}
