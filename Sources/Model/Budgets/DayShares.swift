/// An amount spread evenly over days, exactly.
///
/// The first n days together have the n-th part of the whole, rounded down. So each day has its
/// fixed share, no two differ by more than one minor unit, and the shares of any days that make
/// up the whole add up to it.
public struct DayShares: Hashable, Sendable {
    public let days: Range<CalendarDay>
    /// Minor units.
    public let whole: Int128

    public init(_ whole: Int128, over days: Range<CalendarDay>) {
        self.whole = whole
        self.days = days
    }

    /// The share of some days; those outside have none.
    public func share(of some: Range<CalendarDay>) -> Int128 {
        let some = some.clamped(to: days)
        return share(before: some.upperBound) - share(before: some.lowerBound)
    }

    private func share(before day: CalendarDay) -> Int128 {
        let count = Int128(days.lowerBound.days(until: days.upperBound))
        guard count > 0 else { return 0 }
        let product = whole * Int128(days.lowerBound.days(until: day))
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: count)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
