internal import GRDB
internal import Model

/// A debt whose bank seems to write its signs the other way round.
public struct ReversedDebt: Hashable, Sendable {
    public let account: AccountRecord
    /// Whether what is owed counts as money of the person's.
    public let hasPositiveBalance: Bool
    /// Whether what was bought counts as money that came in.
    public let hasPositivePurchases: Bool
}

extension Vault {
    /// The counted accounts that are debts and seem to have their signs reversed: every
    /// loan with a positive balance, cards on which purchases are positive, and cards
    /// with a positive balance with which more was bought than paid lately, which can
    /// hardly be overpaid.
    ///
    /// - Returns: in the order of ``accounts()``.
    public func reversedDebts() throws(VaultError) -> [ReversedDebt] {
        let debts = try accounts().filter { $0.type.isLiability && $0.visibility.isCounted }
        return try read { database in
            try debts.compactMap { debt in
                let isPositive = (debt.balance?.minorUnits ?? 0) > 0
                guard !debt.type.isLoan, let balanceAt = debt.balanceAt else {
                    return isPositive
                        ? ReversedDebt(
                            account: debt, hasPositiveBalance: true, hasPositivePurchases: false)
                        : nil
                }
                let last = CalendarDay(secondsSinceEpoch: balanceAt)
                let month = try CardMonth(database, account: debt.id, until: last)
                guard month.hasPositivePurchases || (isPositive && month.total < 0) else {
                    return nil
                }
                return ReversedDebt(
                    account: debt, hasPositiveBalance: isPositive,
                    hasPositivePurchases: month.hasPositivePurchases)
            }
        }
    }
}

/// What was posted to a card within the time in which it is paid once.
private struct CardMonth {
    let total: Double
    /// Purchases are many, and payments and refunds are few.
    let hasPositivePurchases: Bool

    private static let days = 35
    private static let fewestPurchases = 4
    private static let purchasesToEachPayment = 3

    init(_ database: Database, account: Int64, until last: CalendarDay) throws {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT total(amount), count(*) FILTER (WHERE amount > 0),
                    count(*) FILTER (WHERE amount < 0)
                FROM transactions
                WHERE account_id = ? AND day > ? AND day <= ? AND is_pending = 0
                    AND voided_at IS NULL
                """,
            arguments: [
                account, last.adding(days: -Self.days).daysSinceEpoch, last.daysSinceEpoch,
            ])
        total = row?[0] ?? 0
        let positive: Int = row?[1] ?? 0
        let negative: Int = row?[2] ?? 0
        hasPositivePurchases =
            positive >= Self.fewestPurchases && positive >= negative * Self.purchasesToEachPayment
    }
}
