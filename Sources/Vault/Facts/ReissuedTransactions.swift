/// Transactions that a bank gave another id and, at once, another day or text.
extension TransactionMatcher {
    /// Pairs posted transactions that changed their ids and, at once, their day or their texts.
    ///
    /// A bank doesn't drop a posted transaction from days that it has whole. So one that is gone,
    /// while another of the same amount is new, is that one if its text or its day agrees; if
    /// nearly all are gone, an amount within a few days is enough. Rows of other days, from a
    /// bridge that ignores what it was asked for, are known ones if their text agrees and nearly
    /// all known ones of these days are gone. One that the answer need not hold did not move into
    /// its days if the bank left those of the answer where they were.
    ///
    /// - Returns: how many rows were recognised.
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
            // What is newer than all that is gone is none of it.
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

    /// The candidates that an incomplete answer proves. All of them count if nearly all rows have
    /// one; those of one day or text if nearly all that is gone has one; those of one text if most
    /// of it has; otherwise those of one text and day. A file of a few rows proves nothing.
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

    /// A bound on the pairs of one amount that are compared; a bank that posts more of them at
    /// once has them paired in their order.
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
                    // The answer need not hold it: an amount alone says too little.
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

    /// Days beside the answer's own, from which it has unknown rows, if nearly all stored
    /// transactions of these days are gone from it: then a bridge ignores the days asked for.
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
