internal import GRDB
public import Model

/// What one day's posted transactions of one lens come to, split ones by
/// their parts.
public struct LensFigure: Sendable {
    public let day: CalendarDay
    /// Nil for expenses without one.
    public let lens: Lens?
    /// Negative for money that went out.
    public let total: Money
}

extension Vault {
    /// Sums by day, currency and lens: expenses, and transfers that have a
    /// lens. Pending, excluded and not yet classified transactions are left out.
    ///
    /// Of a transfer of which both sides have a lens the one that pays counts.
    /// What a loan's account is charged with counts when the loan is paid, not
    /// a second time when it is charged; of a loan whose payments count
    /// nowhere, its charges do. Where a loan does not show its payments, those
    /// count as its own that name one of the person's loans, as long as it is the
    /// only one that shows none.
    public func lensFigures(_ days: Range<CalendarDay>) throws(VaultError) -> [LensFigure] {
        try read { database in
            let loans = try Self.accounts(database).filter {
                $0.type.isLoan && $0.visibility.isCounted
            }
            .map { String($0.id) }.joined(separator: ", ")
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    WITH loans_with_payments AS (
                        SELECT DISTINCT arrivals.account_id FROM transactions AS arrivals
                        JOIN conclusions AS others ON others.transaction_id = arrivals.id
                        JOIN transactions ON transactions.id = others.partner_id
                        JOIN conclusions ON conclusions.transaction_id = transactions.id
                        JOIN verdicts ON verdicts.id = conclusions.verdict_id
                        WHERE arrivals.account_id IN (\(loans))
                            AND verdicts.class = 'transfer' AND verdicts.lens IS NOT NULL
                            AND transactions.amount < 0 AND transactions.is_pending = 0
                            AND coalesce(verdicts.is_excluded, 0) = 0
                            AND transactions.\(Vault.isCounted)),
                    other_loans AS (
                        SELECT id AS account_id FROM accounts WHERE id IN (\(loans))
                            AND id NOT IN (SELECT account_id FROM loans_with_payments)),
                    paid_loans AS (
                        SELECT account_id FROM loans_with_payments
                        UNION ALL
                        SELECT account_id FROM other_loans
                        WHERE (SELECT count(*) FROM other_loans) = 1 AND EXISTS (
                            SELECT 1 FROM reasons
                            JOIN verdicts ON class_reason = reasons.id
                            JOIN conclusions ON verdict_id = verdicts.id
                            JOIN transactions ON transactions.id = transaction_id
                            WHERE reasons.text = :payment AND lens IS NOT NULL
                                AND partner_id IS NULL AND amount < 0 AND is_pending = 0
                                AND coalesce(is_excluded, 0) = 0
                                AND transactions.\(Vault.isCounted)))
                    SELECT day, currencies.code, exponent,
                        iif(split_parts.category IS NULL, verdicts.lens, split_parts.lens)
                            AS counted_lens,
                        \(WideSum.sql("coalesce(split_parts.amount, transactions.amount)"))
                    FROM transactions
                    JOIN conclusions ON conclusions.transaction_id = transactions.id
                    JOIN verdicts ON verdicts.id = conclusions.verdict_id
                    JOIN accounts ON accounts.id = account_id
                    JOIN currencies ON currencies.id = currency_id
                    LEFT JOIN split_parts ON split_parts.transaction_id
                        = iif(verdicts.splits IS NULL, NULL, transactions.id)
                    LEFT JOIN conclusions AS others
                        ON others.transaction_id = conclusions.partner_id
                    LEFT JOIN verdicts AS other_verdicts ON other_verdicts.id = others.verdict_id
                    WHERE day >= :first AND day < :end AND is_pending = 0
                        AND coalesce(verdicts.is_excluded, 0) = 0
                        AND \(Vault.isCounted)
                        AND ((verdicts.class = 'expense'
                                AND account_id NOT IN (SELECT account_id FROM paid_loans))
                            OR (verdicts.class = 'transfer' AND counted_lens IS NOT NULL
                                AND (transactions.amount < 0 OR other_verdicts.lens IS NULL)))
                    GROUP BY day, currencies.id, counted_lens
                    ORDER BY day, currencies.id, counted_lens
                    """,
                arguments: [
                    "first": days.lowerBound.daysSinceEpoch, "end": days.upperBound.daysSinceEpoch,
                    "payment": Reason.paymentOfNamedLoan,
                ])
            var figures: [LensFigure] = []
            while let row = try rows.next() {
                let lens: String? = row[3]
                guard lens == nil || lens.flatMap(Lens.init) != nil else {
                    throw VaultError.database(reason: "a verdict has an unknown lens")
                }
                figures.append(
                    LensFigure(
                        day: try row.day(0),
                        lens: lens.flatMap(Lens.init),
                        total: Money(
                            sum: WideSum.value(row, at: 4),
                            currency: Currency(code: row[1], exponent: row[2]))))
            }
            return figures
        }
    }
}
