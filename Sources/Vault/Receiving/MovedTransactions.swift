/// The matching of transactions that a bank moved across the edge of the requested
/// days.
extension TransactionMatcher {
    /// Pairs rows with stored transactions outside the answer's days that differ only
    /// in day and id. The bank must have moved them by the same number of days as all
    /// recognised ones, or as the oldest ones from outside. A kept id or day suggests
    /// two equal purchases.
    ///
    /// - Returns: the number of recognised rows.
    mutating func matchMovedWithAll() -> Int {
        let open = openRows.filter { !rows[$0].content.isPending && rows[$0].content.isDated }
        guard !open.isEmpty,
            let days = daysMovedByAll ?? daysMovedBeside
        else { return 0 }
        let beside = stored.indices.filter { place in
            isOpen(place) && isPostedAndDated(place) && !covers(stored[place])
        }
        let placesByIdentity = Dictionary(grouping: beside) { stored[$0].content.identity }
        var count = 0
        for row in open {
            let place = placesByIdentity[rows[row].content.identity]?.first { place in
                isOpen(place) && isMoved(stored[place].content, to: rows[row].content, by: days)
            }
            guard let place else { continue }
            match(row: row, stored: place)
            count += 1
        }
        return count
    }

    /// The number of days by which the bank moved all transactions in the answer's
    /// days, each under a new id. Nil if they differ or none moved.
    private var daysMovedByAll: Int? {
        var found: Int?
        for (place, known) in stored.enumerated() where isPostedAndDated(place) && covers(known) {
            guard let row = rowOfStored[place] else { continue }
            let days = Int(rows[row].content.day) - Int(known.content.day)
            guard rows[row].bankID != known.bankID, days != 0, days == found ?? days else {
                return nil
            }
            found = days
        }
        return found
    }

    /// The number of days by which the bank moved four in five of the oldest
    /// transactions from outside the answer's days. Counted up to the first unchanged
    /// one; nil for fewer than three.
    ///
    /// Not all, as the bank may swap the days of equal ones.
    private var daysMovedBeside: Int? {
        var counts: [Int: Int] = [:]
        let beside = stored.indices.filter { isPostedAndDated($0) && !covers(stored[$0]) }
        for place in beside.sorted(by: { stored[$0].content.day < stored[$1].content.day }) {
            guard let row = rowOfStored[place] else { continue }
            let days = Int(rows[row].content.day) - Int(stored[place].content.day)
            if days == 0, rows[row].bankID == stored[place].bankID { break }
            counts[days, default: 0] += 1
        }
        let total = counts.values.reduce(0, +)
        return counts.first { $0.key != 0 && $0.value >= 3 && $0.value * 5 >= total * 4 }?.key
    }

    /// Whether most recognised transactions in the answer's days kept their day.
    var mostKeptTheirDays: Bool {
        var kept = 0
        for (place, known) in stored.enumerated() where isPostedAndDated(place) && covers(known) {
            guard let row = rowOfStored[place], rows[row].content.isDated else { continue }
            kept += rows[row].content.day == known.content.day ? 1 : -1
        }
        return kept > 0
    }

    private func isPostedAndDated(_ place: Int) -> Bool {
        !stored[place].isVoid && !stored[place].content.isPending && stored[place].content.isDated
    }

    /// Whether the day of payment, if there is one, stayed or moved as far.
    private func isMoved(
        _ known: TransactionContent, to row: TransactionContent, by days: Int
    ) -> Bool {
        guard Int(row.day) - Int(known.day) == days else { return false }
        guard let before = known.paidDay, let paid = row.paidDay else {
            return known.paidDay == row.paidDay
        }
        return paid == before || Int(paid) - Int(before) == days
    }
}
