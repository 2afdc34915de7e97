/// One-to-one matching of the least total cost, as many pairs as possible
/// first.
enum Assignment {
    /// Runs longer than this are left unmatched: a person has not so many
    /// equal amounts within days, and the work grows with the fourth power.
    static let largestSide = 40

    /// The pairs that are in every best matching. A pair for which an equally
    /// good matching exists without it is a tie, and left out.
    ///
    /// - Parameter costs: a row a sender, a column a receiver; 0 to 1,000, nil
    ///   where the two can't be a pair.
    static func certainPairs(costs: [[Int?]]) -> [(row: Int, column: Int)] {
        let columns = costs.first?.count ?? 0
        guard costs.count <= largestSide, columns <= largestSide else { return [] }
        let best = bestMatching(costs)
        return best.pairs.filter { row, column in
            var without = costs
            without[row][column] = nil
            return bestMatching(without).cost > best.cost
        }
    }

    /// What it costs to leave a row without a partner: more than any number of
    /// pairs can save by being cheaper.
    private static let unmatchedCost = 1_000_000

    /// The Hungarian method with potentials (Kuhn 1955, Munkres 1957), in the
    /// form that adds one row at a time along a shortest augmenting path.
    private static func bestMatching(
        _ costs: [[Int?]]
    ) -> (pairs: [(row: Int, column: Int)], cost: Int) {
        let size = max(costs.count, costs.first?.count ?? 0)
        func cost(_ row: Int, _ column: Int) -> Int {
            guard costs.indices.contains(row), costs[row].indices.contains(column) else {
                return unmatchedCost
            }
            return costs[row][column] ?? unmatchedCost
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
        var pairs: [(row: Int, column: Int)] = []
        var total = 0
        for column in stride(from: 1, through: size, by: 1) {
            let row = rowOfColumn[column] - 1
            let price = cost(row, column - 1)
            total += price
            if price < unmatchedCost { pairs.append((row, column - 1)) }
        }
        return (pairs, total)
    }
}
