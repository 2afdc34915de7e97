import Model
import Testing

@Suite("How often a series comes, as one would say it")
struct HowOftenTests {
    private func series(_ frequency: Frequency, _ pace: Rhythm.Pace, usual: Int64) -> SeriesFacts {
        let day = CalendarDay(daysSinceEpoch: 20_000)
        return SeriesFacts(
            name: "Gym", payee: "Gym", currency: Currency(code: "USD", exponent: 2),
            frequency: frequency, rhythm: Rhythm(pace), usualAmount: usual, isFixed: true,
            confidence: 90, transactionCount: 6, firstDay: day, lastDay: day,
            newestTransaction: 6, transactionClass: .expense, category: "health",
            isLinkedByRule: false, decision: nil, decidedTransaction: nil)
    }

    @Test(
        "tells what one of months keeps to",
        arguments: [
            (Frequency.monthly, Rhythm.Pace.months(1, phase: 0, day: 14), "monthly"),
            (.monthly, .days(28, phase: 5), "every 4 weeks"),
            (.monthly, .days(30, phase: 5), "every 30 days"),
            (.monthly, .weekdayOfMonth(number: 2, weekday: 3), "monthly, 2nd Wednesday"),
            (.monthly, .weekdayOfMonth(number: 5, weekday: 5), "monthly, last Friday"),
            (.weekly, .days(7, phase: 3), "weekly"),
            (.quarterly, .months(3, phase: 2, day: 22), "quarterly"),
            (.quarterly, .days(90, phase: 5), "every 90 days"),
            (.bimonthly, .days(56, phase: 5), "every 8 weeks"),
            (.biweekly, .days(14, phase: 5), "biweekly"),
            (.biweekly, .days(10, phase: 5), "every 10 days"),
            (.monthly, .days(21, phase: 5), "every 3 weeks"),
            (.halfYearly, .days(180, phase: 5), "every 180 days"),
        ])
    func words(frequency: Frequency, pace: Rhythm.Pace, expected: String) {
        #expect(series(frequency, pace, usual: -25_00).howOften == expected)
    }

    @Test(
        "what it comes to in a month goes by the days between payments",
        arguments: [
            (Frequency.monthly, Rhythm.Pace.days(28, phase: 5), -27_08),
            (.monthly, .months(1, phase: 0, day: 14), -25_00),
            (.monthly, .weekdayOfMonth(number: 2, weekday: 3), -25_00),
            (.biweekly, .days(14, phase: 5), -54_17),
            (.monthly, .days(21, phase: 5), -36_11), (.biweekly, .days(10, phase: 5), -75_83),
            (.quarterly, .days(91, phase: 5), -8_33),
        ] as [(Frequency, Rhythm.Pace, Int64)])
    func monthly(frequency: Frequency, pace: Rhythm.Pace, expected: Int64) {
        #expect(series(frequency, pace, usual: -25_00).monthlyEquivalent == expected)
    }
}
