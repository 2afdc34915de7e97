/// Groups of spellings, each with the merchant's name.
struct PayeeGroups {
    private var parents: [Int]
    private var names: [String]
    /// By root: whether the name stays whatever joins.
    private var isKept: [Bool]

    /// Each spelling alone.
    ///
    /// - Parameter kept: names that stay. Two of them never become one.
    init(_ spellings: [PayeeSpellings.Spelling], keeping kept: Set<String>) {
        parents = Array(spellings.indices)
        names = spellings.map {
            $0.length > 0 && !kept.contains($0.key) ? String($0.text(0..<$0.length)) : $0.key
        }
        isKept = names.map(kept.contains)
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
        let all = given + [name(of: first), name(of: second)]
        join(first, second, as: all.min(by: Self.isBetter) ?? all[0])
    }

    private mutating func join(_ first: Int, _ second: Int, as name: String) {
        let (first, second) = (root(of: first), root(of: second))
        guard first != second, !isKept[first] || !isKept[second] else { return }
        let root = min(first, second)
        parents[max(first, second)] = root
        names[root] = isKept[first] ? names[first] : isKept[second] ? names[second] : name
        isKept[root] = isKept[first] || isKept[second]
    }

    /// Merges a name that was cut off with the whole one.
    mutating func merge(cut number: Int, with whole: Int, named given: String) {
        join(number, whole, as: [given, name(of: whole)].min(by: Self.isBetter) ?? given)
    }

    /// Shorter, or of the same length with more accents.
    private static func isBetter(_ first: String, _ second: String) -> Bool {
        let lengths = (first.count, second.count)
        if lengths.0 != lengths.1 { return lengths.0 < lengths.1 }
        let bytes = (first.utf8.count, second.utf8.count)
        return bytes.0 != bytes.1 ? bytes.0 > bytes.1 : first < second
    }
}
