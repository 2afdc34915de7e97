import Model
import Testing

@Suite("Money")
struct MoneyTests {
    private let dollars = Currency(code: "USD")

    @Test("an amount is read at its currency's exponent")
    func reading() throws {
        #expect(try Money(exactly: "-84.1", currency: dollars).minorUnits == -8410)
        #expect(try Money(exactly: "1500", currency: Currency(code: "JPY")).minorUnits == 1500)
    }

    @Test("a currency's code from outside can't control a terminal")
    func rawCode() {
        let money = Money(minorUnits: 5, currency: Currency(code: "U\u{1B}[2J", exponent: 2))
        #expect(!money.text.contains("\u{1B}"))
        #expect(money.text.hasPrefix("0.05 U"))
    }

    @Test("yen have no decimals")
    func yen() {
        #expect(throws: AmountError.tooManyDecimals) {
            try Money(exactly: "0.5", currency: Currency(code: "JPY"))
        }
    }

    @Test("amounts of one currency add up")
    func adding() throws {
        let sum = try Money(minorUnits: 1250, currency: dollars)
            .adding(Money(minorUnits: -8410, currency: dollars))
        #expect(sum == Money(minorUnits: -7160, currency: dollars))
    }

    @Test("amounts of different currencies never add up")
    func currencies() {
        #expect(throws: MoneyError.currenciesDiffer) {
            try Money(minorUnits: 1, currency: dollars)
                .adding(Money(minorUnits: 1, currency: Currency(code: "EUR")))
        }
    }

    @Test("one code at two exponents is two currencies")
    func exponentsDiffer() {
        #expect(throws: MoneyError.currenciesDiffer) {
            try Money(minorUnits: 1, currency: dollars)
                .adding(Money(minorUnits: 1, currency: Currency(code: "USD", exponent: 3)))
        }
    }

    @Test(
        "a sum of the largest amounts is exact",
        arguments: [
            (.max, .max, "184467440737095516.14"), (.min, .min, "-184467440737095516.16"),
            (.max, .min, "-0.01"),
        ] as [(Int64, Int64, String)])
    func wideSum(first: Int64, second: Int64, expected: String) throws {
        let sum = try Money(minorUnits: first, currency: dollars)
            .adding(Money(minorUnits: second, currency: dollars))
        #expect(sum.plainText == expected)
    }

    @Test("the lowest amount has a size")
    func size() {
        let lowest = Money(minorUnits: .min, currency: dollars)
        #expect(lowest.size.plainText == "92233720368547758.08")
    }

    @Test(
        "compares with a limit in whole units, whatever its decimals",
        arguments: [
            (40_000, "400", 0), (40_001, "400", 1), (39_999, "400", -1), (40_000, "400.001", -1),
            (-1, "0", -1), (.max, "92233720368547758.07", 0), (.max, "9223372036854775807", -1),
            (.min, "-9223372036854775807", 1), (.min, "0.000000000000000001", -1),
        ] as [(Int64, String, Int)])
    func limit(cents: Int64, limit: String, expected: Int) throws {
        let money = Money(minorUnits: cents, currency: dollars)
        let number = try DecimalAmount(exactly: limit)
        #expect(money.isMore(than: number) == (expected > 0))
        #expect(money.isLess(than: number) == (expected < 0))
    }

    @Test("an amount is written plain for programs and grouped for people")
    func writing() {
        let money = Money(minorUnits: -123_450, currency: dollars)
        #expect(money.plainText == "-1234.50")
        #expect(money.groupedText == "-1,234.50")
    }
}

@Suite("Currency")
struct CurrencyTests {
    @Test(
        "a currency is kept at its customary exponent",
        arguments: [
            ("USD", 2), ("EUR", 2), ("JPY", 0), ("KRW", 0), ("KWD", 3), ("CLF", 4), ("BTC", 8),
            ("jpy", 0), ("", 2), ("https://bank.example/points", 2),
        ])
    func customaryExponents(code: String, exponent: Int) {
        #expect(Currency(code: code).exponent == exponent)
    }

    @Test("an exponent beyond 0 to 18 counts as the nearer end", arguments: [(-1, 0), (19, 18)])
    func exponentRange(asked: Int, kept: Int) {
        #expect(Currency(code: "XYZ", exponent: asked).exponent == kept)
    }

    @Test("the code stays as the bank sent it")
    func code() {
        #expect(Currency(code: "usd").code == "usd")
    }
}
