extension TransferMatcher {
    /// Leaves two sides only each other where both texts have the same number of
    /// the bank, and no other side that either could go with has it.
    func boundByReferences(_ group: Group) -> Group {
        guard group.senders.count > 1 || group.receivers.count > 1 else { return group }
        let sent = group.senders.map { evidence.references(inRow: $0).all }
        guard sent.contains(where: { !$0.isEmpty }) else { return group }
        let received = group.receivers.map { evidence.references(inRow: $0).all }
        var senders = [[Int]](repeating: [], count: group.receivers.count)
        for (sender, edges) in group.edges.enumerated() {
            for edge in edges { senders[edge.column].append(sender) }
        }
        func areBound(_ sender: Int, _ receiver: Int) -> Bool {
            var shared = sent[sender].intersection(received[receiver])
            guard !shared.isEmpty else { return false }
            for edge in group.edges[sender] where edge.column != receiver {
                shared.subtract(received[edge.column])
                guard !shared.isEmpty else { return false }
            }
            for other in senders[receiver] where other != sender {
                shared.subtract(sent[other])
                guard !shared.isEmpty else { return false }
            }
            return true
        }
        let bound = group.edges.enumerated().map { sender, edges in
            edges.map(\.column).filter { areBound(sender, $0) }
        }
        var rivals = [Int](repeating: 0, count: group.receivers.count)
        for column in bound.joined() { rivals[column] += 1 }
        var senderOfColumn: [Int: Int] = [:]
        for (sender, columns) in bound.enumerated()
        where columns.count == 1 && rivals[columns[0]] == 1 {
            senderOfColumn[columns[0]] = sender
        }
        guard !senderOfColumn.isEmpty else { return group }
        let taken = Set(senderOfColumn.values)
        var result = group
        result.edges = group.edges.enumerated().map { sender, edges in
            edges.filter { edge in
                let owner = senderOfColumn[edge.column]
                return owner == sender || owner == nil && !taken.contains(sender)
            }
        }
        return result
    }
}
