internal import Model
internal import Vault

/// What an account's balance was on any day: the bank's word where it gave
/// one, and else counted on from the nearest word by posted transactions.
struct BalanceHistory {
    /// A balance, and whether it was counted instead of told.
    struct Balance {
        let minorUnits: Int64
        let isRebuilt: Bool
    }

    private var told: [Int64: [DailyBalance]] = [:]
    private var flows: [Int64: [DailyFlow]] = [:]

    /// - Parameters:
    ///   - accounts: the vault's accounts.
    ///   - earliest: the first day that will be asked for.
    init(_ vault: Vault, of accounts: [AccountRecord], from earliest: CalendarDay) throws {
        for balance in try vault.dailyBalances() {
            told[balance.account, default: []].append(balance)
        }
        let firstTold = told.values.compactMap(\.first?.day).min() ?? earliest
        for flow in try vault.dailyFlows(of: accounts, after: min(earliest, firstTold)) {
            flows[flow.account, default: []].append(flow)
        }
    }

    /// The balance at the end of a day, or nil where the bank never gave one.
    ///
    /// - Throws: `MoneyError.overflow`.
    func balance(of account: Int64, on day: CalendarDay) throws -> Balance? {
        guard let told = told[account] else { return nil }
        if let earlier = told.last(where: { $0.day <= day }) {
            let since = try moved(account, after: earlier.day, through: day)
            return Balance(
                minorUnits: try sum(earlier.minorUnits, since), isRebuilt: earlier.day != day)
        }
        guard let later = told.first else { return nil }
        let until = try moved(account, after: day, through: later.day)
        return Balance(minorUnits: try sum(later.minorUnits, -until), isRebuilt: true)
    }

    private func moved(
        _ account: Int64, after start: CalendarDay, through end: CalendarDay
    ) throws -> Int64 {
        try (flows[account] ?? []).lazy
            .filter { $0.day > start && $0.day <= end }
            .reduce(0) { try sum($0, $1.minorUnits) }
    }
}

/// The exact sum of two amounts of minor units.
func sum(_ left: Int64, _ right: Int64) throws(MoneyError) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    guard !overflow else { throw .overflow }
    return sum
}
