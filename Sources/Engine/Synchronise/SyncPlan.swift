public import Model

/// Which days a sync asks for.
///
/// A request costs the same for one day as for the widest window, so windows
/// are always whole. A bridge serves 90 days and recommends 45 (its answers
/// of 2026); 44 is on the safe side of both.
public enum SyncPlan {
    public static let windowDays = 44

    /// Days before the last complete one that are asked for again, since banks
    /// post late and pending rows settle.
    public static let overlapDays = 14

    /// Requests of a day that back-filling leaves for later syncs.
    static let requestsKept = 4

    /// The limit of the protocol's bridge.
    public static let requestsADay = 24

    /// Windows from the newest back to a first day, for history that was never
    /// asked for. Ends are exclusive, so windows touch and never overlap.
    public static func backwards(
        from end: CalendarDay, to first: CalendarDay
    ) -> [Range<CalendarDay>] {
        var windows: [Range<CalendarDay>] = []
        var end = end
        while end > first {
            let start = max(first, end.adding(days: -windowDays))
            windows.append(start..<end)
            end = start
        }
        return windows
    }

    /// Windows that catch up from the last complete day, the oldest first, so
    /// that what is covered grows without a gap if one fails. Each is whole:
    /// the first reaches further back where days are left.
    public static func forwards(
        since covered: CalendarDay, to end: CalendarDay
    ) -> [Range<CalendarDay>] {
        let first = min(covered.adding(days: -overlapDays), end.adding(days: -windowDays))
        return backwards(from: end, to: first).reversed()
    }
}
