public import Model

/// Transactions of one account that come again and again, and are expected: a
/// bill, a subscription, pay, a rate. Habits such as groceries are none.
public struct TruthSeries: Hashable, Sendable {
    /// Always the same; unique within an account.
    public let name: String
    public let frequency: Frequency
    public let amounts: Amounts

    /// How well its amounts can be foreseen.
    public enum Amounts: String, CaseIterable, Sendable {
        /// The same, but for a new price now and then.
        case steady
        /// They go up and down with the seasons, as utilities do.
        case seasonal
        /// They could be anything. To find such a series is as right as not to.
        case open
    }

    static func weekly(_ name: String) -> TruthSeries {
        TruthSeries(name: name, frequency: .weekly, amounts: .steady)
    }

    static func biweekly(_ name: String) -> TruthSeries {
        TruthSeries(name: name, frequency: .biweekly, amounts: .steady)
    }

    static func semimonthly(_ name: String) -> TruthSeries {
        TruthSeries(name: name, frequency: .semimonthly, amounts: .steady)
    }

    static func monthly(_ name: String, _ amounts: Amounts = .steady) -> TruthSeries {
        TruthSeries(name: name, frequency: .monthly, amounts: amounts)
    }

    static func quarterly(_ name: String, _ amounts: Amounts = .steady) -> TruthSeries {
        TruthSeries(name: name, frequency: .quarterly, amounts: amounts)
    }

    static func halfYearly(_ name: String) -> TruthSeries {
        TruthSeries(name: name, frequency: .halfYearly, amounts: .steady)
    }

    static func yearly(_ name: String, _ amounts: Amounts = .steady) -> TruthSeries {
        TruthSeries(name: name, frequency: .yearly, amounts: amounts)
    }
}
