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
        let byAmount = stream.map { Sized(size: occurrences[$0].size, position: $0) }.sorted()
        var parts: [[Int]] = []
        var start = 0
        for end in 1..<(byAmount.count + 1) {
            if end < byAmount.count,
                belongs(byAmount[start].size, byAmount[end - 1].size, byAmount[end].size)
            {
                continue
            }
            if end - start > 1 { parts.append(byAmount[start..<end].map(\.position).sorted()) }
            start = end
        }
        return parts
    }

    /// A payment by its amount, so that sorting need not look it up.
    private struct Sized: Comparable {
        let size: UInt64
        let position: Int

        static func < (one: Sized, other: Sized) -> Bool {
            one.size == other.size ? one.position < other.position : one.size < other.size
        }
    }
}
