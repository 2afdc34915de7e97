public import Model

/// The days that figures count; those of some accounts end earlier.
public struct CountedDays: Hashable, Sendable {
    public let days: Range<CalendarDay>
    /// The first day that no longer counts, by account, if its days end earlier.
    public let ends: [Int64: CalendarDay]

    public init(_ days: Range<CalendarDay>, ends: [Int64: CalendarDay] = [:]) {
        self.days = days
        self.ends = ends
    }

    public func contains(_ day: CalendarDay, of account: Int64) -> Bool {
        days.contains(day) && ends[account].map { day < $0 } ?? true
    }

    /// The condition that excludes what the accounts' earlier ends do; empty without any.
    var sql: String {
        guard !ends.isEmpty else { return "" }
        let cases = ends.sorted { $0.key < $1.key }
            .map { "WHEN \($0.key) THEN \($0.value.daysSinceEpoch)" }
        return "AND day < CASE account_id \(cases.joined(separator: " ")) ELSE :end END"
    }
}
