import Model
import TestSupport
import Testing

@Suite("Exact amounts")
struct MinorUnitsTests {
    @Test(
        "decimal text is read exactly, in cents",
        arguments: [
            ("0", 0), ("-0", 0), ("0.00", 0), ("1", 100), ("-1", -100), ("+1", 100), ("12.5", 1250),
            ("12.34", 1234), ("-05.50", -550), ("105884.8", 10_588_480), ("007", 700), ("1.", 100),
            (".5", 50), ("-.05", -5), ("1.500", 150), ("1.5000000000000000000000", 150),
            ("000000000000000000000000.01", 1),
        ] as [(String, Int64)])
    func accepted(text: String, minorUnits: Int64) throws {
        #expect(try MinorUnits.exactly(text, exponent: 2) == minorUnits)
    }

    @Test(
        "the exponent says where the minor unit is",
        arguments: [
            ("1500", 0, 1500), ("1500.00", 0, 1500), ("1.234", 3, 1234), ("1.2", 3, 1200),
            ("0.00000001", 8, 1), ("-21", 8, -2_100_000_000), ("0.000000000000000001", 18, 1),
            ("9.223372036854775807", 18, .max),
        ] as [(String, Int, Int64)])
    func exponents(text: String, exponent: Int, minorUnits: Int64) throws {
        #expect(try MinorUnits.exactly(text, exponent: exponent) == minorUnits)
    }

    @Test(
        "what is no plain decimal number is refused",
        arguments: [
            "", "-", "+", ".", "-.", "--1", "+-1", "1-", "1.2.3", "1,234.50", "$5", "5 ", " 5",
            "1e3", "0x10", "NaN", "inf", "１２", "٣", "1.2\u{0}", "−5", "1\n",
        ])
    func notNumbers(text: String) {
        #expect(throws: AmountError.notANumber) { try MinorUnits.exactly(text, exponent: 2) }
    }

    @Test(
        "a digit below the minor unit is refused, never rounded",
        arguments: [("0.001", 2), ("1.509", 2), ("-0.0010", 2), ("0.5", 0), ("1.0000000001", 8)])
    func tooManyDecimals(text: String, exponent: Int) {
        #expect(throws: AmountError.tooManyDecimals) {
            try MinorUnits.exactly(text, exponent: exponent)
        }
    }

    @Test(
        "the first amount that does not fit is refused",
        arguments: [
            ("92233720368547758.08", 2), ("-92233720368547758.09", 2), ("92233720368547759", 2),
            ("9223372036854775808", 0), ("-9223372036854775809", 0), ("10", 18),
            ("99999999999999999999999999", 2),
        ])
    func tooLarge(text: String, exponent: Int) {
        #expect(throws: AmountError.tooLarge) {
            try MinorUnits.exactly(text, exponent: exponent)
        }
    }

    @Test(
        "the largest and the lowest amount can be read",
        arguments: [("92233720368547758.07", .max), ("-92233720368547758.08", .min)]
            as [(String, Int64)])
    func extremes(text: String, minorUnits: Int64) throws {
        #expect(try MinorUnits.exactly(text, exponent: 2) == minorUnits)
    }

    @Test(
        "plain text has as many decimals as the exponent",
        arguments: [
            (0, 2, "0.00"), (5, 2, "0.05"), (-5, 2, "-0.05"), (-123_450, 2, "-1234.50"),
            (1500, 0, "1500"), (1, 3, "0.001"), (-1, 18, "-0.000000000000000001"),
            (.max, 2, "92233720368547758.07"), (.min, 2, "-92233720368547758.08"),
            (.min, 0, "-9223372036854775808"), (.min, 18, "-9.223372036854775808"),
        ] as [(Int64, Int, String)])
    func plainText(minorUnits: Int64, exponent: Int, expected: String) {
        #expect(MinorUnits.plainText(minorUnits, exponent: exponent) == expected)
    }

    @Test(
        "grouped text has a comma between thousands",
        arguments: [
            (0, 2, "0.00"), (99_999, 2, "999.99"), (100_000, 2, "1,000.00"),
            (-12_345_678, 2, "-123,456.78"), (-100_000, 2, "-1,000.00"),
            (1_234_567, 0, "1,234,567"),
            (.min, 2, "-92,233,720,368,547,758.08"),
        ] as [(Int64, Int, String)])
    func groupedText(minorUnits: Int64, exponent: Int, expected: String) {
        #expect(MinorUnits.groupedText(minorUnits, exponent: exponent) == expected)
    }

    @Test("what was written is read as the same amount", arguments: [0, 2, 3, 8, 18])
    func roundTrip(exponent: Int) throws {
        var random = RandomNumbers(seed: UInt64(exponent))
        for _ in 0..<2_000 {
            let digits = Int.random(in: 0...63, using: &random)
            let amount = Int64.random(in: .min ... .max, using: &random) >> digits
            let text = MinorUnits.plainText(amount, exponent: exponent)
            #expect(try MinorUnits.exactly(text, exponent: exponent) == amount)
        }
    }
}
