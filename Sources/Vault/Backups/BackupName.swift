internal import Model

/// What a backup is called: "vault-2026-03-15-064512.sqlite", by the second of
/// UTC in which it was begun, so that names are in the order of their times.
struct BackupName: Hashable, Comparable {
    /// POSIX seconds.
    let instant: Int64

    private static let start = "vault-"
    private static let end = ".sqlite"
    private static let secondsOfDay: Int64 = 86_400

    init(instant: Int64) {
        self.instant = instant
    }

    /// Nil for every other name.
    init?(_ text: String) {
        guard text.hasPrefix(Self.start), text.hasSuffix(Self.end) else { return nil }
        let middle = text.dropFirst(Self.start.count).dropLast(Self.end.count)
        let time = middle.suffix(6)
        guard middle.utf8.count == 17, time.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let digits = Int64(time), let day = CalendarDay(middle.prefix(10))
        else { return nil }
        let seconds = digits / 10_000 * 3600 + digits / 100 % 100 * 60 + digits % 100
        instant = Int64(day.daysSinceEpoch) * Self.secondsOfDay + seconds
        // Whatever is written in another way is not ours.
        guard self.text == text else { return nil }
    }

    var text: String {
        let second = (instant % Self.secondsOfDay + Self.secondsOfDay) % Self.secondsOfDay
        let time = [second / 3600, second / 60 % 60, second % 60].map { part in
            (part < 10 ? "0" : "") + "\(part)"
        }
        return Self.start + "\(CalendarDay(secondsSinceEpoch: instant))-" + time.joined() + Self.end
    }

    static func < (left: BackupName, right: BackupName) -> Bool { left.instant < right.instant }
}
