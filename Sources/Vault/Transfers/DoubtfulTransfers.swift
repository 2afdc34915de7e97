internal import GRDB
public import Model

/// Money that was sent and could be one side of a transfer, while it or what
/// arrived counts as income or spending.
public struct DoubtfulTransfer: Sendable {
    /// Of what was sent.
    public let currency: Currency
    /// Of what was sent and of all that could have arrived of it.
    public let days: Set<CalendarDay>

    /// Whether some side is of one of the days.
    public func touches(_ range: Range<CalendarDay>) -> Bool {
        days.contains(where: range.contains)
    }
}

extension Vault {
    /// The possible transfers that are in doubt and have an effect on figures,
    /// in the order of what was sent.
    ///
    /// - Parameter lastDay: nothing of later days counts.
    public func doubtfulTransfers(
        through lastDay: CalendarDay? = nil
    ) throws(VaultError) -> [DoubtfulTransfer] {
        try read { database in
            var found: [(sender: Int64, currency: Currency, days: Set<CalendarDay>)] = []
            let rows = try Row.fetchCursor(
                database, sql: Self.doubtfulPairs,
                arguments: [lastDay?.daysSinceEpoch ?? Int32.max])
            while let row = try rows.next() {
                let sender: Int64 = row["sender"]
                if found.last?.sender != sender {
                    found.append(
                        (sender, Currency(code: row["code"], exponent: row["exponent"]), []))
                }
                for day in [try row.day(1), try row.day(2)] {
                    found[found.count - 1].days.insert(day)
                }
            }
            return found.map { DoubtfulTransfer(currency: $0.currency, days: $0.days) }
        }
    }

    private static let doubtfulPairs = """
        SELECT one.id AS sender, one.day AS sent, other.day AS arrived, code, exponent
        FROM transfer_candidates
        JOIN transactions AS one ON one.id = transfer_candidates.transaction_id
        JOIN transactions AS other ON other.id = transfer_candidates.candidate_id
        JOIN accounts ON accounts.id = one.account_id
        JOIN currencies ON currencies.id = accounts.currency_id
        JOIN conclusions AS of_one ON of_one.transaction_id = one.id
        JOIN conclusions AS of_other ON of_other.transaction_id = other.id
        JOIN verdicts AS verdict ON verdict.id = of_one.verdict_id
        JOIN verdicts AS other_verdict ON other_verdict.id = of_other.verdict_id
        WHERE one.amount < 0 AND one.voided_at IS NULL AND other.voided_at IS NULL
            AND max(one.day, other.day) <= ?
            AND (one.\(Vault.isCounted) OR other.\(Vault.isCounted))
            AND (verdict.class IN ('income', 'expense') OR other_verdict.class IN ('income', 'expense'))
        ORDER BY one.id
        """
}
