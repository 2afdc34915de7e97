/// Parts payments by their amounts.
enum AmountLevels {
    /// Payments of the same price: amounts within half a percent of the next
    /// lower one and one percent of the lowest.
    ///
    /// - Returns: the levels of two payments and more, each by day.
    static func prices(_ stream: [Int], of occurrences: [Occurrence]) -> [[Int]] {
        parts(stream, of: occurrences) { lowest, last, next in
            next - last <= last / 200 && next - lowest <= lowest / 100
        }
    }

    /// Payments that are alike: each amount within a quarter of the next lower
    /// one.
    static func clusters(_ stream: [Int], of occurrences: [Occurrence]) -> [[Int]] {
        parts(stream, of: occurrences) { _, last, next in next - last <= last / 4 }
    }

    private static func parts(
        _ stream: [Int], of occurrences: [Occurrence],
        belongs: (_ lowest: UInt64, _ last: UInt64, _ next: UInt64) -> Bool
    ) -> [[Int]] {
        let byAmount = stream.sorted { (occurrences[$0].size, $0) < (occurrences[$1].size, $1) }
        var parts: [[Int]] = []
        var part: [Int] = []
        for position in byAmount {
            if let first = part.first, let last = part.last,
                !belongs(
                    occurrences[first].size, occurrences[last].size, occurrences[position].size)
            {
                if part.count > 1 { parts.append(part.sorted()) }
                part = []
            }
            part.append(position)
        }
        if part.count > 1 { parts.append(part.sorted()) }
        return parts
    }
}
