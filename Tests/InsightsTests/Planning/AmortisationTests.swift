import Insights
import Model
import TestSupport
import Testing

func rate(_ percent: String) throws -> InterestRate {
    InterestRate(percent: try DecimalAmount(exactly: percent))
}

@Suite("Amortisation")
struct AmortisationTests {
    /// A loan with its payment, its interest and its last payment, in cents.
    struct Loan: Sendable {
        let owed: Int128
        let rate: String
        let months: Int
        let payment: Int128
        let interest: Int128
        let last: Int128
    }

    /// The payments are published ones; totals and last payments were computed with Python's
    /// `decimal`, rounding each month half up.
    private static let loans = [
        Loan(
            owed: 10_000_000, rate: "6", months: 360, payment: 59_955, interest: 11_583_845,
            last: 60_000),
        Loan(
            owed: 20_000_000, rate: "4.5", months: 360, payment: 101_337, interest: 16_481_383,
            last: 101_400),
        Loan(
            owed: 16_200_000, rate: "3.875", months: 360, payment: 76_178, interest: 11_224_370,
            last: 76_468),
        Loan(owed: 100_000, rate: "12", months: 12, payment: 8_885, interest: 6_619, last: 8_884),
    ]

    @Test("comes out as published, to the cent", arguments: loans)
    func published(loan: Loan) throws {
        let found = Amortisation(of: loan.owed, at: try rate(loan.rate), months: loan.months)
        #expect(found.payments.count == loan.months)
        #expect(found.payments.first?.amount == loan.payment)
        #expect(found.interest == loan.interest)
        #expect(found.payments.last?.amount == loan.last)
        #expect(found.payments.last?.owed == 0)
    }

    @Test("repays in five years what the consumer bureau's sample loan estimate says")
    func sampleEstimate() throws {
        // 162,000 at 3.875 %: "$15,773 principal you will have paid off".
        let loan = Amortisation(of: 16_200_000, at: try rate("3.875"), months: 360)
        let principal = loan.payments.prefix(60).reduce(0) { $0 + $1.principal }
        #expect((principal + 50) / 100 == 15_773)
    }

    @Test(
        "without interest, equal parts and the rest last",
        arguments: [
            (1_000, 7, 143, 142), (1_200, 12, 100, 100), (5, 2, 3, 2), (100, 1, 100, 100),
        ] as [(Int, Int, Int, Int)])
    func withoutInterest(owed: Int, months: Int, each: Int, last: Int) throws {
        let loan = Amortisation(of: Int128(owed), at: try rate("0"), months: months)
        #expect(loan.payments.first?.amount == Int128(each))
        #expect(loan.payments.last?.amount == Int128(last))
        #expect(loan.interest == 0)
    }

    @Test("half a cent of interest is a cent")
    func rounding() throws {
        // 0.5 % of 1.00 is half a cent, of 0.99 less.
        let six = try rate("6")
        #expect(Amortisation(of: 100, at: six, payment: 101)?.interest == 1)
        #expect(Amortisation(of: 99, at: six, payment: 100)?.interest == 0)
    }

    @Test("no payment repays a debt that it doesn't cover the interest of")
    func neverRepaid() throws {
        let (none, twelve, most) = try (rate("0"), rate("12"), rate("1000"))
        #expect(Amortisation(of: 100_000, at: twelve, payment: 999) == nil)
        #expect(Amortisation(of: 100_000, at: twelve, payment: 1_000) == nil)
        #expect(
            Amortisation(of: 100_000, at: twelve, payment: 1_001)?.payments.count == 703)
        #expect(Amortisation(of: 100_000, at: none, payment: 0) == nil)
        #expect(Amortisation(of: 100_000, at: most, payment: 1, grace: 1200) == nil)
    }

    @Test("interest runs while no payment is due")
    func grace() throws {
        let loan = try #require(
            Amortisation(of: 100_000, at: try rate("12"), payment: 60_000, grace: 2))
        #expect(loan.payments.map(\.amount) == [0, 0, 60_000, 43_460])
        #expect(loan.payments.map(\.owed) == [101_000, 102_010, 43_030, 0])
    }

    @Test("what is paid is the debt and its interest", arguments: UInt64(1)...40)
    func sums(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let owed = Int128(Int.random(in: 1...50_000_000, using: &random))
        let percent = InterestRate(
            percent: DecimalAmount(
                coefficient: Int64.random(in: 0...30_000, using: &random), decimals: 3))
        let months = Int.random(in: 1...480, using: &random)
        let loan = Amortisation(of: owed, at: percent, months: months)
        #expect(loan.paid == owed + loan.interest)
        #expect(loan.payments.last?.owed == 0)
        // The payments' cents are rounded for the whole term at once.
        let payment = Amortisation.payment(of: owed, at: percent, months: months)
        #expect(loan.payments.dropLast().allSatisfy { $0.amount <= payment })
    }
}
