import Model
import TestSupport
import Testing

@Suite("The rhythm of a series")
struct RhythmTests {
    static let rhythms: [Rhythm] = [
        Rhythm(.days(1, phase: 0)), Rhythm(.days(7, phase: 3)), Rhythm(.days(14, phase: 13)),
        Rhythm(.days(28, phase: 5)), Rhythm(.months(1, phase: 0, day: 14)),
        Rhythm(.months(1, phase: 0, day: 31)),
        Rhythm(.months(1, phase: 0, day: 1), weekendShift: .earlier),
        Rhythm(.months(3, phase: 2, day: 22), weekendShift: .later),
        Rhythm(.months(12, phase: 7, day: 9)), Rhythm(.twiceAMonth(first: 1, second: 15)),
        Rhythm(.twiceAMonth(first: 15, second: 31), weekendShift: .earlier),
        Rhythm(.weekdayOfMonth(number: 1, weekday: 1)),
        Rhythm(.weekdayOfMonth(number: 2, weekday: 3)),
        Rhythm(.weekdayOfMonth(number: 5, weekday: 7), weekendShift: .later),
    ]

    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    @Test("an expected day is nearest to its own slot", arguments: rhythms)
    func slots(_ rhythm: Rhythm) {
        var random = RandomNumbers(seed: 3)
        for _ in 0..<300 {
            let day = CalendarDay(daysSinceEpoch: Int32.random(in: -8000...40_000, using: &random))
            let slot = rhythm.slot(nearestTo: day)
            #expect(rhythm.slot(nearestTo: rhythm.day(ofSlot: slot)) == slot)
            let distance = abs(rhythm.day(ofSlot: slot).days(until: day))
            for other in (slot - 3)...(slot + 3) {
                #expect(abs(rhythm.day(ofSlot: other).days(until: day)) >= distance)
            }
        }
    }

    /// Every day of the month in every shift, and many distances.
    private static var manyRhythms: [Rhythm] {
        var rhythms: [Rhythm] = []
        for shift in Rhythm.WeekendShift.allCases {
            rhythms += (1...31).map { Rhythm(.months(1, phase: 0, day: $0), weekendShift: shift) }
            rhythms += (2...12).map {
                Rhythm(.months($0, phase: $0 - 1, day: 31), weekendShift: shift)
            }
        }
        rhythms += (1...31).map { Rhythm(.days($0, phase: $0 - 1)) }
        rhythms += (1...5).map { Rhythm(.weekdayOfMonth(number: $0, weekday: $0 + 1)) }
        return rhythms
    }

    @Test("of expected days the earliest is nearest that no other is nearer than")
    func nearest() {
        for rhythm in Self.manyRhythms {
            // With the end of a February that has 29 days, and of one that has 28.
            for number in Int32(19_700)...20_150 {
                let day = CalendarDay(daysSinceEpoch: number)
                let nearest = rhythm.nearest(to: day)
                let slots = Array((nearest.slot - 3)...(nearest.slot + 3))
                let expected = slots.map(rhythm.day(ofSlot:))
                let distances = expected.map { abs($0.days(until: day)) }
                let best = distances.indices.min { distances[$0] < distances[$1] } ?? 0
                if nearest != (slots[best], expected[best]) {
                    Issue.record("\(rhythm.canonicalText) on \(day): \(nearest)")
                }
            }
        }
    }

    @Test("the next expected day lies after a day, and none lies between", arguments: rhythms)
    func next(_ rhythm: Rhythm) {
        for number in Int32(20_000)...20_400 {
            let day = CalendarDay(daysSinceEpoch: number)
            let next = rhythm.next(after: day)
            #expect(next > day)
            let slot = rhythm.slot(nearestTo: next)
            #expect(rhythm.day(ofSlot: slot - 1) <= day)
        }
    }

    @Test(
        "a month's day is its last where the month is too short",
        arguments: [("2025-01-31", "2025-02-28"), ("2024-01-31", "2024-02-29")])
    func monthEnds(after: String, next: String) throws {
        let rhythm = Rhythm(.months(1, phase: 0, day: 31))
        #expect(rhythm.next(after: try day(after)) == (try day(next)))
    }

    @Test(
        "a weekday of a month is its first to fourth, or its last",
        arguments: [
            (1, 3, "2026-03-15", "2026-04-01"), (2, 3, "2026-03-15", "2026-04-08"),
            (4, 3, "2026-03-15", "2026-03-25"), (5, 3, "2026-04-01", "2026-04-29"),
            (5, 5, "2026-04-01", "2026-04-24"),
        ])
    func weekdaysOfMonths(number: Int, weekday: Int, after: String, next: String) throws {
        let rhythm = Rhythm(.weekdayOfMonth(number: number, weekday: weekday))
        #expect(rhythm.next(after: try day(after)) == (try day(next)))
    }

    @Test(
        "a payment of the weekend is made on Monday or on Friday",
        arguments: [
            (Rhythm.WeekendShift.none, "2025-02-01"), (.later, "2025-02-03"),
            (.earlier, "2025-01-31"),
        ])
    func weekends(shift: Rhythm.WeekendShift, expected: String) throws {
        let rhythm = Rhythm(.months(1, phase: 0, day: 1), weekendShift: shift)
        #expect(rhythm.next(after: try day("2025-01-15")) == (try day(expected)))
    }

    @Test("its text is read back", arguments: rhythms)
    func canonicalText(_ rhythm: Rhythm) {
        #expect(Rhythm(canonicalText: rhythm.canonicalText) == rhythm)
    }

    @Test(
        "another text is none",
        arguments: [
            "", "days", "days 0 0", "days 7 7", "days 7 -1", "days 7 x", "months 1 0 32",
            "months 0 0 1", "months 13 0 1", "twice-a-month 15 1", "weeks 1 0", "days 7 3 sideways",
            "months 1 0 1 later later", "weekday-of-month 0 3", "weekday-of-month 6 3",
            "weekday-of-month 2 8", "weekday-of-month 2",
        ])
    func unreadable(_ text: String) {
        #expect(Rhythm(canonicalText: text) == nil)
    }
}

@Suite("How often payments come")
struct FrequencyTests {
    @Test(
        "a payment comes to so much in a month",
        arguments: [
            (Frequency.weekly, 100_00, 433_33), (.biweekly, 2_000_00, 4_333_33),
            (.semimonthly, 10_00, 20_00), (.monthly, -15_49, -15_49), (.bimonthly, 60_00, 30_00),
            (.quarterly, -100_00, -33_33), (.halfYearly, -410_00, -68_33),
            (.yearly, -100_00, -8_33), (.yearly, 6, 1), (.yearly, 5, 0), (.yearly, -6, -1),
            (.daily, 1_00, 30_42),
        ] as [(Frequency, Int64, Int64)])
    func monthlyEquivalent(frequency: Frequency, payment: Int64, monthly: Int64) {
        #expect(frequency.monthlyEquivalent(of: payment) == monthly)
    }

    @Test("an amount beyond all bounds comes to none")
    func overflow() {
        #expect(
            Frequency.weekly.monthlyEquivalent(of: .min) == Int128(Int64.min) * 52 / 12 - 1)
    }
}
