/// One-to-one matching of rows with columns: as many pairs as possible, at the least
/// total cost.
///
/// Only possible pairs are stored. So many equal amounts, each with a few possible
/// partners, cost little more than their number.
struct Assignment {
    /// A possible column of a row, with a cost of 0 or more.
    struct Edge: Equatable {
        let column: Int
        let cost: Int
    }

    /// By row, its column in one best matching; nil if it stays alone.
    private(set) var columnOfRow: [Int?]

    private let edges: [[Edge]]
    private let columnCount: Int
    /// More than any cheaper pairs could save.
    private let aloneCost: Int
    private var rowPotential: [Int]
    private var columnPotential: [Int]
    private var rowOfColumn: [Int]

    /// The Hungarian method with potentials (Kuhn 1955, Munkres 1957). It adds one
    /// row at a time along a shortest augmenting path, found by Dijkstra's method.
    ///
    /// - Parameter edges: by row; each column at most once.
    init(edges: [[Edge]], columnCount: Int) {
        self.edges = edges
        self.columnCount = columnCount
        let largestCost = edges.lazy.flatMap { $0 }.map(\.cost).max() ?? 0
        aloneCost = (largestCost + 1) * (edges.count + 1)
        // After the columns, each row has one of its own for staying alone.
        let allColumns = columnCount + edges.count
        rowPotential = [Int](repeating: 0, count: edges.count)
        columnPotential = [Int](repeating: 0, count: allColumns)
        rowOfColumn = [Int](repeating: -1, count: allColumns)
        columnOfRow = [Int?](repeating: nil, count: edges.count)
        var search = Search(columnCount: allColumns)
        var columns = [Int](repeating: -1, count: edges.count)
        for row in edges.indices { add(row, &columns, &search) }
        columnOfRow = columns.map { $0 < columnCount ? $0 : nil }
    }

    private struct Search {
        var distance: [Int]
        var previousRow: [Int]
        var isDone: [Bool]
        var touched: [Int] = []
        var heap = DistanceHeap()

        init(columnCount: Int) {
            distance = [Int](repeating: .max, count: columnCount)
            previousRow = [Int](repeating: -1, count: columnCount)
            isDone = [Bool](repeating: false, count: columnCount)
        }

        mutating func reset() {
            for column in touched {
                distance[column] = .max
                isDone[column] = false
            }
            touched.removeAll(keepingCapacity: true)
            heap.removeAll()
        }
    }

    private mutating func add(_ added: Int, _ columns: inout [Int], _ search: inout Search) {
        search.reset()
        var row = added
        var reached = 0
        var end = -1
        while end < 0 {
            for edge in edges[row] { relax(row, edge.column, edge.cost, reached, &search) }
            relax(row, columnCount + row, aloneCost, reached, &search)
            while let (distance, column) = search.heap.removeFirst() {
                guard !search.isDone[column] else { continue }
                search.isDone[column] = true
                reached = distance
                if rowOfColumn[column] < 0 { end = column } else { row = rowOfColumn[column] }
                break
            }
        }
        rowPotential[added] += reached
        for column in search.touched where search.isDone[column] && column != end {
            rowPotential[rowOfColumn[column]] += reached - search.distance[column]
            columnPotential[column] -= reached - search.distance[column]
        }
        var column = end
        while column >= 0 {
            let row = search.previousRow[column]
            let earlier = columns[row]
            columns[row] = column
            rowOfColumn[column] = row
            column = row == added ? -1 : earlier
        }
    }

    private func relax(
        _ row: Int, _ column: Int, _ cost: Int, _ reached: Int, _ search: inout Search
    ) {
        guard !search.isDone[column] else { return }
        let distance = reached + cost - rowPotential[row] - columnPotential[column]
        guard distance < search.distance[column] else { return }
        if search.distance[column] == .max { search.touched.append(column) }
        search.distance[column] = distance
        search.previousRow[column] = row
        // Among equally near columns the free ones come first: they end the search.
        search.heap.insert(distance, column, isFirst: rowOfColumn[column] < 0)
    }

    // MARK: Undecided rows

    /// A row that differs between equally good matchings: it has another column, or
    /// stays alone.
    struct Undecided {
        let row: Int
        /// All columns that it has in one of them.
        let columns: [Int]
        /// Those of them with a row in each of these matchings.
        let columnsNeverFree: [Int]
        /// Whether it has a column in each of these matchings.
        let isNeverAlone: Bool
        /// Whether its rivals are never alone either, so that they only exchange
        /// columns.
        let isExchange: Bool
    }

