/// How debts of one currency are repaid together, month by month.
///
/// Each month every debt is charged its interest and gets its minimum. All that is left of the
/// monthly sum goes to one debt after another in an order. The sum is that of all minimums and what
/// is paid beyond them, and stays the same when a debt is repaid.
public struct DebtPayoff: Sendable {
    /// Which debt gets what is left.
    public enum Order: String, CaseIterable, Sendable {
        /// The highest rate first, which costs the least.
        case avalanche
        /// The smallest debt first, which frees the first minimum soonest.
        case snowball
        /// As the debts are written.
        case own
    }

    /// One debt's end.
    public struct Repaid: Hashable, Sendable {
        public let debt: Debt
        /// The number of the month in which it is repaid, the next being 1.
        public let month: Int
        /// What its interest comes to.
        public let interest: Int128
    }

    /// A payment on one debt.
    public struct Payment: Hashable, Sendable {
        /// The next month is 1.
        public let month: Int
        /// The position of the debt among those given.
        public let debt: Int
        public let interest: Int128
        public let amount: Int128
        public let owed: Int128
    }

    public let order: Order
    /// In the order in which they are repaid.
    public let repaid: [Repaid]
    public let payments: [Payment]

    public var months: Int { repaid.last?.month ?? 0 }
    public var interest: Int128 { repaid.reduce(0) { $0 + $1.interest } }

    /// - Parameters:
    ///   - debts: those of which enough is known, in the person's own order.
    ///   - extra: minor units a month beyond the minimums.
    /// - Returns: nil if they are never repaid.
    public init?(_ debts: [Debt], by order: Order, extra: Int128 = 0) {
        let loans = [Loan](debts)
        var open = loans
        open.sort(by: order)
        var payments: [Payment] = []
        var repaid: [Repaid] = []
        var month = 0
        while !open.isEmpty {
            month += 1
            guard month <= Amortisation.mostMonths,
                open.allSatisfy({ $0.owed < Amortisation.largest })
            else { return nil }
            // A minimum that is free again stays in the sum.
            var left = loans.reduce(extra) { $0 + ($1.debt.grace < month ? $1.minimum : 0) }
            for position in open.indices {
                left -= open[position].charge(in: month)
            }
            for position in open.indices {
                let more = min(left, open[position].owed)
                open[position].pay(more)
                left -= more
                payments.append(open[position].payment(in: month))
            }
            repaid += open.filter { $0.owed == 0 }.map {
                Repaid(debt: $0.debt, month: month, interest: $0.interest)
            }
            open.removeAll { $0.owed == 0 }
        }
        self.order = order
        self.repaid = repaid
        self.payments = payments
    }

    /// A debt while it is being repaid.
    struct Loan {
        let position: Int
        let debt: Debt
        let rate: InterestRate
        let minimum: Int128
        var owed: Int128
        /// Of all months.
        var interest: Int128 = 0
        /// Of the last month.
        private var charged: Int128 = 0
        private var paid: Int128 = 0

        init(position: Int, debt: Debt, rate: InterestRate, minimum: Int128, owed: Int128) {
            self.position = position
            self.debt = debt
            self.rate = rate
            self.minimum = minimum
            self.owed = owed
        }

        /// Adds the interest of a month, and pays the minimum.
        ///
        /// - Returns: what was paid.
        mutating func charge(in month: Int) -> Int128 {
            charged = rate.ofMonth(on: owed)
            interest += charged
            owed += charged
            paid = month <= debt.grace ? 0 : min(minimum, owed)
            owed -= paid
            return paid
        }

        mutating func pay(_ more: Int128) {
            owed -= more
            paid += more
        }

        func payment(in month: Int) -> Payment {
            Payment(month: month, debt: position, interest: charged, amount: paid, owed: owed)
        }
    }
}

extension [DebtPayoff.Loan] {
    /// Those of which enough is known.
    init(_ debts: [Debt]) {
        self = debts.enumerated().compactMap { position, debt in
            guard let owed = debt.owed, let rate = debt.rate, let minimum = debt.minimum
            else { return nil }
            return DebtPayoff.Loan(
                position: position, debt: debt, rate: rate, minimum: minimum, owed: owed)
        }
    }

    /// The debt that gets what is left comes first. The order of equal ones is the person's own.
    mutating func sort(by order: DebtPayoff.Order) {
        sort { one, other in
            switch order {
            case .avalanche where one.rate < other.rate || one.rate > other.rate:
                one.rate > other.rate
            case .snowball where one.owed != other.owed: one.owed < other.owed
            case .avalanche, .snowball, .own: one.position < other.position
            }
        }
    }
}
