import Model
import Testing

@Suite("The order of currencies")
struct CurrencyOrderTests {
    private func currency(_ code: String) -> Currency { Currency(code: code, exponent: 2) }

    @Test(
        "is one currency first and the others by code, each with its elements as they were",
        arguments: [
            ("USD", "USD EUR JPY"), ("JPY", "JPY EUR USD"), ("GBP", "EUR JPY USD"),
            (nil, "EUR JPY USD"),
        ])
    func sorted(first: String?, expected: String) {
        let order = CurrencyOrder(first: first.map(currency))
        let found = order.sorted([("JPY", 2), ("USD", 9), ("EUR", 1), ("JPY", 1), ("USD", 3)]) {
            currency($0.0)
        }
        let codes = found.map(\.0).reduce(into: [String]()) { codes, code in
            if codes.last != code { codes.append(code) }
        }
        #expect(codes.joined(separator: " ") == expected)
        #expect(found.filter { $0.0 == "JPY" }.map(\.1) == [2, 1])
        #expect(found.filter { $0.0 == "USD" }.map(\.1) == [9, 3])
    }
}
