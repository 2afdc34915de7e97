internal import Classification
internal import Model

extension ConfigurationFiles {
    /// What currencies are worth in one of them, from a file such as
    /// `rates.toml`.
    func currencyRates(in name: String) throws(ConfigurationError) -> CurrencyRates {
        let file = try decode(RatesFile.self, from: name)
        var rates: [CurrencyRates.Rate] = []
        for (position, entry) in (file.rate ?? []).enumerated() {
            func mistake(_ message: String) -> ConfigurationError {
                ConfigurationError(file: "config/\(name)", "rate \(position + 1): \(message)")
            }
            guard file.base?.isEmpty == false else {
                throw ConfigurationError(
                    file: "config/\(name)", "\"base\" is missing, the currency of the rates")
            }
            guard !entry.currency.isEmpty, entry.currency != file.base else {
                throw mistake("\"currency\" must be another currency than the base")
            }
            guard entry.value > 0.000_001, entry.value < 1_000_000_000 else {
                throw mistake("\"value\" must be above 0.000001 and below 1000000000")
            }
            let day = entry.day.map { CalendarDay($0) }
            if case .some(.none) = day {
                throw mistake("\"day\" must be a day such as \"2025-03-09\"")
            }
            rates.append(
                CurrencyRates.Rate(
                    currency: Currency(code: entry.currency), day: day ?? nil,
                    billionths: Int64((entry.value * 1_000_000_000).rounded())))
        }
        return CurrencyRates(base: file.base.map { Currency(code: $0) }, rates: rates)
    }
}

private struct RatesFile: Decodable {
    /// The currency in which the rates are given.
    let base: String?
    let rate: [Entry]?

    struct Entry: Decodable {
        let currency: String
        /// "2025-03-09", from which the rate holds.
        let day: String?
        /// Units of the base for one of the currency.
        let value: Double
    }
}
