import Classification
import Model
import TestSupport
import Testing

/// Made-up purchases that follow no rhythm.
struct RandomPurchases {
    private var random: RandomNumbers

    init(seed: UInt64) {
        random = RandomNumbers(seed: seed)
    }

    mutating func purchases(
        _ count: Int, over span: Int, _ leaning: PaymentLeaning = .none
    ) -> Payments {
        let days = (0..<count).map { _ in
            day("2024-01-01").adding(days: Int.random(in: 0..<span, using: &random))
        }
        let amounts = (0..<count).map { _ in Int64.random(in: 5_00...240_00, using: &random) }
        return Payments(amounts, on: days, leaning)
    }
}

/// What somebody buys whenever they like to, at the prices of a menu.
struct Habit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let timesAWeek: Double
    let cents: [Int64]
    let leaning: PaymentLeaning

    static let all = [
        Habit(
            testDescription: "coffee each second day", timesAWeek: 3,
            cents: [4_25, 5_10, 6_75], leaning: .everyday),
        Habit(
            testDescription: "coffee once a week", timesAWeek: 1, cents: [6_50, 7_25],
            leaning: .everyday),
        Habit(
            testDescription: "burritos", timesAWeek: 0.5, cents: [11_35, 12_80, 10_95],
            leaning: .everyday),
        Habit(
            testDescription: "parking", timesAWeek: 2, cents: [2_00, 4_00], leaning: .none),
        Habit(testDescription: "a barber", timesAWeek: 0.25, cents: [35_00], leaning: .none),
        Habit(testDescription: "a cleaner", timesAWeek: 0.5, cents: [120_00], leaning: .none),
        Habit(
            testDescription: "games", timesAWeek: 0.4, cents: [9_99, 19_99, 59_99],
            leaning: .none),
        Habit(
            testDescription: "a marketplace", timesAWeek: 2,
            cents: [9_99, 12_99, 14_99, 19_99, 24_99, 29_99, 7_49], leaning: .everyday),
    ]

    /// In two years, on any days.
    func payments(_ seed: UInt64) -> Payments {
        var random = RandomNumbers(seed: seed &* 7919)
        let days = (0..<730).filter { _ in
            Double.random(in: 0..<1, using: &random) < timesAWeek / 7
        }
        let amounts = days.map { _ in cents.randomElement(using: &random) ?? 0 }
        return Payments(amounts, on: days.map { day("2024-01-01").adding(days: $0) }, leaning)
    }
}

@Suite("Recurring payments, whatever surrounds them")
struct RecurringPropertyTests {
    /// What a search comes to, whatever the order of what was searched.
    private func outcome(_ occurrences: [Occurrence]) -> Set<[String]> {
        Set(
            RecurringDetector().series(among: occurrences).map { series in
                [
                    "\(series.frequency) \(series.rhythm.canonicalText) \(series.usualAmount)",
                    "\(series.confidence)",
                ] + series.members.map { "\(occurrences[$0].day) \(occurrences[$0].amount)" }
            })
    }

    private static let mixtures: [Payments] = {
        var random = RandomPurchases(seed: 5)
        return [
            Payments(15_49, on: monthly(on: 14, times: 24)) + random.purchases(30, over: 730),
            Payments(45_00, on: monthly(on: 3, times: 12))
                + Payments(45_00, on: monthly(on: 16, times: 12)),
            Payments(25_00, on: every(7, from: "2024-01-02", times: 60))
                + random.purchases(80, over: 500),
            random.purchases(300, over: 900),
        ]
    }()

    @Test("do not depend on the order of transactions", arguments: 0..<4)
    func order(_ mixture: Int) {
        var random = RandomNumbers(seed: UInt64(mixture) + 77)
        let occurrences = Self.mixtures[mixture].occurrences
        let expected = outcome(occurrences)
        for _ in 0..<5 {
            #expect(outcome(occurrences.shuffled(using: &random)) == expected)
        }
    }

    /// The Gregorian calendar repeats its weekdays and leap days after 28
    /// years of one century.
    @Test("are the same 28 years later", arguments: 0..<4)
    func years(_ mixture: Int) {
        func found(_ shift: Int) -> [[Int]] {
            let occurrences = Self.mixtures[mixture].occurrences.map {
                Occurrence(
                    day: $0.day.adding(days: shift), amount: $0.amount, leaning: $0.leaning)
            }
            return RecurringDetector().series(among: occurrences).map(\.members)
        }
        #expect(found(28 * 1461 / 4) == found(0))
    }

    @Test(
        "are found amid purchases at the same payee",
        arguments: Seeds.first(of: 30, few: 8).map(Int.init))
    func noise(_ seed: Int) {
        var random = RandomPurchases(seed: UInt64(seed))
        let contract = Payments(17_99, on: monthly(on: 5 + seed % 20, times: 24), .everyday)
        let payments = contract + random.purchases(20 * (1 + seed % 8), over: 730, .everyday)
        let series = payments.series
        #expect(series.count == 1)
        let members = Set(series.first?.members ?? [])
        #expect(members.isSuperset(of: 0..<24))
        #expect(members.count <= 25)
    }

    @Test("are not found in purchases alone", arguments: Seeds.first(of: 60, few: 8).map(Int.init))
    func purchasesAlone(_ seed: Int) {
        var random = RandomPurchases(seed: UInt64(seed) &* 7919)
        let purchases = random.purchases(4 + seed * 3, over: 730)
        #expect(purchases.series.isEmpty)
    }

