/// Where days stand in their months, worked out once for a search that asks for
/// many numbers.
public struct DaysOfMonths: Sendable {
    private struct Place: Sendable {
        /// Months since the year 0.
        let month: Int
        /// 1 to 31.
        let number: Int
        /// Of the month and of the one before it.
        let dayCount: Int
        let dayCountBefore: Int
        /// Monday is 0.
        let weekday: Int
    }

    private var places: [Place] = []

    /// - Parameter days: in any order; rising days take the least time.
    public init(_ days: [CalendarDay]) {
        places.reserveCapacity(days.count)
        var month = CalendarMonth(year: 0, month: 1)
        // Days since 1970-01-01.
        var span = 0..<0
        var dayCountBefore = 0
        for day in days {
            let number = Int(day.daysSinceEpoch)
            if !span.contains(number) {
                month = day.month
                let first = number - day.components.day + 1
                span = first..<(first + month.dayCount)
                dayCountBefore = month.previous.dayCount
            }
            places.append(
                Place(
                    month: month.year * 12 + month.month - 1,
                    number: number - span.lowerBound + 1, dayCount: span.count,
                    dayCountBefore: dayCountBefore, weekday: day.isoWeekday - 1))
        }
    }

    /// The number in its month, 1 to 31, of the day at a position.
    public func number(at position: Int) -> Int { places[position].number }

    /// The month, counted from the year 0, of the day at a position.
    public func month(at position: Int) -> Int { places[position].month }

    /// The month of which some day is nearest to the one at a position.
    ///
    /// - Parameters:
    ///   - number: of the day in its month, 1 to 31; in a month that is too short
    ///     its last day counts.
    ///   - reach: how many days may lie between, 0 to 12.
    /// - Returns: the month, counted from the year 0, and the distance; nil where
    ///   no such day is in reach.
    public func month(
        near position: Int, withDay number: Int, within reach: Int
    ) -> (month: Int, daysOff: Int)? {
        let place = places[position]
        let off = abs(place.number - min(number, place.dayCount))
        if off <= reach { return (place.month, off) }
        let offBefore = place.number + place.dayCountBefore - min(number, place.dayCountBefore)
        if offBefore <= reach { return (place.month - 1, offBefore) }
        // A number that the next month may be too short for is out of reach.
        let offAfter = place.dayCount - place.number + number
        return offAfter <= reach ? (place.month + 1, offAfter) : nil
    }

    /// How far the day at a position is from the one of its own month on which a
    /// monthly rhythm expects a payment.
    ///
    /// - Parameters:
    ///   - number: of the expected day in its month, 1 to 31; in a month that is too
    ///     short its last day counts.
    /// - Returns: 0 to 12; nil where it is further, so that the day expected in the
    ///   month before or after may be nearer.
    public func daysOff(
        at position: Int, from number: Int, weekendShift: Rhythm.WeekendShift
    ) -> Int? {
        let place = places[position]
        var off = min(number, place.dayCount) - place.number
        // 35 is whole weeks.
        let pastFriday = (place.weekday + off + 35) % 7 - 4
        if pastFriday > 0 {
            switch weekendShift {
            case .none: break
            case .later: off += 3 - pastFriday
            case .earlier: off -= pastFriday
            }
        }
        return abs(off) <= Rhythm.mostDaysOffOfNearestInMonths ? abs(off) : nil
    }

    /// The same of a rhythm of every so many months, as far as it matters.
    ///
    /// - Parameters:
    ///   - phase: what the months of expected days, counted from the year 0, leave
    ///     when divided by their distance.
    ///   - most: what stands for all that is further, 0 to 10.
    /// - Returns: 0 to `most`; nil where an expected day in the month before or after
    ///   may be nearer.
    public func daysOff(
        at position: Int, from number: Int, weekendShift: Rhythm.WeekendShift,
        everyMonths distance: Int, phase: Int, atMost most: Int
    ) -> Int? {
        // Weekends move a day by two at the most.
        guard let near = month(near: position, withDay: number, within: most + 2),
            (near.month - phase).isMultiple(of: distance)
        else { return most }
        guard near.month == places[position].month else { return nil }
        let off = daysOff(at: position, from: number, weekendShift: weekendShift)
        return min(most, off ?? most)
    }
}
