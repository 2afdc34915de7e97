public import Model
public import Vault

/// The balance of an account after each of its posted transactions.
///
/// A day ends with the balance of ``AccountBalances``; within the day, transactions count in the
/// order in which lists have them. Where a bank's balances don't follow from its transactions,
/// the difference stands between two days.
public struct RunningBalances: Sendable {
    private var balances: [Int64: Money] = [:]

    /// The balance after a transaction; nil for a pending one, of days that were not asked for,
    /// and without any balance of the bank's.
    public subscript(transaction: Int64) -> Money? { balances[transaction] }

    /// - Parameters:
    ///   - account: of an account of investments there are none, since what is bought moves money
    ///     within it.
    ///   - days: the days of the transactions.
    public init(
        _ vault: Vault, of account: AccountRecord, in days: ClosedRange<CalendarDay>
    ) throws {
        guard account.type.netWorthGroup != .investments else { return }
        let history = try BalanceHistory(vault, of: try vault.accounts(), from: days.lowerBound)
        var query = TransactionQuery()
        query.accounts = [account.id]
        query.days = days.lowerBound..<days.upperBound.adding(days: 1)
        var day: CalendarDay?
        var balance: Int128?
        // Newest first.
        try vault.forEachTransaction(query) { record in
            guard !record.isPending else { return }
            if record.day != day {
                day = record.day
                balance = history.balance(of: account.id, on: record.day)?.minorUnits
            }
            guard let after = balance else { return }
            balances[record.id] = Money(sum: after, currency: account.currency)
            balance = after - record.amount.minorUnits
        }
    }
}
