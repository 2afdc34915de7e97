public import Model
public import Vault

/// What an investment account held on a day, beside its balance.
///
/// The balance is the bank's and includes the holdings.
public struct AccountHoldings: Sendable {
    /// One position.
    public struct Position: Sendable {
        public let holding: HoldingDay.Holding
        /// Value less cost; nil if one of them is unknown.
        public let gain: Money?
        /// The gain in whole percent of the cost.
        public let gainPercent: Int?
        /// The value in whole percent of the balance; nil in another currency.
        public let share: Int?
    }

    public let account: AccountRecord
    public let day: CalendarDay
    /// The highest value first, each currency on its own.
    public let positions: [Position]
    /// The balance at the end of that day; nil if it is unknown.
    public let balance: Money?
    /// The balance less the values of all positions: cash, or what the bank doesn't list. Nil if
    /// a value is unknown or in another currency.
    public let unlisted: Money?

    /// The holdings of accounts on their newest known day.
    ///
    /// - Parameters:
    ///   - last: the last day that counts.
    ///   - accounts: those to show. One without holdings has no entry.
    public static func newest(
        _ vault: Vault, of accounts: [AccountRecord], through last: CalendarDay
    ) throws -> [AccountHoldings] {
        let days = try vault.newestHoldings(through: last).filter { !$0.holdings.isEmpty }
        guard let first = days.map(\.day).min() else { return [] }
        let balances = try BalanceHistory(vault, of: try vault.accounts(), from: first)
        return accounts.compactMap { account in
            days.first { $0.account == account.id }.map {
                AccountHoldings($0, of: account, balances)
            }
        }
    }

    private init(_ state: HoldingDay, of account: AccountRecord, _ balances: BalanceHistory) {
        self.account = account
        day = state.day
        let known = balances.balance(of: account.id, on: state.day)
            .map { Money(sum: $0.minorUnits, currency: account.currency) }
        balance = known
        positions = CurrencyOrder(first: account.currency).sorted(
            state.holdings.sorted {
                ($0.value?.minorUnits ?? .min) > ($1.value?.minorUnits ?? .min)
            }, by: \.currency
        ).map { Position($0, balance: known) }
        let values = state.holdings.map { $0.currency == account.currency ? $0.value : nil }
        unlisted = known.flatMap { balance in
            guard !values.contains(nil) else { return nil }
            let listed = values.reduce(Int128(0)) { $0 + ($1?.minorUnits ?? 0) }
            return Money(sum: balance.minorUnits - listed, currency: balance.currency)
        }
    }
}

extension AccountHoldings.Position {
    fileprivate init(_ holding: HoldingDay.Holding, balance: Money?) {
        self.holding = holding
        gain = holding.gain
        gainPercent = holding.gain.flatMap { gain in
            holding.cost.flatMap { percent(gain.minorUnits, of: $0.minorUnits) }
        }
        share = holding.value.flatMap { value in
            balance.flatMap {
                $0.currency == value.currency ? percent(value.minorUnits, of: $0.minorUnits) : nil
            }
        }
    }
}

extension HoldingDay.Holding {
    /// Value less cost; nil if one of them is unknown.
    public var gain: Money? {
        guard let value, let cost else { return nil }
        return Money(sum: value.minorUnits - cost.minorUnits, currency: currency)
    }
}

/// A part in whole percent, rounded half away from zero; nil of nothing or less.
private func percent(_ part: Int128, of whole: Int128) -> Int? {
    guard whole > 0 else { return nil }
    let half = part < 0 ? -whole : whole
    return Int(exactly: (part * 200 + half) / (whole * 2))
}

/// The value of an account's holdings over time, in one currency.
public struct HoldingHistory: Sendable {
    /// The end of a day.
    public struct Point: Sendable {
        public let day: CalendarDay
        /// Of the only position; nil of several.
        public let shares: LongDecimal?
        public let value: Money
        /// The cost and the gain of the positions whose cost is known; nil without one.
        public let cost: Money?
        public let gain: Money?

        /// The change of the value since an earlier day.
        public func change(since earlier: Point) -> Money {
            Money(sum: value.minorUnits - earlier.value.minorUnits, currency: value.currency)
        }
    }

    public let account: AccountRecord
    public let currency: Currency
    /// Oldest first.
    public let points: [Point]

    /// The points, each with the change since the one before; nil for the first.
    public var steps: [(point: Point, change: Money?)] {
        points.enumerated().map { ($1, $0 > 0 ? $1.change(since: points[$0 - 1]) : nil) }
    }

    /// The histories of an account, the one in its own currency first.
    ///
    /// - Parameters:
    ///   - days: those to show. One without news of the bank has no point.
    ///   - isMeant: the positions that count.
    public static func all(
        _ vault: Vault, of account: AccountRecord, on days: ClosedRange<CalendarDay>,
        where isMeant: (HoldingDay.Holding) -> Bool
    ) throws -> [HoldingHistory] {
        let states = try vault.holdings(of: account.id, on: days)
        let currencies = states.flatMap { $0.holdings.filter(isMeant).map(\.currency) }.distinct
        return CurrencyOrder(first: account.currency).sorted(currencies, by: \.self).map {
            currency in
            HoldingHistory(
                account: account, currency: currency,
                // Before the first of them there is nothing to show.
                points: states.map { state in
                    (state.day, state.holdings.filter { isMeant($0) && $0.currency == currency })
                }
                .drop { $0.1.isEmpty }.map { Point($0.0, currency, $0.1) })
        }
    }

    /// The history with the last day of each month and the newest day.
    public var monthEnds: HoldingHistory {
        HoldingHistory(
            account: account, currency: currency,
            points: points.indices.filter {
                $0 == points.count - 1 || points[$0].day.month != points[$0 + 1].day.month
            }.map { points[$0] })
    }
}

extension HoldingHistory.Point {
    fileprivate init(
        _ day: CalendarDay, _ currency: Currency, _ holdings: [HoldingDay.Holding]
    ) {
        func sum(_ amounts: [Money]) -> Money {
            Money(sum: amounts.reduce(0) { $0 + $1.minorUnits }, currency: currency)
        }
        let costed = holdings.filter { $0.gain != nil }
        self.init(
            day: day, shares: holdings.count == 1 ? holdings[0].shares : nil,
            value: sum(holdings.compactMap(\.value)),
            cost: costed.isEmpty ? nil : sum(costed.compactMap(\.cost)),
            gain: costed.isEmpty ? nil : sum(costed.compactMap(\.gain)))
    }
}
