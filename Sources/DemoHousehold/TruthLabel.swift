public import Model

/// What a transaction truly is: what a perfect classifier would say.
public struct TruthLabel: Hashable, Sendable {
    public let transactionClass: TransactionClass
    /// The category of an expense; nil for income and transfers.
    public let category: String?
    /// The other side of a transfer between the household's accounts; nil
    /// also where that side is not within the history that is shown.
    public internal(set) var partner: TransactionReference?
    /// The recurring series that it is a part of.
    public let series: TruthSeries?
    /// What it pays off, where it is either side of such a payment.
    public let paysOff: Debt?
    /// The clean name of the other party.
    public let payee: String
}

/// A debt that is paid off by transfers.
public enum Debt: String, CaseIterable, Sendable {
    case card, loan
}

/// The ids that find one transaction in a household.
public struct TransactionReference: Hashable, Sendable {
    public let account: String
    public let transaction: String

    public init(account: String, transaction: String) {
        self.account = account
        self.transaction = transaction
    }
}

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

/// The truth about every transaction of a household as JSON lines: account,
/// id, class and payee, and where there are such, category, partner,
/// partner_account, series with its frequency and how its amounts are, and
/// pays_off.
public struct LabelLines: Sendable {
    private let household: Household

    public init(of household: Household) {
        self.household = household
    }

    /// Writes the lines in pieces of some 64 KiB, each of whole lines.
    ///
    /// - Throws: what `output` throws, and stops there.
    public func write<Failure: Error>(
        to output: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var json = JSONText()
        for account in household.accounts {
            for transaction in account.transactions {
                let truth = transaction.truth
                json.beginObject()
                json.member("account", account.id)
                json.member("id", transaction.id)
                json.member("class", truth.transactionClass.rawValue)
                json.member("category", ifPresent: truth.category)
                json.member("partner", ifPresent: truth.partner?.transaction)
                json.member("partner_account", ifPresent: truth.partner?.account)
                json.member("series", ifPresent: truth.series?.name)
                json.member("frequency", ifPresent: truth.series?.frequency.rawValue)
                json.member("amounts", ifPresent: truth.series?.amounts.rawValue)
                json.member("pays_off", ifPresent: truth.paysOff?.rawValue)
                json.member("payee", truth.payee)
                json.endObject()
                json.endLine()
                if json.bytes.count >= 1 << 16 { try output(json.taken()) }
            }
        }
        try output(json.taken())
    }
}
