import Configuration
import Engine
import Insights
import Model
import Terminal

/// Totals of all currencies in the one in which the person gave rates. They stand beside
/// the totals by currency, never in their place.
struct ConvertedTotals {
    let rates: CurrencyRates
    /// The last day whose rate counts: today for sums of months, also of a part of a month, so that
    /// all commands convert a month alike.
    let day: CalendarDay

    /// Without rates if config/rates.toml has a mistake: figures don't need them, and
    /// `CurrenciesView` reports it.
    init(of engine: Engine, on day: CalendarDay) throws {
        do {
            rates = try engine.currencyRates()
        } catch is ConfigurationError {
            rates = .none
        }
        self.day = day
    }

    /// "In USD: 3,574.82 (EUR at 1.08)"; nil if there is nothing to say.
    func words(forSumOf amounts: [Money]) -> String? {
        rates.sum(of: amounts, on: day).map(words)
    }

    /// The sums of months, each at the rates of its last day as in `income`; nil without a rate.
    ///
    /// - Parameter currency: the only one that counts; nil for all.
    func sum(of sums: MonthlySums, in currency: Currency? = nil) -> ConvertedMoney? {
        guard currency.map(rates.knows) ?? true else { return nil }
        return rates.total(
            of: Self.dated(sums).filter { currency == nil || $0.amount.currency == currency }
                .map { (amount: $0.amount, day: min($0.day, day)) })
    }

    /// The sums of months with the days whose rates count.
    static func dated(_ sums: MonthlySums) -> [(amount: Money, day: CalendarDay)] {
        sums.totals.flatMap { row in
            zip(sums.months, row.months).filter { $1.minorUnits != 0 }
                .map { (amount: $1, day: $0.lastDay) }
        }
    }

    /// "In USD: 3,574.82 (EUR at 1.08 and earlier ones)"; nil if there is nothing to say.
    func words(forSumOf sums: MonthlySums) -> String? {
        sum(of: sums).flatMap { $0.rates.isEmpty ? nil : words(for: $0) }
    }

    /// The same of sums by month.
    func words(forMonths sums: TransactionSums) -> String? {
        let amounts = sums.groups.compactMap { group in
            group.name.flatMap { CalendarDay($0 + "-01") }.map {
                (amount: group.sum, day: min($0.month.lastDay, day))
            }
        }
        return rates.sum(of: amounts).map(words)
    }

    private func words(for sum: ConvertedMoney) -> String {
        "In \(sum.amount.currency.code): \(sum.amount.groupedText) (\(Self.words(for: sum.rates)))"
    }

    /// A sum with a name, whose amounts each have a day.
    struct NamedSum {
        let name: String
        let amounts: [(amount: Money, day: CalendarDay)]
        /// Those of the period before; empty for no comparison.
        var before: [(amount: Money, day: CalendarDay)] = []
    }

    /// "In USD: needs 2,100.00, wants 800.00 (EUR at 1.08)", with a comparison "spending 310.00,
    /// before 300.00, +10.00"; nil if there is nothing to say.
    func words(forSums sums: [NamedSum]) -> String? {
        guard let base = rates.base else { return nil }
        var used: [CurrencyRates.Rate] = []
        /// - Returns: nil without a rate, as a sum would leave something out.
        func total(_ amounts: [(amount: Money, day: CalendarDay)]) -> Money? {
            let amounts = amounts.map { (amount: $0.amount, day: min($0.day, day)) }
            if let converted = rates.sum(of: amounts) {
                used += converted.rates.filter { !used.contains($0) }
                return converted.amount
            }
            guard amounts.allSatisfy({ $0.amount.currency == base }) else { return nil }
            return Money(
                sum: amounts.reduce(0) { $0 + $1.amount.minorUnits }, currency: base)
        }
        var parts: [String] = []
        for sum in sums {
            guard let now = total(sum.amounts) else { return nil }
            var part = "\(sum.name) \(now.groupedText)"
            if !sum.before.isEmpty {
                guard let before = total(sum.before) else { return nil }
                let change = Money(sum: now.minorUnits - before.minorUnits, currency: base)
                part += ", before \(before.groupedText), \(change.signedText)"
            }
            parts.append(part)
        }
        guard !used.isEmpty else { return nil }
        let separator = sums.contains { !$0.before.isEmpty } ? "; " : ", "
        return "In \(base.code): \(parts.joined(separator: separator)) (\(Self.words(for: used)))"
    }

    /// The rate of each currency, "EUR at 1.0462 of 2025-03-01"; of several the newest.
    static func words(for rates: [CurrencyRates.Rate]) -> String {
        rates.map(\.currency).distinct.compactMap { currency in
            let own = rates.filter { $0.currency == currency }
            return own.max { ($0.day?.daysSinceEpoch ?? .min) < ($1.day?.daysSinceEpoch ?? .min) }
                .map { rate in
                    "\(currency.code) at \(rate.text)" + (rate.day.map { " of \($0)" } ?? "")
                        + (own.count > 1 ? " and earlier ones" : "")
                }
        }.joined(separator: ", ")
    }

    /// An amount at the rate of a day, or of the last day if that is earlier.
    func converted(_ money: Money, on day: CalendarDay? = nil) -> ConvertedMoney? {
        rates.converted(money, on: min(day ?? self.day, self.day))
    }
}

extension ConvertedMoney {
    fileprivate var onlyRate: CurrencyRates.Rate? { rates.count == 1 ? rates[0] : nil }

    /// The fields that say how a row's amounts were converted.
    static func fields<Row>(_ converted: @escaping (Row) -> ConvertedMoney?) -> [Field<Row>] {
        [
            .value("base_currency", "The currency of your rates; null without a rate.") {
                converted($0)?.amount.currency.code
            },
            .value(
                "rate",
                "The rate; null without one, in that currency itself, and where months have others."
            ) { converted($0)?.onlyRate?.text },
            .value("rate_day", "The day from which the rate holds, if it has one.") {
                converted($0)?.onlyRate?.day
            },
        ]
    }
}
