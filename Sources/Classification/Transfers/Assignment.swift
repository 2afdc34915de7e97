/// One-to-one matching of the least total cost, as many pairs as possible
/// first.
enum Assignment {
    /// Larger groups are left unmatched, since the work grows with the third
    /// power: so many equal amounts within days of each other are no person's.
    static let largestSide = 400

    /// The pairs that are in every best matching. A pair for which an equally
    /// good matching exists without it is a tie, and left out.
    ///
    /// - Parameter costs: a row a sender, a column a receiver; 0 to 1,000, nil
    ///   where the two can't be a pair.
    static func certainPairs(costs: [[Int?]]) -> [(row: Int, column: Int)] {
        let columns = costs.first?.count ?? 0
        guard costs.count <= largestSide, columns <= largestSide else { return [] }
        let best = BestMatching(costs)
        let isExchangeable = best.exchangeableRows
        return best.pairs.filter { !isExchangeable[$0.row] }
    }
}

/// A matching of every row with a column, of the least total cost. Rows or
/// columns that one side lacks, and pairs that can't be, are there at a price
/// that no other saving outweighs.
private struct BestMatching {
    /// Those that can be.
    private(set) var pairs: [(row: Int, column: Int)] = []

    private let costs: [[Int?]]
    private let size: Int
    private let columnOfRow: [Int]
    private let rowPotential: [Int]
    private let columnPotential: [Int]

    /// What it costs to leave a row without a partner: more than any number of
    /// pairs can save by being cheaper.
    private static let unmatchedCost = 1_000_000

    /// The Hungarian method with potentials (Kuhn 1955, Munkres 1957), in the
    /// form that adds one row at a time along a shortest augmenting path.
    init(_ costs: [[Int?]]) {
        let size = max(costs.count, costs.first?.count ?? 0)
        func cost(_ row: Int, _ column: Int) -> Int {
            Self.cost(row, column, in: costs)
        }
        // Position 0 is a stand-in for "none"; rows and columns count from 1.
        var rowPotential = [Int](repeating: 0, count: size + 1)
        var columnPotential = [Int](repeating: 0, count: size + 1)
        var rowOfColumn = [Int](repeating: 0, count: size + 1)
        var previousColumn = [Int](repeating: 0, count: size + 1)
        for row in stride(from: 1, through: size, by: 1) {
            rowOfColumn[0] = row
            var column = 0
            var slack = [Int](repeating: .max, count: size + 1)
            var isVisited = [Bool](repeating: false, count: size + 1)
            repeat {
                isVisited[column] = true
                let current = rowOfColumn[column]
                var step = Int.max
                var next = 0
                for candidate in 1...size where !isVisited[candidate] {
                    let reduced =
                        cost(current - 1, candidate - 1) - rowPotential[current]
                        - columnPotential[candidate]
                    if reduced < slack[candidate] {
                        slack[candidate] = reduced
                        previousColumn[candidate] = column
                    }
                    if slack[candidate] < step {
                        step = slack[candidate]
                        next = candidate
                    }
                }
                for candidate in 0...size {
                    if isVisited[candidate] {
                        rowPotential[rowOfColumn[candidate]] += step
                        columnPotential[candidate] -= step
                    } else if slack[candidate] != .max {
                        slack[candidate] -= step
                    }
                }
                column = next
            } while rowOfColumn[column] != 0
            repeat {
                let previous = previousColumn[column]
                rowOfColumn[column] = rowOfColumn[previous]
                column = previous
            } while column != 0
        }
        var columnOfRow = [Int](repeating: 0, count: size)
        for column in stride(from: 1, through: size, by: 1) {
            let row = rowOfColumn[column] - 1
            columnOfRow[row] = column - 1
            if cost(row, column - 1) < Self.unmatchedCost { pairs.append((row, column - 1)) }
        }
        self.costs = costs
        self.size = size
        self.columnOfRow = columnOfRow
        self.rowPotential = Array(rowPotential.dropFirst())
        self.columnPotential = Array(columnPotential.dropFirst())
    }

    /// Whether each row could have another column at the same total cost.
    ///
    /// Equally good matchings differ along cycles in which rows take each
    /// other's columns at no cost beyond the potentials. A row that lies on no
    /// such cycle has the same column in every best matching. The cycles are
    /// the strongly connected parts of "could take the column of" (Tarjan
    /// 1972), walked without recursion.
    var exchangeableRows: [Bool] {
        var columnOwner = [Int](repeating: 0, count: size)
        for (row, column) in columnOfRow.enumerated() { columnOwner[column] = row }
        func couldTake(_ row: Int, _ column: Int) -> Bool {
            Self.cost(row, column, in: costs) == rowPotential[row] + columnPotential[column]
        }
        var isExchangeable = [Bool](repeating: false, count: size)
        var order = [Int](repeating: 0, count: size)
        var lowest = [Int](repeating: 0, count: size)
        var isOpen = [Bool](repeating: false, count: size)
        var open: [Int] = []
        var visited = 0
        for start in 0..<size where order[start] == 0 {
            var path = [(row: start, nextColumn: 0)]
            while let (row, column) = path.last {
                if column == 0 {
                    visited += 1
                    order[row] = visited
                    lowest[row] = visited
                    open.append(row)
                    isOpen[row] = true
                }
                guard column < size else {
                    path.removeLast()
                    if let (previous, _) = path.last {
                        lowest[previous] = min(lowest[previous], lowest[row])
                    }
                    guard lowest[row] == order[row], let first = open.firstIndex(of: row)
                    else { continue }
                    let part = open[first...]
                    for member in part {
                        isOpen[member] = false
                        isExchangeable[member] = part.count > 1
                    }
                    open.removeSubrange(first...)
                    continue
                }
                path[path.count - 1].nextColumn = column + 1
                let owner = columnOwner[column]
                guard owner != row, couldTake(row, column) else { continue }
                if order[owner] == 0 {
                    path.append((owner, 0))
                } else if isOpen[owner] {
                    lowest[row] = min(lowest[row], order[owner])
                }
            }
        }
        return isExchangeable
    }

    private static func cost(_ row: Int, _ column: Int, in costs: [[Int?]]) -> Int {
        guard costs.indices.contains(row), costs[row].indices.contains(column) else {
            return unmatchedCost
        }
        return costs[row][column] ?? unmatchedCost
    }
}
