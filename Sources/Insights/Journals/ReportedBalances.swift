internal import Model
internal import Vault

/// The balances that banks reported for accounts of a journal.
struct ReportedBalances {
    /// A balance at the end of a day.
    struct Report {
        let account: Int64
        let day: CalendarDay
        let balance: Money
        /// What the posted transactions since the report before it don't explain.
        let gap: Money
    }

    /// The accounts' balances before the first day, without those of zero.
    let opening: [(account: Int64, balance: Money)]
    /// By day, then by account.
    let reports: [Report]

    /// - Parameters:
    ///   - accounts: those of the journal.
    ///   - known: all of the vault.
    init(
        _ vault: Vault, of accounts: [AccountRecord], among known: [AccountRecord],
        in days: Range<CalendarDay>
    ) throws {
        let eve = days.lowerBound.adding(days: -1)
        let history = try BalanceHistory(vault, of: known, from: eve)
        opening = accounts.compactMap { account in
            guard let balance = history.balance(of: account.id, on: eve), balance.minorUnits != 0
            else { return nil }
            return (account.id, Money(sum: balance.minorUnits, currency: account.currency))
        }
        reports = accounts.flatMap { account in
            history.reported(of: account.id, in: days).map { day, balance, gap in
                Report(
                    account: account.id, day: day,
                    balance: Money(sum: balance, currency: account.currency),
                    gap: Money(sum: gap, currency: account.currency))
            }
        }.sorted { ($0.day, $0.account) < ($1.day, $1.account) }
    }
}
