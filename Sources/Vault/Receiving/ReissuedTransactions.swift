/// The matching of transactions with another id and, at once, another day or text.
extension TransactionMatcher {
    /// Pairs missing rows with new rows of the same amount.
    ///
    /// A missing row is a posted transaction that the answer lacks. Banks don't drop
    /// those from days that they list completely. So it is a new row:
    ///
    /// 1. in completely answered days, if the text or the day agrees;
    /// 2. if nearly all rows are missing, with the amount alone, within a few days;
    /// 3. outside the answer's days, as a bridge may ignore the requested ones, if the
    ///    text agrees and nearly all rows of those days are missing;
    /// 4. in an incomplete answer, if nearly all rows are missing and enough pairs agree.
    ///
    /// A missing row outside the answer's days did not move into them if most rows there
    /// kept their day.
    ///
    /// - Returns: the number of recognised rows.
    mutating func matchByAmount() throws -> Int {
        let open = openRows.filter {
            !rows[$0].content.isPending && (rows[$0].content.isDated || looksReissued)
        }
        guard !open.isEmpty else { return 0 }
        let beside = daysReissuedBeside
        let gone = stored.indices.filter { place in
            isOpen(place) && !stored[place].isVoid && !stored[place].content.isPending
                && (stored[place].content.isDated || looksReissued)
                && (covers(stored[place]) || looksReissued
                    || beside?.contains(stored[place].content.day) == true)
        }
        guard let newest = gone.map({ stored[$0].content.day }).max() else { return 0 }
        let placesByAmount = Dictionary(grouping: gone) { stored[$0].content.amount }
        let rowsByAmount = Dictionary(grouping: open) { rows[$0].content.amount }
        var found: [Candidate] = []
        for (amount, rows) in rowsByAmount {
            found += try candidates(rows, placesByAmount[amount] ?? [])
        }
        if coverage != nil, mostKeptTheirDays {
            found.removeAll { candidate in
                let known = stored[candidate.place]
                return known.content.isDated && candidate.days > 0 && !covers(known)
                    && beside?.contains(known.content.day) != true
            }
        }
        if coverage == nil {
            // Rows newer than all missing rows match none of them.
            let inReach = open.count {
                Int64(rows[$0].content.day) <= Int64(newest) + Int64(Self.daysMoved)
            }
            let expected = gone.count { days?.contains(stored[$0].content.day) == true }
            found = convincing(found, rows: inReach, gone: expected)
        }
        var count = 0
        for candidate in found.sorted()
        where isOpen(candidate.place) && storedOfRow[candidate.row] == nil {
            match(row: candidate.row, stored: candidate.place)
            count += 1
        }
        return count
    }

    /// The candidates that an incomplete answer confirms:
    ///
    /// 1. all, if nearly all new rows have one;
    /// 2. those with an equal day or text, if nearly all missing rows have one;
    /// 3. those with an equal text, if most missing rows have one;
    /// 4. otherwise those with equal text and day.
    ///
    /// A file with a few rows confirms none.
    private func convincing(_ found: [Candidate], rows: Int, gone: Int) -> [Candidate] {
        func count(_ candidates: [Candidate]) -> Int {
            min(Set(candidates.map(\.row)).count, Set(candidates.map(\.place)).count)
        }
        guard isAskedFor || count(found) >= Self.fewest else { return [] }
        if count(found) * 5 >= rows * 4 { return found }
        let near = found.filter { $0.rank <= 1 }
        if count(near) * 5 >= min(rows, gone) * 4 { return near }
        let agreeing = found.filter { $0.rank == 0 }
        if count(agreeing) * 2 > min(rows, gone) { return agreeing }
        return isAskedFor ? agreeing.filter { $0.days == 0 } : []
    }

    private struct Candidate: Comparable {
        let rank: Int
        let days: Int
        let place: Int
        let row: Int

        static func < (left: Self, right: Self) -> Bool {
            (left.rank, left.days, left.place, left.row)
                < (right.rank, right.days, right.place, right.row)
        }
    }

    /// The maximum number of compared pairs of one amount. Beyond it, rows are paired in
    /// their order.
    private static var comparisons: Int { 100_000 }

    private func candidates(_ rows: [Int], _ places: [Int]) throws -> [Candidate] {
        guard rows.count * places.count <= Self.comparisons else {
            return zip(rows, places).filter { daysBetween($0, $1) <= Self.daysMoved }
                .map { Candidate(rank: 0, days: 0, place: $1, row: $0) }
        }
        var found: [Candidate] = []
        for row in rows {
            for place in places {
                let days = daysBetween(row, place)
                let isUndated = !self.rows[row].content.isDated
                guard isUndated == !stored[place].content.isDated,
                    isUndated || days <= Self.daysMoved
                else { continue }
                let rank: Int
                if try texts.agree(self.rows[row].content, stored[place].content) {
                    rank = 0
                } else if coverage != nil, !covers(stored[place]), !isUndated {
                    // It may be outside the answer, so an amount alone proves too little.
                    continue
                } else if days == 0 {
                    rank = 1
                } else if looksReissued {
                    rank = 2
                } else {
                    continue
                }
                found.append(Candidate(rank: rank, days: days, place: place, row: row))
            }
        }
        return found
    }

    /// The days of new rows outside the answer's own, if nearly all stored transactions of
    /// those days are missing. Then a bridge ignores the requested days.
    private var daysReissuedBeside: ClosedRange<Int32>? {
        guard let coverage else { return nil }
        let beside = openRows.map { rows[$0].content }.filter {
            !$0.isPending && $0.isDated && !coverage.contains($0.day)
        }
        let found = beside.map(\.day)
        guard let first = found.min(), let last = found.max() else { return nil }
        let expected = stored.indices.filter { place in
            let transaction = stored[place]
            return !transaction.isVoid && !transaction.content.isPending
                && transaction.content.isDated
                && !covers(transaction) && (first...last).contains(transaction.content.day)
        }
        let isReissued =
            expected.count >= 3 && expected.count { !isOpen($0) } * 5 <= expected.count
        return isReissued ? first...last : nil
    }
}

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
