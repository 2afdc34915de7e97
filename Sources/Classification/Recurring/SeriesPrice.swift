import Model

/// The price of a series, derived from its payments.
struct SeriesPrice {
    /// Sorted by day, all with one sign.
    private let amounts: [Int64]
    private let frequency: Frequency
    /// Whether the amounts are nearly equal, whatever their order.
    private let isSteady: Bool

    init(_ amounts: [Int64], frequency: Frequency, isSteady: Bool) {
        self.amounts = amounts
        self.frequency = frequency
        self.isSteady = isSteady
    }

    /// Whether there is a price that holds until it changes.
    var isFixed: Bool { isSteady || hasLevels || (isAgreedOn && amounts.count > 2) }

    /// The amount of one payment now: the newest one if it was repeated or is a new
    /// price, otherwise the median of a year's, of three at least and twelve at most.
    var usual: Int64 {
        if let last = amounts.last, let previous = amounts.dropLast().last,
            RhythmFit.isSame(last.magnitude, previous.magnitude) || isNewPrice(last)
        {
            return last
        }
        let recent = amounts.suffix(min(12, max(3, frequency.timesAYear))).sorted()
        return recent.isEmpty ? 0 : recent[(recent.count - 1) / 2]
    }

    /// A single higher salary is a bonus.
    private func isNewPrice(_ amount: Int64) -> Bool {
        amount < 0 && (isFirstRise || hasLevels || isAgreedOn)
    }

    /// Whether the newest payment is higher than the previous ones, which were all
    /// equal.
    private var isFirstRise: Bool {
        let last = amounts.suffix(4).map(\.magnitude)
        guard last.count == 4, let price = last.first, let newest = last.last,
            last.dropLast().allSatisfy({ $0 == price })
        else { return false }
        return newest > price && Self.isStep(price, newest)
    }

    /// Whether prices changed more than once in one direction and were repeated at
    /// least as often.
    private var hasLevels: Bool {
        let changes = changes
        return changes.count > 1 && changes.count * 2 < amounts.count
            && changes.allSatisfy(Self.isStep)
            && (changes.allSatisfy { $0 < $1 } || changes.allSatisfy { $0 > $1 })
    }

    /// Whether it is a yearly or half-yearly payment that never fell: such prices are
    /// negotiated each time.
    private var isAgreedOn: Bool {
        let changes = changes
        return frequency.timesAYear < 3 && !changes.isEmpty
            && changes.allSatisfy { $0 < $1 && Self.isStep($0, $1) }
    }

    /// Each amount that differs from the one before it, with that one.
    private var changes: [(UInt64, UInt64)] {
        zip(amounts, amounts.dropFirst()).map { ($0.magnitude, $1.magnitude) }
            .filter { !RhythmFit.isSame($0, $1) }
    }

    /// Whether two prices differ by less than half. A larger jump is probably another
    /// purchase.
    private static func isStep(_ one: UInt64, _ other: UInt64) -> Bool {
        let lower = min(one, other)
        return max(one, other) - lower < lower / 2
    }
}

/// Splits payments by amount.
enum AmountLevels {
    /// Positions sorted by amount, then by position.
    static func order(of occurrences: [Occurrence]) -> [Int] {
        // One number for both sorts several times as fast.
        let bits = UInt64.bitWidth - occurrences.count.leadingZeroBitCount
        guard let most = occurrences.map(\.size).max(), most.leadingZeroBitCount >= bits else {
            return occurrences.indices.sorted {
                (occurrences[$0].size, $0) < (occurrences[$1].size, $1)
            }
        }
        return occurrences.indices.map { occurrences[$0].size << bits | UInt64($0) }.sorted()
            .map { Int($0 & (1 << bits - 1)) }
    }

    /// Payments of one price: amounts within half a percent of the next lower one and
    /// one percent of the lowest.
    ///
    /// - Parameters:
    ///   - positions: sorted by amount.
    ///   - least: the fewest payments of a level.
    /// - Returns: the levels, each sorted by day.
    static func prices(
        _ positions: [Int], of occurrences: [Occurrence], ofAtLeast least: Int
    ) -> [[Int]] {
        parts(positions, of: occurrences, ofAtLeast: least) { lowest, last, next in
            next - last <= last / 200 && next - lowest <= lowest / 100
        }
    }

    /// Similar payments: each amount within a quarter of the next lower one.
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
