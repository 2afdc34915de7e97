/// A known name that somebody may have meant.
public enum Suggestion {
    /// " (did you mean X?)" for the closest known name, or nothing where none
    /// is close: at most a third of the letters differ.
    ///
    /// Nothing is close to a name that is longer than any known one can be: the search takes
    /// as long as the product of both lengths.
    public static func phrase(for name: String, among known: some Sequence<String>) -> String {
        guard name.utf8.count <= longestName else { return "" }
        let closest = known.map { (name: $0, distance: distance(name, $0)) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        guard let closest, closest.distance <= max(1, name.count / 3) else { return "" }
        return " (did you mean \"\(closest.name)\"?)"
    }

    private static let longestName = 256

    /// Letters to add, drop, replace or swap with their neighbour (optimal
    /// string alignment).
    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left), right = Array(right)
        var rows = [Array(0...right.count)]
        for i in stride(from: 1, through: left.count, by: 1) {
            var row = [i]
            for j in stride(from: 1, through: right.count, by: 1) {
                let replaced = rows[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                var best = min(replaced, rows[i - 1][j] + 1, row[j - 1] + 1)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    best = min(best, rows[i - 2][j - 2] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
