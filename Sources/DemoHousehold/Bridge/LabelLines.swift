import Model

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
