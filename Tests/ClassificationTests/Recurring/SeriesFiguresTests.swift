import Classification
import Model
import Testing

@Suite("Figures of recurring payments")
struct SeriesFiguresTests {
    @Test("cost what they cost now")
    func usualAmount() {
        func usual(_ cents: Int64...) -> Int64? {
            Payments(cents, on: monthly(on: 5, times: cents.count)).series.first?.usualAmount
        }
        #expect(usual(15_49, 15_49, 15_49, 17_99, 17_99) == -17_99)
        #expect(usual(97_00, 103_00, 88_00, 110_00, 101_00) == -101_00)
    }

    @Test("of a varying bill cost what they cost in a year, however rarely it comes")
    func usualAmountOfYear() {
        let quarterly = Payments(
            [80_00, 84_00, 79_00, 83_00, 97_00, 103_00, 99_00, 108_00],
            on: every(91, from: "2023-01-10", times: 8))
        #expect(quarterly.series.first?.usualAmount == -103_00)
    }

    @Test("have the confidence of their number, amounts and days")
    func confidence() {
        func confidence(_ payments: Payments) -> Int? { payments.series.first?.confidence }
        // 0.2 × 100 + 0.3 × 100 + 0.5 × 100
        #expect(confidence(Payments(9_99, on: monthly(on: 5, times: 5))) == 100)
        // 0.2 × 60 + 0.3 × 100 + 0.5 × 100
        #expect(confidence(Payments(9_99, on: monthly(on: 5, times: 3))) == 92)
        // Two of ten days late by two and by three: half a day on average.
        let late = Payments(9_99, on: monthly(on: 5, times: 10)).late(3, by: 2).late(7, by: 3)
        #expect(confidence(late) == 98)
        // 5 % of variance: 0.2 × 100 + 0.3 × 90 + 0.5 × 100
        let varying = Payments(
            [100_00, 90_00, 110_00, 105_00, 100_00], on: monthly(on: 5, times: 5))
        #expect(confidence(varying) == 97)
    }

    @Test("of a payee with very many transactions are found among the newest")
    func newest() {
        let payments = Payments(20_00, on: every(7, from: "2015-01-06", times: 500))
        let series = payments.series
        #expect(series.map(\.members.count) == [RecurringDetector.mostTransactions])
        #expect(series.first?.members.last == 499)
    }

    static let moves: [(before: Payments, after: Payments)] = [
        (
            Payments(15_49, on: monthly(on: 5, times: 12)),
            Payments(15_49, on: monthly(on: 20, from: "2025-01", times: 2))
        ),
        (
            Payments(15_49, on: monthly(on: 5, times: 12)),
            Payments(15_49, on: monthly(on: 20, from: "2024-12", times: 3))
        ),
        (
            Payments(15_49, on: monthly(on: 5, times: 12)),
            Payments(15_49, on: monthly(on: 20, from: "2025-01", times: 9))
        ),
        (
            Payments(120_00, on: monthly(on: 5, times: 9)),
            Payments(125_00, on: monthly(on: 20, from: "2024-10", times: 4))
        ),
    ]

    @Test(
        "a series whose day of the month moved for good goes on with its new day", arguments: moves)
    func movedDay(before: Payments, after: Payments) throws {
        let payments = before + after
        let series = payments.series
        let found = try #require(series.first)
        #expect(series.count == 1)
        #expect(found.frequency == .monthly)
        #expect(found.members.count == payments.occurrences.count)
        let last = try #require(payments.occurrences.last).day
        #expect(found.rhythm.next(after: last).components.day == 20)
    }

    @Test(
        "one late payment, or one of another contract, moves no day",
        arguments: [
            Payments(15_49, on: monthly(on: 5, times: 12))
                + Payments(15_49, on: days("2025-01-20")),
            Payments(15_49, on: monthly(on: 5, times: 12))
                + Payments(15_49, on: days("2025-01-20", "2025-02-05", "2025-03-05")),
            Payments(15_49, on: monthly(on: 5, times: 12))
                + Payments(49_00, on: days("2024-12-20", "2025-01-20", "2025-02-20")),
        ])
    func stays(payments: Payments) throws {
        let oldest = try #require(payments.series.first)
        #expect(oldest.rhythm.next(after: day("2025-06-10")) == day("2025-07-05"))
    }

