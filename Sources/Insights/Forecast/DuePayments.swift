public import Model

/// The payments and income of the coming days, with what is left of the money for spending.
public struct DuePayments: Sendable {
    public struct Payment: Sendable {
        public let movement: ForecastMovement
        public let account: ForecastFacts.Account
        /// What all accounts for spending hold after it; nil for a payment of a card, which its
        /// statement takes from there later.
        public let left: Money?

        public var amount: Money { Money(sum: movement.amount, currency: account.currency) }
    }

    public let currency: Currency
    /// Oldest first.
    public let payments: [Payment]
    /// The balance before them, and its day.
    public let balance: Money
    public let balanceDay: CalendarDay
    /// What comes in, what goes out as a negative amount, and the balance with both.
    public let income: Money
    public let paid: Money
    public let left: Money
    /// What comes in on other accounts, and isn't for spending.
    public let elsewhere: [ForecastMovement]
    /// What cards pay, which their statements take from there later; a negative amount.
    public let byCard: Money

    /// One for each currency with an account for spending.
    ///
    /// - Parameter end: the last day.
    public static func all(_ forecast: Forecast, through end: CalendarDay) -> [DuePayments] {
        SafeToSpend.all(forecast).map { DuePayments($0, forecast, through: end) }
    }

    private init(_ safe: SafeToSpend, _ forecast: Forecast, through end: CalendarDay) {
        let spending = Set(safe.accounts.filter { $0.verdict.isCounted }.map(\.account.id))
        let accounts = forecast.accounts.map(\.account).filter { $0.currency == safe.currency }
        let ofID = Dictionary(accounts.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
        let counted = forecast.accounts.filter { $0.account.visibility.isCounted }
        let movements = counted.flatMap(\.days).flatMap(\.movements).filter { movement in
            guard let account = ofID[movement.account], movement.day <= end else { return false }
            let isOfSpending = spending.contains(movement.account)
            // A card's purchases are paid with its statement, a loan's charges with its payments.
            if !isOfSpending, !movement.isBill || account.type.isLoan { return false }
            guard let other = movement.other else { return isOfSpending || movement.amount < 0 }
            // Money that only changes its place, and what a card or a loan receives.
            return isOfSpending && !spending.contains(other)
        }
        elsewhere = (counted.flatMap(\.days).flatMap(\.movements) + forecast.heldOut).filter {
            $0.isPay && !spending.contains($0.account) && ofID[$0.account] != nil && $0.day <= end
        }
        var left = safe.balance.minorUnits
        let payments = movements.sorted {
            ($0.day, $0.name, $0.amount) < ($1.day, $1.name, $1.amount)
        }.compactMap { movement -> Payment? in
            guard let account = ofID[movement.account] else { return nil }
            let isOfSpending = spending.contains(account.id)
            if isOfSpending { left += movement.amount }
            return Payment(
                movement: movement, account: account,
                left: isOfSpending ? Money(sum: left, currency: safe.currency) : nil)
        }
        let moved = payments.filter { $0.left != nil }.map(\.movement.amount)
        func sum(_ amounts: [Int128]) -> Money {
            Money(sum: amounts.reduce(0, +), currency: safe.currency)
        }
        currency = safe.currency
        balance = safe.balance
        balanceDay = safe.balanceDay
        income = sum(moved.filter { $0 > 0 })
        paid = sum(moved.filter { $0 < 0 })
        byCard = sum(payments.filter { $0.left == nil }.map(\.movement.amount))
        self.payments = payments
        self.left = Money(sum: left, currency: safe.currency)
    }
}
