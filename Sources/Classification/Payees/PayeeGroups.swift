/// Groups of spellings, each with the merchant's name.
struct PayeeGroups {
    private var parents: [Int]
    private var names: [String]

    /// Each spelling alone.
    init(_ names: [String]) {
        parents = Array(names.indices)
        self.names = names
    }

    /// Shortens the way for the next look, so that long chains of merges stay cheap.
    mutating func root(of number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    mutating func name(of number: Int) -> String { names[root(of: number)] }

    /// Merges two groups under the best of their names and the given ones.
    mutating func merge(_ first: Int, _ second: Int, named given: String...) {
        let (first, second) = (root(of: first), root(of: second))
        let all = given + [names[first], names[second]]
        let root = min(first, second)
        parents[max(first, second)] = root
        names[root] = all.min(by: Self.isBetter) ?? names[root]
    }

    /// Merges a name that was cut off with the whole one.
    mutating func merge(cut number: Int, with whole: Int, named given: String) {
        let (first, second) = (root(of: number), root(of: whole))
        guard first != second else { return }
        names[second] = [given, names[second]].min(by: Self.isBetter) ?? given
        parents[first] = second
    }

    /// Shorter, or of the same length with more accents.
    private static func isBetter(_ first: String, _ second: String) -> Bool {
        let lengths = (first.count, second.count)
        if lengths.0 != lengths.1 { return lengths.0 < lengths.1 }
        let bytes = (first.utf8.count, second.utf8.count)
        return bytes.0 != bytes.1 ? bytes.0 > bytes.1 : first < second
    }
}
