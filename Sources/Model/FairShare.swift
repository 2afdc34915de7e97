extension Array {
    /// As many elements as asked for, in their order: the first of each group, then the second of
    /// each, and so on. So no group, however large, leaves out another.
    public func fairShare<Group: Hashable>(
        atMost count: Int, by group: (Element) -> Group
    ) -> [Element] {
        guard self.count > count else { return self }
        var sizes: [Group: Int] = [:]
        let turns = enumerated().map { place, element in
            let turn = sizes[group(element), default: 0]
            sizes[group(element)] = turn + 1
            return (turn: turn, place: place)
        }
        return turns.sorted { $0 < $1 }.prefix(count).map(\.place).sorted().map { self[$0] }
    }
}
