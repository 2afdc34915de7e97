import Model

enum Instant {
    /// An instant in UTC as ISO 8601 writes it, "2026-03-15T14:05:09Z".
    static func text(_ seconds: Int64) -> String {
        let day = CalendarDay(secondsSinceEpoch: seconds)
        let second = seconds - day.secondsSinceEpoch
        let parts = [second / 3600, second / 60 % 60, second % 60].map {
            ($0 < 10 ? "0" : "") + String($0)
        }
        return "\(day)T\(parts.joined(separator: ":"))Z"
    }
}
