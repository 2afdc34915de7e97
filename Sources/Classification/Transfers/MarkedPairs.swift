import Model

extension TransferMatcher {
    /// The pairs that the person made, whatever their texts say.
    func markedPairs() -> [Pair] {
        var isTaken = Set<Int>()
        var pairs: [Pair] = []
        let marked = snapshot.decisions.pairs.filter { $0.value == .linked }.keys
        for pair in marked.sorted(by: { ($0.first, $0.second) < ($1.first, $1.second) }) {
            guard let first = snapshot.row(of: pair.first),
                let second = snapshot.row(of: pair.second), first != second,
                isTaken.isDisjoint(with: [first, second])
            else { continue }
            isTaken.formUnion([first, second])
            let isFirstSender = transactions[first].amount < 0
            pairs.append(
                Pair(
                    sender: isFirstSender ? first : second,
                    receiver: isFirstSender ? second : first, origin: .marked))
        }
        return pairs
    }
}
