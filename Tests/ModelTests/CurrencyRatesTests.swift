import Model
import Testing

@Suite("Exchange rates")
struct CurrencyRatesTests {
    private let dollars = Currency(code: "USD")
    private let euros = Currency(code: "EUR")
    private let yen = Currency(code: "JPY")

    private func rate(
        _ currency: Currency, _ billionths: Int64, _ day: String? = nil
    ) -> CurrencyRates.Rate {
        CurrencyRates.Rate(
            currency: currency, day: day.flatMap { CalendarDay($0) }, billionths: billionths)
    }

    private var rates: CurrencyRates {
        CurrencyRates(
            base: dollars,
            rates: [
                rate(euros, 1_080_000_000), rate(euros, 1_046_200_000, "2025-03-01"),
                rate(yen, 6_667_000),
            ])
    }

    private func today(_ text: String = "2026-03-15") throws -> CalendarDay {
        try #require(CalendarDay(text))
    }

    @Test(
        "convert an amount at the newest rate up to a day, rounded to the minor unit",
        arguments: [
            (900_00, "EUR", "2025-02-28", 972_00, "1.08"),
            (900_00, "EUR", "2025-03-01", 941_58, "1.0462"),
            (-900_00, "EUR", "2026-03-15", -941_58, "1.0462"),
            // 1.50 × 1.0462 = 1.5693; 0.01 × 1.0462 = 0.010462
            (1_50, "EUR", "2026-03-15", 1_57, "1.0462"), (1, "EUR", "2026-03-15", 1, "1.0462"),
            (1_000, "JPY", "2026-03-15", 6_67, "0.006667"),
        ] as [(Int64, String, String, Int64, String)])
    func converted(
        units: Int64, code: String, day: String, expected: Int64, rate: String
    ) throws {
        let money = Money(minorUnits: units, currency: Currency(code: code))
        let converted = try #require(rates.converted(money, on: try today(day)))
        #expect(converted.amount == Money(minorUnits: expected, currency: dollars))
        #expect(converted.rates.map(\.text) == [rate])
    }

    @Test("leave amounts in the base currency as they are, and know no others")
    func others() throws {
        let money = Money(minorUnits: 5, currency: dollars)
        #expect(rates.converted(money, on: try today())?.amount == money)
        #expect(rates.converted(money, on: try today())?.rates.isEmpty == true)
        let pounds = Money(minorUnits: 5, currency: Currency(code: "GBP"))
        #expect(rates.converted(pounds, on: try today()) == nil)
        #expect(CurrencyRates.none.converted(money, on: try today()) == nil)
        let huge = Money(sum: .max, currency: euros)
        #expect(rates.converted(huge, on: try today()) == nil)
    }

    @Test("are applied to a sum before it is rounded")
    func roundedOnce() throws {
        // 0.355708 + 0.006667, which are 0.36 and 0.01 each for itself.
        let amounts = [Money(minorUnits: 34, currency: euros), Money(minorUnits: 1, currency: yen)]
        let sum = try #require(rates.sum(of: amounts, on: try today()))
        #expect(sum.amount == Money(minorUnits: 36, currency: dollars))
    }

    @Test("sum several currencies, all or none")
    func sums() throws {
        func money(_ units: Int64, _ currency: Currency) -> Money {
            Money(minorUnits: units, currency: currency)
        }
        let sum = try #require(
            rates.sum(of: [money(100_00, dollars), money(900_00, euros)], on: try today()))
        #expect(sum.amount == money(1_041_58, dollars))
        #expect(sum.rates.map(\.currency) == [euros])
        #expect(rates.sum(of: [money(1, dollars)], on: try today()) == nil)
        #expect(rates.sum(of: [], on: try today()) == nil)
        let unknown = Currency(code: "GBP")
        #expect(
            rates.sum(of: [money(1, euros), money(1, unknown)], on: try today()) == nil)
    }
}
