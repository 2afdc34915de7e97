internal import GRDB
internal import Model

extension Vault {
    /// The counted accounts that are debts and have a positive balance, as if the
    /// bank owed the person: every such loan, and cards with which more was
    /// bought than paid lately, which can hardly be overpaid.
    ///
    /// - Returns: in the order of ``accounts()``.
    public func positiveDebts() throws(VaultError) -> [AccountRecord] {
        let debts = try accounts().filter {
            $0.type.isLiability && $0.visibility.isCounted && ($0.balance?.minorUnits ?? 0) > 0
        }
        return try read { database in
            try debts.filter { debt in
                guard !debt.type.isLoan, let balanceAt = debt.balanceAt else { return true }
                let last = CalendarDay(secondsSinceEpoch: balanceAt)
                let moved =
                    try Int64.fetchOne(
                        database,
                        sql: """
                            SELECT total(amount) < 0 FROM transactions
                            WHERE account_id = ? AND day > ? AND day <= ? AND is_pending = 0
                                AND voided_at IS NULL
                            """,
                        arguments: [
                            debt.id, last.adding(days: -Self.daysOfCard).daysSinceEpoch,
                            last.daysSinceEpoch,
                        ]) ?? 0
                return moved != 0
            }
        }
    }

    /// Within so many days a card is paid once.
    private static let daysOfCard = 35
}
