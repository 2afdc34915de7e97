import Model
import Rules
import Testing

@Suite("What rules ask of an amount")
struct AmountConditionTests {
    struct Case: Sendable {
        let minorUnits: Int64
        let test: AmountTest
        let holds: Bool
    }

    @Test("amounts are compared in whole units, with their sign", arguments: try signedCases)
    func comparesAmounts(example: Case) throws {
        let transaction = Example(minorUnits: example.minorUnits)
        #expect(try holds(.amount(example.test), for: transaction) == example.holds)
    }

    static var signedCases: [Case] {
        get throws {
            let limit = try number("-12.50")
            return try [
                Case(minorUnits: -1251, test: .less(limit), holds: true),
                Case(minorUnits: -1250, test: .less(limit), holds: false),
                Case(minorUnits: -1249, test: .greater(limit), holds: true),
                Case(minorUnits: -1250, test: .greater(limit), holds: false),
                Case(minorUnits: -1250, test: .atMost(limit), holds: true),
                Case(minorUnits: -1249, test: .atMost(limit), holds: false),
                Case(minorUnits: -1250, test: .atLeast(limit), holds: true),
                Case(minorUnits: -1251, test: .atLeast(limit), holds: false),
                Case(minorUnits: -1250, test: .equals(limit), holds: true),
                Case(minorUnits: 1250, test: .equals(limit), holds: false),
                Case(minorUnits: -1250, test: .equals(number("-12.501")), holds: false),
                Case(minorUnits: -1250, test: .between(limit, number("0")), holds: true),
                Case(minorUnits: 0, test: .between(limit, number("0")), holds: true),
                Case(minorUnits: 1, test: .between(limit, number("0")), holds: false),
                Case(minorUnits: -5, test: .between(number("0"), limit), holds: false),
                Case(minorUnits: .max, test: .greater(number("92233720368547758.06")), holds: true),
                Case(
                    minorUnits: .max, test: .greater(number("92233720368547758.07")), holds: false),
            ]
        }
    }

    @Test("about equal is within a share of the rule's number", arguments: try approximateCases)
    func comparesApproximately(example: Case) throws {
        let transaction = Example(minorUnits: example.minorUnits)
        #expect(try holds(.amount(example.test), for: transaction) == example.holds)
    }

    static var approximateCases: [Case] {
        get throws {
            let hundred = try number("-100")
            let none = try number("0")
            let tiny = try number("0.000000000000000001")
            let largest = try number("9223372036854775807")
            return try [
                Case(minorUnits: -10_750, test: .approximately(hundred), holds: true),
                Case(minorUnits: -10_751, test: .approximately(hundred), holds: false),
                Case(minorUnits: -9_250, test: .approximately(hundred), holds: true),
                Case(minorUnits: -9_249, test: .approximately(hundred), holds: false),
                Case(minorUnits: 10_000, test: .approximately(hundred), holds: false),
                Case(
                    minorUnits: -11_000,
                    test: .approximately(hundred, tolerance: number("0.1")), holds: true),
                Case(
                    minorUnits: -10_000, test: .approximately(hundred, tolerance: none),
                    holds: true),
                Case(
                    minorUnits: -10_001, test: .approximately(hundred, tolerance: tiny),
                    holds: false),
                Case(minorUnits: 0, test: .approximately(none), holds: true),
                Case(minorUnits: 1, test: .approximately(none), holds: false),
                Case(
                    minorUnits: .min, test: .approximately(largest, tolerance: largest),
                    holds: true),
                Case(
                    minorUnits: -10_000, test: .approximately(hundred, tolerance: number("-0.1")),
                    holds: false),
            ]
        }
    }

    @Test(
        "the size of an amount has no sign",
        arguments: [(Int64(-1250), true), (1250, true), (1249, false), (.min, true)])
    func comparesSizes(minorUnits: Int64, isHeld: Bool) throws {
        let test = try AmountTest.atLeast(number("12.50"))
        #expect(try holds(.size(test), for: Example(minorUnits: minorUnits)) == isHeld)
    }

    @Test(
        "a rule's number means units of the account's currency, whatever its decimals",
        arguments: [(Int64(1500), "JPY"), (150_000, "USD"), (150_000_000_000, "BTC")])
    func knowsCurrencies(minorUnits: Int64, code: String) throws {
        let transaction = Example(minorUnits: minorUnits, currency: Currency(code: code))
        #expect(try holds(.amount(.equals(number("1500"))), for: transaction))
    }
}
