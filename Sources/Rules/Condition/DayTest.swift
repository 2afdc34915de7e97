public import Model

/// A range of days in which a transaction's day lies.
public struct DayTest: Hashable, Sendable {
    /// The first day that counts; nil is the beginning of time.
    public let first: CalendarDay?
    /// The last day that counts; nil is the end of time.
    public let last: CalendarDay?

    public init(from first: CalendarDay? = nil, through last: CalendarDay? = nil) {
        self.first = first
        self.last = last
    }

    func holds(for day: CalendarDay) -> Bool {
        if let first, day < first { return false }
        if let last, day > last { return false }
        return true
    }
}