    @Test("a payment that came weeks late belongs to its series, which keeps its day")
    func lateByWeeks() throws {
        let payments =
            Payments(15_49, on: monthly(on: 5, times: 12)) + Payments(15_49, on: days("2025-01-20"))
        let found = try #require(payments.series.first)
        #expect(found.members.count == 13)
        #expect(found.rhythm.next(after: day("2025-01-20")) == day("2025-02-05"))
    }

    @Test(
        "a purchase soon after a payment, or of another amount, is no late payment",
        arguments: [
            Payments(15_49, on: days("2024-12-18")), Payments(15_99, on: days("2025-01-20")),
            Payments(15_49, on: days("2025-03-21")),
        ])
    func notLate(purchase: Payments) throws {
        let payments = Payments(15_49, on: monthly(on: 5, times: 12)) + purchase
        let found = try #require(payments.series.first)
        #expect(found.members.count == 12)
    }

    @Test(
        "after one rise the next payment is expected at the new price, where it was fixed before",
        arguments: [
            ([15_49, 15_49, 15_49, 15_49, 17_99], 17_99),
            ([15_49, 15_49, 15_49, 15_49, 13_99], 15_49),
            ([15_49, 15_49, 15_49, 15_49, 46_47], 15_49),
            ([58_10, 58_40, 58_05, 58_15, 59_60], 58_15),
            ([81_20, 92_75, 88_10, 85_40, 95_10], 88_10),
        ] as [([Int64], Int64)])
    func rise(cents: [Int64], expected: Int64) throws {
        let payments = Payments(cents, on: monthly(on: 14, times: cents.count))
        #expect(payments.series.map(\.usualAmount) == [-expected])
    }

    struct Prices: Sendable {
        let cents: [Int64]
        let days: [CalendarDay]
        let expected: Int64
    }

    static let risingPrices = [
        Prices(
            cents: [
                100_00, 100_00, 100_00, 110_00, 110_00, 120_00, 120_00, 130_00, 130_00, 140_00,
            ],
            days: monthly(on: 1, times: 10), expected: 140_00),
        Prices(
            cents: [600_00, 640_00, 655_00, 690_00],
            days: monthly(on: 2, from: "2024-05", every: 6, times: 4), expected: 690_00),
        Prices(
            cents: [500_00, 550_00, 600_00], days: monthly(on: 10, every: 12, times: 3),
            expected: 600_00),
        Prices(
            cents: [90_00, 90_00, 80_00, 80_00, 70_00], days: monthly(on: 10, times: 5),
            expected: 70_00),
    ]

    @Test(
        "prices that changed more than once, always in one direction, go on from the newest",
        arguments: risingPrices)
    func repeatedRises(prices: Prices) throws {
        let series = Payments(prices.cents, on: prices.days, .worded).series
        #expect(series.map(\.usualAmount) == [-prices.expected])
        #expect(series.map(\.isFixed) == [true])
    }

    @Test(
        "amounts that only happen to rise, or that rise and fall, vary",
        arguments: [
            [81_20, 88_75, 97_10, 105_40, 119_10], [90_00, 80_00, 80_00, 95_00, 95_00, 70_00],
        ] as [[Int64]])
    func varying(cents: [Int64]) throws {
        let payments = Payments(cents, on: monthly(on: 14, times: cents.count), .bill)
        let found = try #require(payments.series.first)
        #expect(!found.isFixed)
        #expect(found.usualAmount != -(cents.last ?? 0))
    }

    @Test("pay that is more for once is expected as it was")
    func bonus() throws {
        let cents: [Int64] = [2_100_00, 2_100_00, 2_100_00, 2_100_00, 2_500_00]
        let payments = Payments(cents, on: monthly(on: 14, times: 5)).received
        #expect(payments.series.map(\.usualAmount) == [2_100_00])
    }
}
