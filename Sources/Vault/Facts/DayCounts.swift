/// The days of an answer whose transactions have new ids.
extension TransactionMatcher {
    /// The number of transactions per day.
    struct DayCounts {
        private(set) var total = 0
        private var byDay: [Int32: Int] = [:]

        mutating func add(_ day: Int32) {
            total += 1
            byDay[day, default: 0] += 1
        }

        private func around(_ day: Int32) -> Int {
            (-3...3).reduce(0) { $0 + (byDay[Int32(clamping: Int64(day) + $1)] ?? 0) }
        }

        /// The days with new ids: several changed on that day or on one beside it, or more
        /// changed than kept theirs around it.
        func blocks(besides kept: DayCounts) -> Set<Int32> {
            let days = Set(byDay.keys).union(kept.byDay.keys).sorted()
            var found: Set<Int32> = []
            for (place, day) in days.enumerated() {
                guard let count = byDay[day] else { continue }
                let neighbours = [place - 1, place + 1].filter(days.indices.contains)
                if count > 1 || neighbours.contains(where: { byDay[days[$0]] != nil })
                    || around(day) > kept.around(day)
                {
                    found.insert(day)
                }
            }
            return found
        }
    }
}