    @Test("are not found in what is bought at the prices of a menu", arguments: Habit.all)
    func menuPrices(_ habit: Habit) {
        let seeds = Seeds.first(of: 40, few: 8).filter { !habit.payments($0).series.isEmpty }
        #expect(seeds.isEmpty)
    }

    @Test("are found where one also buys at the prices of a menu", arguments: Habit.all)
    func amidMenuPrices(_ habit: Habit) {
        for seed in Seeds.first(of: 20, few: 5).map(Int.init) {
            let contract = Payments(
                16_49, on: monthly(on: 1 + seed, from: "2024-07", times: 8), habit.leaning)
            let series = (contract + habit.payments(UInt64(seed))).series
            #expect(series.map(\.members) == [Array(0..<8)])
        }
    }

    @Test("are found at a price at which one also buys, if the day tells them")
    func ownPrice() {
        let games = Habit.all[6]
        for seed in Seeds.first(of: 20, few: 5).map(Int.init) {
            let contract = Payments(9_99, on: monthly(on: 1 + seed, times: 24))
            let series = (contract + games.payments(UInt64(seed))).series
            let found = series.map { series in series.members.count { $0 < 24 } }
            #expect(found.count == 1)
            #expect(found.allSatisfy { $0 >= 22 })
        }
    }

    @Test(
        "survive amounts and days that vary a little", arguments: Seeds.first(of: 20).map(Int.init))
    func jitter(_ seed: Int) {
        var random = RandomNumbers(seed: UInt64(seed) &* 104_729)
        let days = monthly(on: 3 + seed, times: 18).map {
            $0.adding(days: Int.random(in: 0...3, using: &random))
        }
        let amounts = days.map { _ in Int64.random(in: 95_00...105_00, using: &random) }
        #expect(Payments(amounts, on: days).series.map(\.members.count) == [18])
    }

    @Test(
        "each second week survive a bank that books days later",
        arguments: Seeds.first(of: 60, few: 8).map(Int.init))
    func lateBookings(_ seed: Int) {
        var random = RandomNumbers(seed: UInt64(seed) &* 15_485_863)
        let days = every(14, from: "2024-01-03", times: 26).map { day in
            let isLate = Int.random(in: 1...4, using: &random) > 1
            return isLate ? day.adding(days: Int.random(in: 1...3, using: &random)) : day
        }.onBusinessDaysAfter
        let series = Payments(96_00, on: days).series
        #expect(series.map(\.frequency) == [.biweekly])
        #expect(series.map(\.members.count) == [26])
    }
}

/// Payments that come close to series, or are some amid others: contracts of
/// every frequency with late, missing and doubled payments, amid shopping.
private struct MixedPayments {
    private var random: RandomNumbers

    init(seed: UInt64) {
        random = RandomNumbers(seed: seed)
    }

    mutating func occurrences() -> [Occurrence] {
        var all: [Occurrence] = []
        let sign: Int64 = Bool.random(using: &random) ? -1 : 1
        for _ in 0..<Int.random(in: 1...4, using: &random) { all += contract(sign) }
        let span = Int.random(in: 1...900, using: &random)
        let amounts = Int64.random(in: 1...300, using: &random)
        let leaning = leaning()
        for _ in 0..<(Int.random(in: 0...3, using: &random) * 60) {
            all.append(
                Occurrence(
                    day: day("2023-01-01").adding(days: Int.random(in: 0..<span, using: &random)),
                    amount: sign * 5_00 * Int64.random(in: 1...amounts, using: &random),
                    leaning: leaning))
        }
        return all
    }

    private mutating func contract(_ sign: Int64) -> [Occurrence] {
        let distances = [1, 2, 7, 14, 15, 28, 30, 31, 61, 91, 182, 365]
        let distance = distances.randomElement(using: &random) ?? 30
        let start = day("2023-01-01").adding(days: Int.random(in: 0...60, using: &random))
        let price = Int64.random(in: 3_00...90_00, using: &random)
        let spreads: [Int64] = [0, 0, price / 150, price / 8, price / 2]
        let spread = spreads.randomElement(using: &random) ?? 0
        let latest = [0, 0, 1, 3, 6].randomElement(using: &random) ?? 0
        let leaning = leaning()
        return (0..<Int.random(in: 2...26, using: &random)).flatMap { number in
            let isMissing = Int.random(in: 0..<12, using: &random) == 0
            let isDouble = Int.random(in: 0..<10, using: &random) == 0
            return (0..<(isMissing ? 0 : isDouble ? 2 : 1)).map { _ in
                Occurrence(
                    day: start.adding(
                        days: number * distance + Int.random(in: 0...latest, using: &random)),
                    amount: sign * (price + Int64.random(in: -spread...spread, using: &random)),
                    leaning: leaning)
            }
        }
    }

    private mutating func leaning() -> PaymentLeaning {
        [.none, .none, .everyday, .worded, .bill].randomElement(using: &random) ?? .none
    }
}

@Suite("A search for series that refuses early what can be none")
struct EarlyRefusalTests {
    @Test("finds what a thorough one finds", arguments: Seeds.first(of: 12))
    func agrees(_ seed: UInt64) {
        var mixture = MixedPayments(seed: seed)
        var found = 0
        for _ in 1...40 {
            let payments = mixture.occurrences()
            let series = RecurringDetector().series(among: payments)
            #expect(series == RecurringDetector(isThorough: true).series(among: payments))
            found += series.count
        }
        #expect(found > 20)
    }
}
