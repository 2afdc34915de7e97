import Model

/// The monthly payments that repay a loan, to the cent as banks compute them.
///
/// The interest of a month is a twelfth of the year's on what is owed before the payment, rounded
/// half up, or down if the lender does. The last payment takes what is left.
public struct Amortisation: Hashable, Sendable {
    /// A month, in minor units.
    public struct Payment: Hashable, Sendable {
        public let interest: Int128
        /// What the payment takes off the debt; negative if it doesn't cover the interest.
        public let principal: Int128
        /// The debt after it.
        public let owed: Int128

        public var amount: Int128 { interest + principal }
    }

    /// One for each month, the first of them a month from now.
    public let payments: [Payment]

    public var interest: Int128 { payments.reduce(0) { $0 + $1.interest } }
    public var paid: Int128 { payments.reduce(0) { $0 + $1.amount } }

    /// Longer than a hundred years is never.
    static let mostMonths = 1200
    /// A debt beyond it is repaid by nobody, and 128 bits end.
    static let largest: Int128 = 1_000_000_000_000_000_000_000_000

    /// - Parameters:
    ///   - balance: minor units owed now.
    ///   - payment: minor units a month.
    ///   - grace: the first months, in which nothing is paid.
    /// - Returns: nil if it is never repaid.
    public init?(
        of balance: Int128, at rate: InterestRate, payment: Int128, grace: Int = 0
    ) {
        var owed = balance
        var payments: [Payment] = []
        while owed > 0 {
            guard payments.count < Self.mostMonths, owed < Self.largest else { return nil }
            let interest = rate.ofMonth(on: owed)
            let amount = payments.count < grace ? 0 : min(payment, owed + interest)
            // Once a payment leaves no less than before, all later ones do, too.
            guard payments.count < grace || amount > interest else { return nil }
            owed += interest - amount
            payments.append(Payment(interest: interest, principal: amount - interest, owed: owed))
        }
        self.payments = payments
    }

    /// Equal payments for a number of months; the last one differs by some cents.
    ///
    /// - Parameters:
    ///   - balance: minor units owed now, at most what an account holds.
    ///   - months: above 0.
    public init(of balance: Int128, at rate: InterestRate, months: Int) {
        let payment = Self.payment(of: balance, at: rate, months: months)
        var owed = balance
        payments = (1...months).map { month in
            let interest = rate.ofMonth(on: owed)
            let amount = month == months ? owed + interest : min(payment, owed + interest)
            owed += interest - amount
            return Payment(interest: interest, principal: amount - interest, owed: owed)
        }
    }

    /// The equal payment that repays a debt in a number of months, to the nearest minor unit.
    ///
    /// It is the debt by the sum of the months' discounts. These have 18 digits after the point,
    /// so their sum has 15, more than the cents of any loan.
    public static func payment(of balance: Int128, at rate: InterestRate, months: Int) -> Int128 {
        let one = powerOfTen(18)
        let year = 12 * rate.scale
        var (discount, sum) = (one, Int128(0))
        for _ in 0..<months {
            discount = discount * year / (year + rate.coefficient)
            sum += discount
        }
        return (min(balance, Int128(Int64.max)) * one * 2 + sum) / (2 * max(1, sum))
    }
}
