import Model

extension TransferMatcher {
    /// A row whose text says that something was taken back.
    struct TakingBack: Hashable {
        let row: Int
        /// The rows of the payments that it may take back, the newest first; not empty.
        let originals: [Int]
    }

    /// Rows that take back a payment of their account: the same amount the other way, within the
    /// days of a return, by texts that name nobody else.
    ///
    /// - Parameters:
    ///   - returned: what is known to return already.
    ///   - isCandidate: whether a row is neither decided nor one side of a transfer.
    func takingBack(
        _ amounts: RowsByAmount, besides returned: [Return], isCandidate: (Int) -> Bool
    ) -> [TakingBack] {
        let known = Set(returned.flatMap { [$0.row, $0.original] })
        var found: [TakingBack] = []
        for rows in amounts.rows.flatMap(byAccount) where hasBothSides(rows) {
            let byDay = rows.sorted {
                (transactions[$0].day, transactions[$0].id)
                    < (transactions[$1].day, transactions[$1].id)
            }
            for (place, row) in byDay.enumerated()
            where isCandidate(row) && !known.contains(row) && evidence.testimony(of: row).isReversal
            {
                let originals = earlier(than: row, among: byDay, at: place).filter {
                    !known.contains($0) && !evidence.testimony(of: $0).isReversal
                        && isOfOneName(row, $0)
                }
                if !originals.isEmpty { found.append(TakingBack(row: row, originals: originals)) }
            }
        }
        return found.sorted { $0.row < $1.row }
    }

    /// The rows that a row may take back by their days, the newest first. Either may come first
    /// on one day.
    ///
    /// - Parameter rows: of one account and amount, sorted by day.
    func earlier(than row: Int, among rows: [Int], at place: Int) -> [Int] {
        let taken = transactions[row]
        let lastOfDay = rows[place...].prefix(Self.mostEarlier)
            .prefix { transactions[$0].day == taken.day }.endIndex
        return rows[..<lastOfDay].suffix(Self.mostEarlier).reversed().prefix {
            daysFrom($0, to: taken.day) <= settings.returnDays
        }.filter { (transactions[$0].amount < 0) != (taken.amount < 0) }
    }

    /// Of equal sums in one account within the days of a return: so many are looked at.
    private static let mostEarlier = 64

    /// Whether each name in a row's texts is in the other's too.
    private func isOfOneName(_ row: Int, _ original: Int) -> Bool {
        let account = [transactions[row].account]
        var named = evidence.strangers(inRow: row, beside: account)
        // "RETURN OF POSTED CHECK / ITEM" may be any payment, "RETURNED CHECK 1204" is not.
        if !evidence.namesCheckByNumber(row) { named.subtract(settings.checkWords) }
        return named.isSubset(of: evidence.strangers(inRow: original, beside: account))
    }
}
