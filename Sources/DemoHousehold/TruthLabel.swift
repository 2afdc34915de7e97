public import Model

/// The label of a transaction: the result of a perfect classifier.
public struct TruthLabel: Hashable, Sendable {
    public let transactionClass: TransactionClass
    /// The category of an expense; nil for income and transfers.
    public let category: String?
    /// The other side of a transfer between the household's accounts; nil if it is
    /// outside the visible history.
    public internal(set) var partner: TransactionReference?
    /// The recurring series it belongs to.
    public let series: TruthSeries?
    /// The debt that it pays off, on either side of such a payment.
    public let paysOff: Debt?
    /// The clean name of the other party.
    public let payee: String
}

/// A kind of debt that transfers pay off.
public enum Debt: String, CaseIterable, Sendable {
    case card, loan
}

/// The ids that identify a transaction in a household.
public struct TransactionReference: Hashable, Sendable {
    public let account: String
    public let transaction: String

    public init(account: String, transaction: String) {
        self.account = account
        self.transaction = transaction
    }
}

/// An expected recurring series in one account: a bill, a subscription, pay, an
/// instalment. Habits such as groceries are not series.
public struct TruthSeries: Hashable, Sendable {
    /// Stable and unique within an account.
    public let name: String
    public let frequency: Frequency
    public let amounts: Amounts

    /// How predictable the amounts are.
    public enum Amounts: String, CaseIterable, Sendable {
        /// The same, except for occasional price changes.
        case steady
        /// Seasonal, as for utilities.
        case seasonal
        /// Unpredictable. Detecting such a series is optional.
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

/// The labels of a household as JSON lines: account, id, class and payee. If present,
/// also category, partner, partner_account, series, frequency, amounts and pays_off.
public struct LabelLines: Sendable {
    private let household: Household

    public init(of household: Household) {
        self.household = household
    }

    /// Writes the lines in chunks of about 64 KiB, each of whole lines.
    ///
    /// - Throws: what `output` throws.
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
