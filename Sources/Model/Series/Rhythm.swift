/// The days on which the payments of a series are expected.
///
/// Each expected payment has a number, its slot: consecutive slots are
/// consecutive payments, and the slot of a day does not depend on any other.
public struct Rhythm: Hashable, Sendable {
    public enum Pace: Hashable, Sendable {
        /// Every so many days, 1 and more; `phase` is the first such day at or
        /// after 1970-01-01, counted from it.
        case days(Int, phase: Int)
        /// Every so many months on one day of the month, 1 to 31; in a month
        /// that is too short, on its last. `phase` is what the months, counted
        /// from the year 0, leave when divided by their distance.
        case months(Int, phase: Int, day: Int)
        /// Each month on two days of it.
        case twiceAMonth(first: Int, second: Int)
        /// Each month on the first to fourth of a weekday; `number` is 1 to 4, or 5
        /// for the last, and `weekday` 1 for Monday to 7.
        case weekdayOfMonth(number: Int, weekday: Int)
    }

    /// What becomes of a payment that falls on a weekend.
    public enum WeekendShift: String, CaseIterable, Sendable {
        /// It is made on that very day.
        case none
        /// It waits for Monday.
        case later
        /// It is made on the Friday before.
        case earlier
    }

    public let pace: Pace
    public let weekendShift: WeekendShift

    public init(_ pace: Pace, weekendShift: WeekendShift = .none) {
        self.pace = pace
        self.weekendShift = weekendShift
    }

    /// The day on which the payment of a slot is expected.
    public func day(ofSlot slot: Int) -> CalendarDay {
        switch pace {
        case .days(let distance, let phase):
            return shifted(CalendarDay(daysSinceEpoch: Int32(clamping: slot * distance + phase)))
        case .months(let distance, let phase, let day):
            return shifted(Self.day(day, ofMonth: slot * distance + phase))
        case .twiceAMonth(let first, let second):
            let month = slot.flooredQuotient(by: 2)
            return shifted(Self.day(slot == month * 2 ? first : second, ofMonth: month))
        case .weekdayOfMonth(let number, let weekday):
            return shifted(Self.day(number, ofWeekday: weekday, ofMonth: slot))
        }
    }

    /// The slot whose expected day is nearest to a day, the earlier one of two
    /// equally near.
    public func slot(nearestTo day: CalendarDay) -> Int { nearest(to: day).slot }

    /// The slot whose expected day is nearest to a day, the earlier one of two
    /// equally near, and that expected day.
    public func nearest(to day: CalendarDay) -> (slot: Int, day: CalendarDay) {
        let guess = guessedSlot(of: day)
        let guessed = self.day(ofSlot: guess)
        let guessedOff = guessed.days(until: day)
        if abs(guessedOff) <= mostDaysOffOfNearest { return (guess, guessed) }
        var nearest = (slot: guess - 1, day: self.day(ofSlot: guess - 1))
        var distance = abs(nearest.day.days(until: day))
        if abs(guessedOff) < distance {
            (nearest, distance) = ((guess, guessed), abs(guessedOff))
        }
        let next = self.day(ofSlot: guess + 1)
        return abs(next.days(until: day)) < distance ? (guess + 1, next) : nearest
    }

    /// A slot this near is the nearest: less than half as many days as are between two
    /// expected days that weekends and short months have brought together. Below 0 if
    /// two may be expected on one day.
    private var mostDaysOffOfNearest: Int {
        switch pace {
        case .days(let distance, _): weekendShift == .none ? (distance - 1) / 2 : -1
        case .months, .weekdayOfMonth: Self.mostDaysOffOfNearestInMonths
        case .twiceAMonth: -1
        }
    }

    static let mostDaysOffOfNearestInMonths = 12

    /// The first expected day after a day.
    public func next(after day: CalendarDay) -> CalendarDay {
        var slot = slot(nearestTo: day)
        while self.day(ofSlot: slot) <= day { slot += 1 }
        return self.day(ofSlot: slot)
    }

