import Model
import TestSupport
import Testing

@Suite("Days of months")
struct DaysOfMonthsTests {
    /// Of years with and without a 29th of February, and of years before 1970.
    private static let days =
        [Int32(-800)...(-700), 10_900...11_100, 19_700...20_150].joined()
        .map(CalendarDay.init(daysSinceEpoch:))

    @Test("are near a day of a month as the rhythm of that day tells", arguments: 1...31)
    func near(_ number: Int) {
        let rhythm = Rhythm(.months(1, phase: 0, day: number))
        let places = DaysOfMonths(Self.days)
        for (position, day) in Self.days.enumerated() {
            let nearest = rhythm.nearest(to: day)
            let daysOff = abs(nearest.day.days(until: day))
            for reach in [0, 4, 12] {
                let near = places.month(near: position, withDay: number, within: reach)
                let isInReach = daysOff <= reach
                #expect(near?.month == (isInReach ? nearest.slot : nil), "\(day), \(reach)")
                #expect(near?.daysOff == (isInReach ? daysOff : nil), "\(day), \(reach)")
            }
        }
    }

    @Test(
        "are as far from the day that a rhythm expects in their month as the rhythm tells",
        arguments: 1...31)
    func daysOff(_ number: Int) {
        let places = DaysOfMonths(Self.days)
        for shift in Rhythm.WeekendShift.allCases {
            let rhythm = Rhythm(.months(1, phase: 0, day: number), weekendShift: shift)
            for (position, day) in Self.days.enumerated() {
                let found = places.daysOff(at: position, from: number, weekendShift: shift)
                let (year, month, _) = day.components
                let expected = rhythm.day(ofSlot: year * 12 + month - 1)
                let daysOff = abs(expected.days(until: day))
                #expect(found == (daysOff <= 12 ? daysOff : nil), "\(day), \(shift)")
                if let found {
                    #expect(abs(rhythm.nearest(to: day).day.days(until: day)) == found)
                }
            }
        }
    }

    @Test(
        "are as far from what a rhythm of some months expects as the rhythm tells",
        arguments: [2, 3, 6, 12])
    func daysOff(everyMonths distance: Int) {
        let places = DaysOfMonths(Self.days)
        var random = RandomNumbers(seed: UInt64(distance))
        for number in [1, 2, 5, 14, 28, 29, 30, 31] {
            let phase = Int.random(in: 0..<distance, using: &random)
            for shift in Rhythm.WeekendShift.allCases {
                let rhythm = Rhythm(
                    .months(distance, phase: phase, day: number), weekendShift: shift)
                for (position, day) in Self.days.enumerated() {
                    let most = [0, 4, 10][position % 3]
                    let found = places.daysOff(
                        at: position, from: number, weekendShift: shift,
                        everyMonths: distance, phase: phase, atMost: most)
                    let daysOff = abs(rhythm.nearest(to: day).day.days(until: day))
                    guard let found else {
                        // The one in the middle of a month has no other near.
                        #expect(number != 14, "\(day), \(shift)")
                        continue
                    }
                    #expect(found == min(most, daysOff), "\(day), \(number), \(shift)")
                }
            }
        }
    }

    @Test("have their numbers, in whatever order they come")
    func numbers() {
        var random = RandomNumbers(seed: 11)
        let days = Self.days.shuffled(using: &random)
        let places = DaysOfMonths(days)
        for (position, day) in days.enumerated() {
            #expect(places.number(at: position) == day.components.day)
        }
    }

    @Test(
        "stand in their months at the ends of what a day can hold",
        arguments: [Int32.min, Int32.max])
    func ends(_ number: Int32) {
        let day = CalendarDay(daysSinceEpoch: number)
        #expect(DaysOfMonths([day]).number(at: 0) == day.components.day)
    }
}
