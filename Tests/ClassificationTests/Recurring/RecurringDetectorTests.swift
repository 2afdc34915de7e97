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

    // MARK: Several contracts

    struct Contracts: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let parts: [Payments]

        init(_ testDescription: String, _ parts: Payments...) {
            self.testDescription = testDescription
            self.parts = parts
        }
    }

    static let contracts = [
        Contracts(
            "of other amounts on one day", Payments(45_00, on: monthly(on: 3, times: 12)),
            Payments(120_00, on: monthly(on: 3, times: 12))),
        Contracts(
            "of other amounts on other days", Payments(45_00, on: monthly(on: 3, times: 12)),
            Payments(120_00, on: monthly(on: 19, times: 12))),
        Contracts(
            "of one amount on other days", Payments(45_00, on: monthly(on: 3, times: 12)),
            Payments(45_00, on: monthly(on: 16, times: 12))),
        Contracts(
            "of one amount on one day", Payments(45_00, on: monthly(on: 3, times: 12)),
            Payments(45_00, on: monthly(on: 3, times: 12))),
        Contracts(
            "of which one has become dearer", Payments(45_00, on: monthly(on: 3, times: 12)),
            Payments(
                [80_00, 80_00, 80_00, 80_00, 80_00, 80_00, 86_00, 86_00, 86_00, 86_00, 86_00],
                on: monthly(on: 10, times: 11))),
        Contracts(
            "of varying amounts far from each other",
            Payments(
                [131_20, 118_05, 127_40, 114_00, 122_10, 140_25, 126_30, 121_90],
                on: monthly(on: 18, times: 8)),
            Payments(
                [31_20, 28_05, 37_40, 34_00, 32_10, 30_25, 36_30, 31_90],
                on: monthly(on: 4, times: 8))),
        Contracts(
            "each month and each year", Payments(12_00, on: monthly(on: 20, times: 26)),
            Payments([99_00, 99_00, 99_00], on: monthly(on: 2, every: 12, times: 3))),
        Contracts(
            "of two plans that cost nearly the same",
            Payments(10_99, on: monthly(on: 8, times: 12)),
            Payments(11_99, on: monthly(on: 21, times: 12))),
        Contracts(
            "twice a month at one price, of which one began later",
            Payments(9_99, on: monthly(on: 2, times: 12)),
            Payments(9_99, on: Array(monthly(on: 20, times: 12).suffix(5)))),
        Contracts(
            "of two policies whose yearly prices rise, 150 days apart",
            Payments([412_00, 431_00, 449_00], on: yearly("2024-01-03", times: 3), .bill),
            Payments([655_20, 671_80, 690_00], on: yearly("2024-06-01", times: 3), .bill)),
        Contracts(
            "of three policies whose yearly prices rise, on one day",
            Payments([96_00, 96_00, 98_40], on: yearly("2024-01-03", times: 3), .bill),
            Payments([412_00, 431_00, 449_00], on: yearly("2024-01-03", times: 3), .bill),
            Payments([655_20, 671_80, 690_00], on: yearly("2024-01-03", times: 3), .bill)),
        Contracts(
            "of two policies that cost nearly the same, of which one stayed at its price",
            Payments([90_00, 97_00, 99_50], on: yearly("2024-01-03", times: 3), .bill),
            Payments([96_00, 96_00, 96_00], on: yearly("2024-01-03", times: 3), .bill)),
        Contracts(
            "of two policies of which each was paid twice",
            Payments([412_00, 431_00], on: yearly("2024-01-03", times: 2), .bill),
            Payments([655_20, 671_80], on: yearly("2024-06-01", times: 2), .bill)),
        Contracts(
            "of two yearly policies and a monthly one",
            Payments([412_00, 431_00, 449_00], on: yearly("2024-01-03", times: 3), .bill),
            Payments([655_20, 671_80, 690_00], on: yearly("2024-06-01", times: 3), .bill),
            Payments(38_90, on: monthly(on: 5, times: 30), .bill)),
    ]

    @Test("with one payee are as many series as there are contracts,", arguments: contracts)
    func severalContracts(_ contracts: Contracts) {
        let payments = contracts.parts.dropFirst().reduce(contracts.parts[0], +)
        func words(_ occurrences: [Occurrence]) -> [String] {
            occurrences.map { "\($0.day) \($0.amount)" }.sorted()
        }
        let found = payments.series.map { series in
            words(series.members.map { payments.occurrences[$0] })
        }
        #expect(found.count == contracts.parts.count)
        #expect(Set(found) == Set(contracts.parts.map { words($0.occurrences) }))
    }

    @Test("need to be bills to be several a year, of prices that rise")
    func yearlyBillsAlone() {
        let dates = yearly("2024-01-03", times: 3)
        let rising: [Int64] = [412_00, 431_00, 449_00]
        let other = yearly("2024-06-01", times: 3)
        func found(_ prices: [Int64], _ leaning: PaymentLeaning = .bill) -> Int {
            (Payments(rising, on: dates, leaning) + Payments(prices, on: other, leaning))
                .series.count
        }
        #expect(found([655_20, 671_80, 690_00]) == 2)
        #expect(found([655_20, 671_80, 690_00], .none) == 0)
        #expect(found([690_00, 671_80, 655_20]) == 1)
        #expect(found([655_20, 871_80, 1_190_00]) == 1)
        // Two payments a year apart are chance where there are others besides.
        let twice =
            Payments([412_00, 431_00], on: Array(dates.prefix(2)), .bill)
            + Payments([655_20, 671_80], on: Array(other.prefix(2)), .bill)
        #expect(twice.series.count == 2)
        #expect((twice + Payments(12_00, on: days("2025-01-20"), .bill)).series.isEmpty)
    }

    @Test("are found amid two hundred purchases at the same merchant")
    func amidPurchases() throws {
        var random = RandomPurchases(seed: 11)
        let membership = Payments(14_99, on: monthly(on: 9, times: 24), .everyday)
        let payments = membership + random.purchases(200, over: 730, .everyday)
        let series = payments.series
        #expect(series.map(\.members) == [Array(0..<24)])
        #expect(series.first?.usualAmount == -14_99)
    }

    // MARK: What is none

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

    // MARK: Figures

    @Test("cost what they cost now")
    func usualAmount() {
        func usual(_ cents: Int64...) -> Int64? {
            Payments(cents, on: monthly(on: 5, times: cents.count)).series.first?.usualAmount
        }
        #expect(usual(15_49, 15_49, 15_49, 17_99, 17_99) == -17_99)
        #expect(usual(97_00, 103_00, 88_00, 110_00, 101_00) == -101_00)
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
