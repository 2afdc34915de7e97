/// Parts payments by their amounts.
enum AmountLevels {
    /// Positions by amount, and those of one amount in their own order.
    static func order(of occurrences: [Occurrence]) -> [Int] {
        // Of one number for both, which sorts several times as fast.
        let bits = UInt64.bitWidth - occurrences.count.leadingZeroBitCount
        guard let most = occurrences.map(\.size).max(), most.leadingZeroBitCount >= bits else {
            return occurrences.indices.sorted {
                (occurrences[$0].size, $0) < (occurrences[$1].size, $1)
            }
        }
        return occurrences.indices.map { occurrences[$0].size << bits | UInt64($0) }.sorted()
            .map { Int($0 & (1 << bits - 1)) }
    }

    /// Payments of the same price: amounts within half a percent of the next
    /// lower one and one percent of the lowest.
    ///
    /// - Parameters:
    ///   - positions: by amount.
    ///   - least: the fewest payments of a level.
    /// - Returns: the levels, each by day.
    static func prices(
        _ positions: [Int], of occurrences: [Occurrence], ofAtLeast least: Int
    ) -> [[Int]] {
        parts(positions, of: occurrences, ofAtLeast: least) { lowest, last, next in
            next - last <= last / 200 && next - lowest <= lowest / 100
        }
    }

    /// Payments that are alike: each amount within a quarter of the next lower
    /// one.
    static func clusters(
        _ positions: [Int], of occurrences: [Occurrence], ofAtLeast least: Int
    ) -> [[Int]] {
        parts(positions, of: occurrences, ofAtLeast: least) { _, last, next in
            next - last <= last / 4
        }
    }

    @inline(__always)
    private static func parts(
        _ positions: [Int], of occurrences: [Occurrence], ofAtLeast least: Int,
        belongs: (_ lowest: UInt64, _ last: UInt64, _ next: UInt64) -> Bool
    ) -> [[Int]] {
        guard var last = positions.first.map({ occurrences[$0].size }) else { return [] }
        var parts: [[Int]] = []
        var (start, lowest) = (0, last)
        func end(_ end: Int) {
            if end - start >= least { parts.append(positions[start..<end].sorted()) }
            start = end
        }
        for place in positions.indices.dropFirst() {
            let next = occurrences[positions[place]].size
            if !belongs(lowest, last, next) {
                end(place)
                lowest = next
            }
            last = next
        }
        end(positions.count)
        return parts
    }
}
