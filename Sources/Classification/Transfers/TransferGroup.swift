import Model

extension TransferMatcher {
    /// Senders and receivers that may compete for each other.
    struct Group {
        var senders: [Int] = []
        var receivers: [Int] = []
        /// By sender, the positions of receivers that it can go to.
        var edges: [[Assignment.Edge]] = []
        /// Sides, as rows, of pairs that only the person can tell.
        var doubtful: [(sender: Int, receiver: Int)] = []
        var isAtRate = false
    }

    /// The best pairs of a group for all of it, and what is left open.
    func solved(_ group: Group) -> Result {
        let assignment = Assignment(edges: group.edges, columnCount: group.receivers.count)
        var columns = assignment.columnOfRow
        var result = Result()
        var neverAlone: Set<Int> = []
        for undecided in assignment.undecidedRows() {
            columns[undecided.row] = nil
            let sender = group.senders[undecided.row]
            var sides = undecided.columnsNeverFree.map { group.receivers[$0] }
            if undecided.isNeverAlone { sides.append(sender) }
            neverAlone.formUnion(sides)
            if undecided.isExchange { result.surelyPaired.formUnion(sides) }
            for column in undecided.columns {
                let receiver = group.receivers[column]
                result.candidates[sender, default: []].append(receiver)
                result.candidates[receiver, default: []].append(sender)
            }
        }
        result.surelyPaired.formUnion(
            neverAlone.filter { row in
                result.candidates[row]?.allSatisfy { isSideAnyway($0, with: row) } == true
            })
        for (row, column) in columns.enumerated() {
            guard let column else { continue }
            let pair = (sender: group.senders[row], receiver: group.receivers[column])
            let daysApart = abs(
                daysFrom(pair.sender, to: transactions[pair.receiver].day))
            result.pairs.append(
                Pair(
                    sender: pair.sender, receiver: pair.receiver,
                    origin: group.isAtRate
                        ? .atRate(daysApart: daysApart) : .equalAmounts(daysApart: daysApart)))
        }
        addDoubtful(group, to: &result)
        return result
    }

    /// Whether a row is a transfer by its own text, whichever is its other side: then of
    /// two sides of one transfer both count as one, or neither does.
    private func isSideAnyway(_ row: Int, with other: Int) -> Bool {
        evidence.testimony(of: row).isWithHolder
            || isSideAlone(row, with: transactions[other].account)
    }

    /// Offers what is doubtful where neither side is taken, nor has a better
    /// partner to choose.
    private func addDoubtful(_ group: Group, to result: inout Result) {
        guard !group.doubtful.isEmpty else { return }
        let settled = Set(result.pairs.flatMap { [$0.sender, $0.receiver] })
            .union(result.candidates.keys)
        for (sender, receiver) in group.doubtful
        where !settled.contains(sender) && !settled.contains(receiver) {
            result.candidates[sender, default: []].append(receiver)
            result.candidates[receiver, default: []].append(sender)
        }
    }
}
