import Classification
import Model
import Testing

@Suite("Recurring payments")
struct RecurringDetectorTests {
    struct Situation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let payments: Payments
        let frequency: Frequency
        /// The day on which the next payment is expected.
        let next: String

        init(
            _ testDescription: String, _ payments: Payments, _ frequency: Frequency,
            next: String
        ) {
            self.testDescription = testDescription
            self.payments = payments
            self.frequency = frequency
            self.next = next
        }
    }

    static let frequencies = [
        Situation(
            "each day", Payments(3_00, on: every(1, from: "2025-01-01", times: 20)), .daily,
            next: "2025-01-21"),
        Situation(
            "each Tuesday", Payments(25_00, on: every(7, from: "2025-01-07", times: 8)), .weekly,
            next: "2025-03-04"),
        Situation(
            "each second Friday",
            Payments(2_548_31, on: every(14, from: "2025-01-03", times: 9)).received, .biweekly,
            next: "2025-05-09"),
        Situation(
            "on the 15th and the last of each month, or the Friday before",
            Payments(
                2_104_08,
                on: (monthly(on: 15, times: 8) + monthly(on: 31, times: 8)).onBusinessDaysBefore
            ).received, .semimonthly, next: "2024-09-13"),
        Situation(
            "on the 14th of each month", Payments(15_49, on: monthly(on: 14, times: 12)),
            .monthly, next: "2025-01-14"),
        Situation(
            "on the last of each month", Payments(9_99, on: monthly(on: 31, times: 14)), .monthly,
            next: "2025-03-31"),
        Situation(
            "on the 30th, and on the last of February",
            Payments(9_99, on: monthly(on: 30, times: 13)), .monthly, next: "2025-02-28"),
        Situation(
            "on the 1st, or the Monday after it",
            Payments(1_200_00, on: monthly(on: 1, times: 10).onBusinessDaysAfter), .monthly,
            next: "2024-11-01"),
        Situation(
            "on the 5th, or the Friday before it",
            Payments(300_00, on: monthly(on: 5, times: 9).onBusinessDaysBefore), .monthly,
            next: "2024-10-04"),
        Situation(
            "each four weeks", Payments(40_00, on: every(28, from: "2025-01-06", times: 10)),
            .monthly, next: "2025-10-13"),
        Situation(
            "each second Wednesday of a month",
            Payments(
                1_811_00,
                on: days(
                    "2025-04-09", "2025-05-14", "2025-06-11", "2025-07-09", "2025-08-13",
                    "2025-09-10", "2025-10-08", "2025-11-12", "2025-12-10", "2026-01-14",
                    "2026-02-11", "2026-03-11")
            ).received, .monthly, next: "2026-04-08"),
        Situation(
            "each last Friday of a month",
            Payments(
                2_400_00,
                on: days(
                    "2025-10-31", "2025-11-28", "2025-12-26", "2026-01-30", "2026-02-27",
                    "2026-03-27")
            ).received, .monthly, next: "2026-04-24"),
        Situation(
            "each second month", Payments(60_00, on: monthly(on: 8, every: 2, times: 6)),
            .bimonthly, next: "2025-01-08"),
        Situation(
            "each quarter",
            Payments(
                [112_00, 108_50, 151_20, 130_00, 115_00, 110_30],
                on: monthly(on: 22, from: "2024-02", every: 3, times: 6)), .quarterly,
            next: "2025-08-22"),
        Situation(
            "each 90 days", Payments(60_00, on: every(90, from: "2024-12-20", times: 5)),
            .quarterly, next: "2026-03-15"),
        Situation(
            "each quarter, with weekends between",
            Payments(
                60_00,
                on: monthly(on: 15, from: "2024-02", every: 3, times: 8).onBusinessDaysAfter),
            .quarterly, next: "2026-02-16"),
        Situation(
            "each half year",
            Payments(410_00, on: monthly(on: 3, from: "2024-03", every: 6, times: 4)),
            .halfYearly, next: "2026-03-03"),
        Situation(
            "each year",
            Payments([100_00, 103_00, 105_50], on: monthly(on: 9, every: 12, times: 3)),
            .yearly, next: "2027-01-09"),
    ]

    @Test(
        "of equal days that are no month's keep to the days",
        arguments: [
            (10, 6), (21, 6), (35, 6), (42, 6), (45, 6), (120, 6), (30, 4), (30, 6), (180, 4),
            (100, 5), (75, 5),
        ])
    func daysAlone(distance: Int, times: Int) throws {
        let days = every(distance, from: "2024-01-17", times: times)
        let series = Payments(47_30, on: days).series
        #expect(series.map(\.members.count) == [times])
        let last = try #require(days.last)
        let next = try #require(series.first).rhythm.next(after: last)
        #expect(last.days(until: next) == distance)
    }

    @Test("of half years keep to months where a bank's delays make the days equal")
    func delayedHalfYears() throws {
        let days = every(182, from: "2024-04-18", times: 4)
        let series = try #require(Payments(84_00, on: days, .bill).series.first)
        guard case .months(6, _, _) = series.rhythm.pace else {
            Issue.record("it has \(series.rhythm.canonicalText)")
            return
        }
    }

    @Test("that pause from a yearly limit on are one series", arguments: [8, 14, 17])
    func yearlyLimit(payments: Int) {
        let days = ["2023-01-06", "2024-01-05", "2025-01-03"].flatMap {
            every(14, from: $0, times: payments)
        }
        let series = Payments(412_50, on: days, .worded).received.series
        #expect(series.map(\.frequency) == [.biweekly])
        #expect(series.map(\.members.count) == [payments * 3])
    }

    @Test("are found with their frequency and their next day", arguments: frequencies)
    func frequency(_ situation: Situation) throws {
        let series = situation.payments.series
        #expect(series.count == 1)
        let found = try #require(series.first)
        #expect(found.members.count == situation.payments.occurrences.count)
        #expect(found.frequency == situation.frequency)
        let last = try #require(situation.payments.occurrences.map(\.day).max())
        #expect("\(found.rhythm.next(after: last))" == situation.next)
        #expect(found.confidence >= 80)
    }

    struct Disturbance: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let payments: Payments

        init(_ testDescription: String, _ payments: Payments) {
            self.testDescription = testDescription
            self.payments = payments
        }
    }

    private static let streaming = Payments(15_49, on: monthly(on: 14, times: 12))
    private static let salary = Payments(3_100_00, on: monthly(on: 27, times: 14)).received

    static let disturbances = [
        Disturbance("a payment is missed", streaming.without(5)),
        Disturbance("two in a row are missed", streaming.without(5, 6)),
        Disturbance("a payment is late by nine days", streaming.late(4, by: 9)),
        Disturbance("a payment is made twice on one day", streaming.twice(7, after: 0)),
        Disturbance("a payment is made again two days later", streaming.twice(7, after: 2)),
        Disturbance(
            "the price rises twice",
            Payments(
                [15_49, 15_49, 15_49, 15_49, 15_49, 17_99, 17_99, 17_99, 17_99, 19_99, 19_99],
                on: monthly(on: 14, times: 11))),
        Disturbance(
            "the price has just risen",
            Payments(
                [15_49, 15_49, 15_49, 15_49, 15_49, 15_49, 17_99],
                on: monthly(on: 14, times: 7))),
        Disturbance(
            "a utility costs what was used",
            Payments(
                [131_20, 118_05, 97_40, 84_00, 92_10, 140_25, 176_30, 171_90, 122_00, 90_60],
                on: monthly(on: 18, times: 10).onBusinessDaysAfter)),
        Disturbance(
            "gas costs four times as much in winter",
            Payments(
                [146_00, 132_00, 99_00, 62_00, 37_00, 28_00, 29_00, 28_00, 31_00, 47_00, 86_00],
                on: monthly(on: 12, times: 11))),
        Disturbance(
            "a currency makes each payment a little different",
            Payments(
                [10_71, 10_83, 10_69, 10_90, 11_02, 10_95, 10_77], on: monthly(on: 3, times: 7))),
        Disturbance(
            "a salary is doubled in December",
            Payments(
                (0..<14).map { $0 == 11 ? 6_200_00 : 3_100_00 }, on: monthly(on: 27, times: 14)
            ).received),
        Disturbance(
            "a club is left for half a year",
            Payments(
                44_98, on: monthly(on: 17, times: 8) + monthly(on: 17, from: "2025-03", times: 8))),
        Disturbance(
            "weekends move every payment they can",
            Payments(61_20, on: monthly(on: 6, times: 16).onBusinessDaysAfter)),
    ]

    @Test("stay one series where", arguments: disturbances)
    func tolerance(_ disturbance: Disturbance) throws {
        let series = disturbance.payments.series
        #expect(series.count == 1)
        #expect(series.first?.members.count == disturbance.payments.occurrences.count)
        #expect(series.first?.frequency == .monthly)
    }

    @Test("of an extra salary in December leave the month's own in its series")
    func extraSalary() {
        let payments = Self.salary + Payments(3_100_00, on: days("2024-12-12")).received
        #expect(payments.series.map(\.members) == [Array(0..<14)])
    }
}
