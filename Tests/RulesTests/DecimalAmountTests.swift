import Model
import Rules
import Testing

@Suite("Exact numbers of rules")
struct DecimalAmountTests {
    @Test(
        "text is read exactly, and zeros at the end do not count",
        arguments: [
            ("49.90", "49.9"), ("-0.075", "-0.075"), ("+100", "100"), ("100", "100"),
            (".5", "0.5"), ("1.000000000000000001", "1.000000000000000001"),
            ("5000000000.0000000000000000000", "5000000000"),
            ("-9223372036854775808", "-9223372036854775808"), ("0.00", "0"),
        ])
    func readsText(written: String, plain: String) throws {
        #expect(try DecimalAmount(exactly: written).description == plain)
    }

    @Test("numbers that are written differently and mean the same are equal")
    func ignoresTrailingZeros() throws {
        #expect(try number("1.50") == number("01.5"))
    }

    @Test(
        "text that is no exact number is refused",
        arguments: [
            ("", AmountError.notANumber), ("1,50", .notANumber), ("1e3", .notANumber),
            ("1.2.3", .notANumber), ("NaN", .notANumber),
            ("9223372036854775808", .tooLarge), ("0.0000000000000000001", .tooManyDecimals),
        ])
    func refusesOtherText(written: String, error: AmountError) {
        #expect(throws: error) { try DecimalAmount(exactly: written) }
    }

    @Test("money becomes the number that a person reads")
    func readsMoney() throws {
        let money = Money(minorUnits: -1250, currency: Currency(code: "USD"))
        #expect(try DecimalAmount(money) == number("-12.5"))
    }
}
