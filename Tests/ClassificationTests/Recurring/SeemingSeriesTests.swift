import Classification
import Model
import Testing

@Suite("Payments that recur, or only seem to")
struct SeemingSeriesTests {
    typealias Disturbance = RecurringDetectorTests.Disturbance

    static let shopping = [
        Disturbance(
            "groceries each Saturday",
            Payments(
                [84_10, 132_75, 61_30, 98_20, 145_60, 77_85, 110_40, 69_95, 120_10, 91_35],
                on: every(7, from: "2025-01-04", times: 10), .everyday)),
        Disturbance(
            "groceries each Saturday at a shop of no known category",
            Payments(
                [84_10, 132_75, 61_30, 98_20, 145_60, 77_85, 110_40, 69_95, 120_10, 91_35],
                on: every(7, from: "2025-01-04", times: 10))),
        Disturbance(
            "fuel about each ten days",
            Payments(
                [41_20, 38_75, 52_10, 44_60, 39_90, 47_35, 50_05],
                on: days(
                    "2025-01-04", "2025-01-13", "2025-01-25", "2025-02-03", "2025-02-14",
                    "2025-02-22", "2025-03-06"), .everyday)),
        Disturbance(
            "a coffee of one price on most workdays",
            Payments(
                4_50, on: every(1, from: "2025-01-06", times: 60).filter { $0.isoWeekday < 6 },
                .everyday)),
        Disturbance(
            "two payments alone, 59 days apart",
            Payments(35_00, on: days("2025-01-10", "2025-03-10"))),
        Disturbance(
            "two payments alone, a quarter apart",
            Payments(35_00, on: days("2025-01-10", "2025-04-10"))),
        Disturbance(
            "two payments alone, a week apart",
            Payments(12_00, on: days("2025-01-10", "2025-01-17"))),
        Disturbance(
            "two of other amounts, a month apart",
            Payments([35_00, 48_00], on: days("2025-01-10", "2025-02-10"))),
        Disturbance(
            "two of a round sum, a month apart",
            Payments(100_00, on: days("2025-01-10", "2025-02-10"))),
        Disturbance(
            "two of a round sum, a year apart",
            Payments(50_00, on: days("2024-03-10", "2025-03-10"))),
        Disturbance(
            "the same restaurant on three journeys, each in October",
            Payments(
                [50_73, 51_44, 47_04], on: days("2024-10-07", "2025-10-14", "2026-10-08"))),
        Disturbance(
            "what was left over in three years, put aside on one day",
            Payments(
                [13_000_00, 15_000_00, 16_000_00],
                on: days("2024-07-09", "2025-07-09", "2026-07-09"))),
        Disturbance(
            "a round sum paid ahead in every second month or so",
            Payments(
                100_00,
                on: days(
                    "2024-01-10", "2024-02-07", "2024-03-11", "2024-05-06", "2024-08-07",
                    "2024-09-04", "2024-11-04", "2025-01-09", "2025-03-05", "2025-04-07",
                    "2025-05-06", "2025-07-08", "2025-08-08"))),
        Disturbance("one payment", Payments(35_00, on: days("2025-01-10"))),
        Disturbance(
            "a haircut now and then",
            Payments(
                [32_00, 32_00, 36_00, 32_00, 36_00],
                on: days("2025-01-11", "2025-02-20", "2025-03-15", "2025-05-02", "2025-06-27"))),
        Disturbance("no payments", Payments(1, on: [])),
    ]

    @Test("are not", arguments: shopping)
    func noSeries(_ situation: Disturbance) {
        #expect(situation.payments.series.isEmpty)
    }

    @Test("can be two, a month apart and of one amount, or a year apart")
    func pairs() {
        #expect(Payments(12_99, on: days("2025-01-10", "2025-02-10")).series.count == 1)
        #expect(Payments(99_00, on: days("2024-03-10", "2025-03-10")).series.count == 1)
    }

    @Test("can be three, a year apart, of a price that rises, even for what is shopping")
    func yearlyPrices() {
        let days = days("2024-08-12", "2025-08-13", "2026-08-12")
        let rising = Payments([97_56, 100_00, 102_50], on: days, .everyday)
        #expect(rising.series.map(\.frequency) == [.yearly])
        #expect(Payments([102_50, 100_00, 97_56], on: days, .everyday).series.isEmpty)
    }

    @Test("need one payment less where the text calls them so")
    func worded() {
        let two = days("2025-01-10", "2025-03-10")
        #expect(Payments(35_00, on: two, .worded).series.map(\.frequency) == [.bimonthly])
        let refunds = days("2024-04-09", "2025-04-12")
        #expect(Payments([1_200_00, 2_900_00], on: refunds).series.isEmpty)
        #expect(Payments([1_200_00, 2_900_00], on: refunds, .worded).series.count == 1)
    }

    @Test("can be two bills, half a year apart and of one amount that is no round sum")
    func halfYearlyBills() {
        let two = days("2025-11-20", "2026-05-20")
        #expect(Payments(612_30, on: two, .bill).series.map(\.frequency) == [.halfYearly])
        #expect(Payments(612_30, on: two).series.isEmpty)
        #expect(Payments(600_00, on: two, .bill).series.isEmpty)
        #expect(Payments([612_30, 640_00], on: two, .bill).series.isEmpty)
        #expect(
            Payments(612_30, on: days("2025-11-20", "2026-05-02"), .bill).series.isEmpty)
    }

    @Test("can be two bills of a payee, a year apart and at a price that rose by up to a quarter")
    func yearlyBillsOfAPriceThatRose() {
        let two = days("2024-05-02", "2025-05-02")
        #expect(Payments([99_00, 119_00], on: two, .bill).series.map(\.frequency) == [.yearly])
        #expect(Payments([99_00, 119_00], on: two).series.isEmpty)
        #expect(Payments([119_00, 99_00], on: two, .bill).series.isEmpty)
        #expect(Payments([99_00, 129_00], on: two, .bill).series.isEmpty)
        #expect(Payments([100_00, 120_00], on: two, .bill).series.isEmpty)
        let late = days("2024-05-02", "2025-05-07")
        #expect(Payments([99_00, 119_00], on: late, .bill).series.isEmpty)
        let other = Payments(12_00, on: days("2025-01-20"), .bill)
        #expect((Payments([99_00, 119_00], on: two, .bill) + other).series.isEmpty)
    }

    @Test("of any amounts are a bill's, or on their day")
    func anyAmounts() {
        let amounts: [Int64] = [
            43_11, 14_57, 66_58, 30_23, 50_39, 22_13, 68_22, 38_50, 25_67, 60_96, 37_29, 49_87,
        ]
        let loose = days(
            "2025-11-15", "2025-12-18", "2026-01-15", "2026-02-14", "2026-03-24", "2026-04-14",
            "2026-05-14", "2026-06-16", "2026-07-16", "2026-08-24", "2026-09-20", "2026-10-19")
        #expect(Payments(amounts, on: loose).series.isEmpty)
        #expect(Payments(amounts, on: loose, .bill).series.map(\.frequency) == [.monthly])
        #expect(
            Payments(amounts, on: monthly(on: 15, times: 12)).series.map(\.frequency)
                == [.monthly])
    }

    @Test("keep what comes in apart from what goes out")
    func directions() {
        let payments =
            Payments(50_00, on: monthly(on: 3, times: 6))
            + Payments(50_00, on: monthly(on: 3, times: 6)).received
        #expect(payments.series.map(\.usualAmount) == [50_00, -50_00])
    }
}
