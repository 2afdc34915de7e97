import Model

/// Which other transactions of the same account a rule looks at.
public struct NearTest: Hashable, Sendable {
    /// What the other's amount has to do with the transaction's.
    public enum Amount: String, CaseIterable, Sendable {
        case same, opposite
    }

    /// How many days earlier the other may be; 0 is the same day.
    public let before: Int
    /// How many days later it may be.
    public let after: Int
    /// Nil for any amount.
    public let amount: Amount?
    /// Whether it must have the same payee.
    public let hasSamePayee: Bool

    public init(before: Int, after: Int, amount: Amount? = nil, hasSamePayee: Bool = false) {
        self.before = before
        self.after = after
        self.amount = amount
        self.hasSamePayee = hasSamePayee
    }

    /// The greatest number of days.
    public static let mostDays = 366

    /// Whether another transaction is one of those.
    func isMet(by other: TransactionFacts, near one: TransactionFacts) -> Bool {
        guard other.id != one.id, other.account == one.account,
            (-before...after).contains(one.day.days(until: other.day)),
            !hasSamePayee || other.payee == one.payee
        else { return false }
        return switch amount {
        case nil: true
        case .same: other.amount == one.amount
        // No bank's amount is the lowest number, whose opposite doesn't exist.
        case .opposite: other.amount == 0 &- one.amount
        }
    }
}
