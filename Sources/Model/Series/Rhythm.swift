/// The expected days of a series' payments.
///
/// Each expected payment has a number, its slot. Consecutive slots are consecutive
/// payments, and a day's slot depends on no other day.
public struct Rhythm: Hashable, Sendable {
    public enum Pace: Hashable, Sendable {
        /// Every so many days, at least 1; `phase` is the offset from 1970-01-01 of the
        /// first such day.
        case days(Int, phase: Int)
        /// Every so many months on one day of the month, 1 to 31, or the last day of a
        /// shorter month. `phase` is the month, counted from the year 0, modulo the
        /// distance.
        case months(Int, phase: Int, day: Int)
        /// Two days of each month.
        case twiceAMonth(first: Int, second: Int)
        /// The nth weekday of each month: `number` is 1 to 4, or 5 for the last;
        /// `weekday` is 1 (Monday) to 7.
        case weekdayOfMonth(number: Int, weekday: Int)
    }

    /// The shift of a payment that falls on a weekend.
    public enum WeekendShift: String, CaseIterable, Sendable {
        /// It is made on that day.
        case none
        /// It moves to Monday.
        case later
        /// It moves to the Friday before.
        case earlier
    }

    public let pace: Pace
    public let weekendShift: WeekendShift

    public init(_ pace: Pace, weekendShift: WeekendShift = .none) {
        self.pace = pace
        self.weekendShift = weekendShift
    }

    /// The expected day of a slot.
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

    /// The slot with the expected day nearest to a day; the earlier one of a tie.
    public func slot(nearestTo day: CalendarDay) -> Int { nearest(to: day).slot }

    /// The slot with the expected day nearest to a day, and that expected day; the
    /// earlier one of a tie.
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

    /// The distance within which a slot is surely the nearest: less than half the
    /// shortest interval, with weekends and short months considered. Negative if two
    /// payments may be expected on one day.
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
    /// The stored form: "days 14 3", "months 3 2 22 later", "twice-a-month 15 31
    /// earlier" or "weekday-of-month 2 3".
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

    /// A rhythm from its ``canonicalText``; nil for any other string.
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

/// The positions of days within their months, precomputed for a search over many
/// rhythms.
public struct DaysOfMonths: Sendable {
    private struct Place: Sendable {
        /// Months since the year 0.
        let month: Int
        /// 1 to 31.
        let number: Int
        /// Of the month, and of the previous one.
        let dayCount: Int
        let dayCountBefore: Int
        /// Monday is 0.
        let weekday: Int
    }

    private var places: [Place] = []

    /// - Parameter days: in any order; ascending days are fastest.
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

    /// The day of the month, 1 to 31, of the day at a position.
    public func number(at position: Int) -> Int { places[position].number }

    /// The month, counted from the year 0, of the day at a position.
    public func month(at position: Int) -> Int { places[position].month }

    /// The month in which a day of the month is nearest to the day at a position.
    ///
    /// - Parameters:
    ///   - number: the day of the month, 1 to 31; a shorter month uses its last day.
    ///   - reach: the greatest distance in days, 0 to 12.
    /// - Returns: the month, counted from the year 0, and the distance; nil if none is
    ///   in reach.
    public func month(
        near position: Int, withDay number: Int, within reach: Int
    ) -> (month: Int, daysOff: Int)? {
        let place = places[position]
        let off = abs(place.number - min(number, place.dayCount))
        if off <= reach { return (place.month, off) }
        let offBefore = place.number + place.dayCountBefore - min(number, place.dayCountBefore)
        if offBefore <= reach { return (place.month - 1, offBefore) }
        // A number that doesn't exist in the next month is out of reach.
        let offAfter = place.dayCount - place.number + number
        return offAfter <= reach ? (place.month + 1, offAfter) : nil
    }

    /// The distance of the day at a position from the expected day of its own month,
    /// for a monthly rhythm.
    ///
    /// - Parameters:
    ///   - number: the expected day of the month, 1 to 31; a shorter month uses its
    ///     last day.
    /// - Returns: 0 to 12; nil if it is further away, so that another month's expected
    ///   day may be nearer.
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

    /// The distance for a rhythm of every so many months, up to a maximum.
    ///
    /// - Parameters:
    ///   - phase: the expected months, counted from the year 0, modulo their distance.
    ///   - most: the maximum, 0 to 10; stands for every greater distance.
    /// - Returns: 0 to `most`; nil if another month's expected day may be nearer.
    public func daysOff(
        at position: Int, from number: Int, weekendShift: Rhythm.WeekendShift,
        everyMonths distance: Int, phase: Int, atMost most: Int
    ) -> Int? {
        // Weekends move a day by two at most.
        guard let near = month(near: position, withDay: number, within: most + 2),
            (near.month - phase).isMultiple(of: distance)
        else { return most }
        guard near.month == places[position].month else { return nil }
        let off = daysOff(at: position, from: number, weekendShift: weekendShift)
        return min(most, off ?? most)
    }
}
