extension Range where Bound == CalendarDay {
    /// The days up to a last one; all of them where there is none, and none
    /// where they begin later.
    public func through(_ last: CalendarDay?) -> Range {
        guard let last else { return self }
        return lowerBound..<Swift.max(lowerBound, Swift.min(upperBound, last.adding(days: 1)))
    }
}