    private func guessedSlot(of day: CalendarDay) -> Int {
        switch pace {
        case .days(let distance, let phase):
            return (Int(day.daysSinceEpoch) - phase).flooredQuotient(by: distance)
        case .months(let distance, let phase, _):
            let (year, month, _) = day.components
            return (year * 12 + month - 1 - phase).flooredQuotient(by: distance)
        case .twiceAMonth(_, let second):
            let (year, month, number) = day.components
            return (year * 12 + month - 1) * 2 + (number >= second ? 1 : 0)
        case .weekdayOfMonth:
            let (year, month, _) = day.components
            return year * 12 + month - 1
        }
    }

    private func shifted(_ day: CalendarDay) -> CalendarDay {
        let pastFriday = day.isoWeekday - 5
        guard weekendShift != .none, pastFriday > 0 else { return day }
        return day.adding(days: weekendShift == .later ? 3 - pastFriday : -pastFriday)
    }

    private static func day(_ number: Int, ofMonth index: Int) -> CalendarDay {
        let month = CalendarMonth(year: 0, month: index + 1)
        return month.firstDay.adding(days: min(number, month.dayCount) - 1)
    }

    private static func day(
        _ number: Int, ofWeekday weekday: Int, ofMonth index: Int
    ) -> CalendarDay {
        let month = CalendarMonth(year: 0, month: index + 1)
        let days = (weekday - month.firstDay.isoWeekday + 7) % 7 + (number - 1) * 7
        return month.firstDay.adding(days: days < month.dayCount ? days : days - 7)
    }
}

extension Rhythm {
    /// A form for storing: "days 14 3", "months 3 2 22 later",
    /// "twice-a-month 15 31 earlier" or "weekday-of-month 2 3".
    public var canonicalText: String {
        var words: [String]
        switch pace {
        case .days(let distance, let phase): words = ["days", "\(distance)", "\(phase)"]
        case .months(let distance, let phase, let day):
            words = ["months", "\(distance)", "\(phase)", "\(day)"]
        case .twiceAMonth(let first, let second):
            words = ["twice-a-month", "\(first)", "\(second)"]
        case .weekdayOfMonth(let number, let weekday):
            words = ["weekday-of-month", "\(number)", "\(weekday)"]
        }
        if weekendShift != .none { words.append(weekendShift.rawValue) }
        return words.joined(separator: " ")
    }

    /// A rhythm by its ``canonicalText``; nil if the text is anything else.
    public init?(canonicalText: String) {
        var words = canonicalText.split(separator: " ").map(String.init)
        let shift = words.last.flatMap(WeekendShift.init)
        if shift != nil { words.removeLast() }
        let numbers = words.dropFirst().compactMap { Int($0) }
        guard numbers.count == words.count - 1 else { return nil }
        let possibleDays = 1...31
        switch (words.first, numbers.count) {
        case ("days", 2):
            guard (1...1000).contains(numbers[0]), (0..<numbers[0]).contains(numbers[1])
            else { return nil }
            self.init(.days(numbers[0], phase: numbers[1]), weekendShift: shift ?? .none)
        case ("months", 3):
            guard (1...12).contains(numbers[0]), (0..<numbers[0]).contains(numbers[1]),
                possibleDays.contains(numbers[2])
            else { return nil }
            self.init(
                .months(numbers[0], phase: numbers[1], day: numbers[2]),
                weekendShift: shift ?? .none)
        case ("twice-a-month", 2):
            guard possibleDays.contains(numbers[0]), possibleDays.contains(numbers[1]),
                numbers[0] < numbers[1]
            else { return nil }
            self.init(
                .twiceAMonth(first: numbers[0], second: numbers[1]), weekendShift: shift ?? .none)
        case ("weekday-of-month", 2):
            guard (1...5).contains(numbers[0]), (1...7).contains(numbers[1]) else { return nil }
            self.init(
                .weekdayOfMonth(number: numbers[0], weekday: numbers[1]),
                weekendShift: shift ?? .none)
        default: return nil
        }
    }
}

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
    /// - Returns: the month, counted from the year 0, and the distance; nil if no such
    ///   day is in reach.
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
    /// - Returns: 0 to 12; nil if it is further, so that the day expected in the month
    ///   before or after may be nearer.
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
    /// - Returns: 0 to `most`; nil if an expected day in the month before or after may
    ///   be nearer.
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
