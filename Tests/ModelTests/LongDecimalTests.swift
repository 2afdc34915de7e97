import Model
import Testing

@Suite("A decimal number of any length")
struct LongDecimalTests {
    @Test(
        "is exact, and written without needless zeros",
        arguments: [
            ("550.0", "550"), ("-00.50", "-0.5"), ("+7", "7"), (".25", "0.25"), ("3.", "3"),
            ("0.000", "0"), ("-0", "0"), ("1000000", "1000000"),
            (
                "12345678901234567890123.12345678901234567890123",
                "12345678901234567890123.12345678901234567890123"
            ),
        ])
    func text(sent: String, written: String) throws {
        #expect(try #require(LongDecimal(sent)).text == written)
    }

    @Test("shows its thousands", arguments: [("1234567.5", "1,234,567.5"), ("-999", "-999")])
    func groups(sent: String, shown: String) throws {
        #expect(try #require(LongDecimal(sent)).groupedText == shown)
    }

    @Test(
        "is nothing else",
        arguments: ["", ".", "-", "1e5", "1,5", "0x1", "1.2.3", " 1", "\u{0663}"])
    func refuses(text: String) {
        #expect(LongDecimal(text) == nil)
    }

    @Test("is the same number however it is written")
    func equality() {
        #expect(LongDecimal("1.50") == LongDecimal("01.5"))
        #expect(LongDecimal("0.0") == LongDecimal("-0"))
    }

    @Test(
        "rounds a half away from zero",
        arguments: [
            ("105884.8", 2, 10_588_480), ("1.005", 2, 101), ("-1.005", 2, -101),
            ("1.0049", 2, 100), ("0.004", 2, 0), ("0.0006", 2, 0), ("0.995", 2, 100), ("7", 0, 7),
            ("92233720368547758.07", 2, Int64.max),
        ])
    func rounds(text: String, decimals: Int, units: Int64) throws {
        #expect(try #require(LongDecimal(text)).rounded(toDecimals: decimals) == units)
    }

    @Test(
        "is too large for 64 bits",
        arguments: ["92233720368547758.08", "1e", "99999999999999999999"])
    func tooLarge(text: String) {
        #expect(LongDecimal(text)?.rounded(toDecimals: 2) == nil)
    }

    @Test(
        "multiplies exactly",
        arguments: [
            ("550", "0.10", "55"), ("-1.5", "1.5", "-2.25"), ("0", "-3.25", "0"),
            (
                "12345678901234567890", "98765432109876543210",
                "1219326311370217952237463801111263526900"
            ),
        ])
    func multiplies(left: String, right: String, product: String) throws {
        let (left, right) = (try #require(LongDecimal(left)), try #require(LongDecimal(right)))
        #expect((left * right).text == product)
        #expect(left * right == right * left)
    }
}
