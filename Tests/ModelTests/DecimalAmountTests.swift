import Model
import Testing

@Suite("Decimal amount")
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
        #expect(try DecimalAmount(exactly: "1.50") == DecimalAmount(exactly: "01.5"))
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

    @Test(
        "numbers are ordered by what they mean, whatever their decimals",
        arguments: [
            ("-2", "-1.5"), ("-0.001", "0"), ("0.1", "0.10000000001"), ("9.99", "10"),
            ("9.223372036854775807", "9223372036854775807"),
        ])
    func order(smaller: String, larger: String) throws {
        let (smaller, larger) = try (
            DecimalAmount(exactly: smaller), DecimalAmount(exactly: larger)
        )
        #expect(smaller < larger)
        #expect(!(larger < smaller))
    }
}