    /// The rows that differ between best matchings. Every other row has the same
    /// column in all.
    ///
    /// Best matchings differ along cycles, and along paths to a free column. Their
    /// rows take columns at no cost beyond the potentials. They are the strongly
    /// connected components of "could take the column of". One more node stands for
    /// all free columns, and one for staying alone. No component has both, since all
    /// best matchings have as many pairs.
    func undecidedRows() -> [Undecided] {
        let (free, alone) = (edges.count, edges.count + 1)
        var nextNodes: [[Int]] = (0...alone).map { _ in [] }
        func node(ofColumn column: Int) -> Int {
            if rowOfColumn[column] >= 0 { return rowOfColumn[column] }
            return column < columnCount ? free : alone
        }
        for row in edges.indices {
            for edge in freeEdges(ofRow: row) where node(ofColumn: edge.column) != row {
                nextNodes[row].append(node(ofColumn: edge.column))
            }
        }
        for (column, row) in rowOfColumn.enumerated()
        where row >= 0 && columnPotential[column] == 0 {
            nextNodes[column < columnCount ? free : alone].append(row)
        }
        return StrongParts(nextNodes).parts.filter { $0.count > 1 }.flatMap { part in
            let members = Set(part)
            let isExchange = !members.contains(free) && !members.contains(alone)
            return part.filter { $0 < edges.count }.map { row in
                let taken = freeEdges(ofRow: row).map(\.column)
                let columns = taken.filter {
                    $0 < columnCount && members.contains(node(ofColumn: $0))
                }
                return Undecided(
                    row: row, columns: columns,
                    columnsNeverFree: columns.filter {
                        !members.contains(free) || rowOfColumn[$0] >= 0 && columnPotential[$0] != 0
                    },
                    isNeverAlone: !members.contains(alone) || !taken.contains(columnCount + row),
                    isExchange: isExchange)
            }
        }
    }

    /// The edges of a row that cost nothing beyond the potentials.
    private func freeEdges(ofRow row: Int) -> [Edge] {
        (edges[row] + [Edge(column: columnCount + row, cost: aloneCost)]).filter {
            $0.cost == rowPotential[row] + columnPotential[$0.column]
        }
    }
}

/// A heap of columns by distance, the nearest first.
private struct DistanceHeap {
    private struct Entry {
        let distance: Int
        let isFirst: Bool
        let column: Int

        func precedes(_ other: Entry) -> Bool {
            if distance != other.distance { return distance < other.distance }
            if isFirst != other.isFirst { return isFirst }
            return column < other.column
        }
    }

    private var entries: [Entry] = []

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    mutating func insert(_ distance: Int, _ column: Int, isFirst: Bool) {
        var position = entries.count
        let entry = Entry(distance: distance, isFirst: isFirst, column: column)
        entries.append(entry)
        while position > 0, entry.precedes(entries[(position - 1) / 2]) {
            entries[position] = entries[(position - 1) / 2]
            position = (position - 1) / 2
        }
        entries[position] = entry
    }

    mutating func removeFirst() -> (distance: Int, column: Int)? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        var position = 0
        while !entries.isEmpty {
            var child = position * 2 + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, entries[child + 1].precedes(entries[child]) {
                child += 1
            }
            guard entries[child].precedes(last) else { break }
            entries[position] = entries[child]
            position = child
        }
        if !entries.isEmpty { entries[position] = last }
        return (first.distance, first.column)
    }
}

/// The strongly connected components of a graph (Tarjan 1972), without recursion.
struct StrongParts {
    private(set) var parts: [[Int]] = []

    /// - Parameter nextNodes: by node, its successors.
    init(_ nextNodes: [[Int]]) {
        let count = nextNodes.count
        var order = [Int](repeating: 0, count: count)
        var lowest = [Int](repeating: 0, count: count)
        var isOpen = [Bool](repeating: false, count: count)
        var open: [Int] = []
        var visited = 0
        for start in 0..<count where order[start] == 0 {
            var path = [(node: start, next: 0)]
            while let (node, next) = path.last {
                if next == 0 {
                    visited += 1
                    order[node] = visited
                    lowest[node] = visited
                    open.append(node)
                    isOpen[node] = true
                }
                if next < nextNodes[node].count {
                    path[path.count - 1].next += 1
                    let following = nextNodes[node][next]
                    if order[following] == 0 {
                        path.append((following, 0))
                    } else if isOpen[following] {
                        lowest[node] = min(lowest[node], order[following])
                    }
                    continue
                }
                path.removeLast()
                if let (previous, _) = path.last {
                    lowest[previous] = min(lowest[previous], lowest[node])
                }
                guard lowest[node] == order[node] else { continue }
                var part: [Int] = []
                repeat {
                    part.append(open.removeLast())
                    isOpen[part[part.count - 1]] = false
                } while part[part.count - 1] != node
                parts.append(part)
            }
        }
    }
}
