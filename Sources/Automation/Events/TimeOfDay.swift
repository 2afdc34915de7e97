/// A time on the clock on the wall, to the minute.
public struct TimeOfDay: Hashable, Sendable {
    /// 0 to 1439.
    public let minutes: Int

    public static let midnight = TimeOfDay(minutes: 0)

    private init(minutes: Int) {
        self.minutes = minutes
    }

    /// Nil unless the text is such as "08:00" or "8:00".
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /([0-9]{1,2}):([0-9]{2})/), let hour = Int(match.1),
            let minute = Int(match.2), hour < 24, minute < 60
        else { return nil }
        self.init(minutes: hour * 60 + minute)
    }
}

extension TimeOfDay: CustomStringConvertible {
    /// "08:00".
    public var description: String {
        [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
