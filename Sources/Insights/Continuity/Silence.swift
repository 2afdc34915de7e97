public import Model

/// A pause in an account's news that is too long for it.
///
/// News is a day with a transaction or a balance. The account's own past says how long it may
/// pause: four times the pause that nine of ten stay within, and three times its second longest
/// one. So a quiet savings account is not silent, and one earlier silence decides nothing.
public struct Silence: Hashable, Sendable {
    /// The last day with news.
    public let since: CalendarDay
    /// The median of its pauses, in days.
    public let usualDays: Int

    /// - Parameters:
    ///   - news: different days, oldest first.
    ///   - heard: the day on which its bank answered last.
    /// - Returns: nil if it isn't silent, or had too little news in a year to know.
    init?(news: [CalendarDay], heard: CalendarDay) {
        guard let last = news.last else { return nil }
        let recent = news.filter { $0.days(until: last) <= Self.longestMemory }
        let pauses = zip(recent, recent.dropFirst()).map { $0.days(until: $1) }.sorted()
        guard pauses.count >= Self.fewestPauses else { return nil }
        let longest = max(
            Self.shortest, pauses[pauses.count * 9 / 10] * 4, pauses[pauses.count - 2] * 3)
        guard last.days(until: heard) > longest else { return nil }
        since = last
        usualDays = pauses[pauses.count / 2]
    }

    /// Days of its past that count.
    static let longestMemory = 365
    private static let fewestPauses = 9
    /// Feeds may lag for a week with all of an account.
    private static let shortest = 10
}
