import Engine
import Insights
import Model

/// Coming payments as an iCalendar file (RFC 5545), which calendar programs read.
struct CalendarFile {
    /// POSIX seconds; the file says when it was made.
    let now: Int64

    func text(of payments: [DuePayments.Payment]) -> String {
        let (year, month, day) = CalendarDay(secondsSinceEpoch: now).components
        let seconds = Int(now - CalendarDay(secondsSinceEpoch: now).secondsSinceEpoch)
        let stamp =
            Self.digits(year, 4) + Self.digits(month) + Self.digits(day) + "T"
            + Self.digits(seconds / 3600) + Self.digits(seconds / 60 % 60)
            + Self.digits(seconds % 60) + "Z"
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//GhostVault//due//EN"]
        // Two of a name on a day are two events.
        var seen: [String: Int] = [:]
        for payment in payments {
            let movement = payment.movement
            let key = "\(movement.day) \(payment.account.id) \(movement.name)"
            seen[key, default: 0] += 1
            lines += [
                "BEGIN:VEVENT", "UID:\(Self.id(of: key, seen[key] ?? 1))", "DTSTAMP:\(stamp)",
                "DTSTART;VALUE=DATE:\(Self.date(movement.day))",
                "DTEND;VALUE=DATE:\(Self.date(movement.day.adding(days: 1)))",
                "SUMMARY:\(Self.escaped("\(movement.words) \(payment.amount.text)"))",
                "DESCRIPTION:\(Self.escaped("\(payment.account.name): \(movement.reason)"))",
                "TRANSP:TRANSPARENT", "END:VEVENT",
            ]
        }
        lines.append("END:VCALENDAR")
        return lines.map { Self.folded($0) + "\r\n" }.joined()
    }

    /// The same for the same payment in each file, and no name that others could read.
    private static func id(of key: String, _ number: Int) -> String {
        let digest = SHA256.digest(of: Array("\(key) \(number)".utf8)).prefix(12)
        return digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            + "@ghostvault"
    }

    private static func date(_ day: CalendarDay) -> String {
        let (year, month, day) = day.components
        return digits(year, 4) + digits(month) + digits(day)
    }

    private static func digits(_ number: Int, _ count: Int = 2) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// A text's characters with a meaning get a backslash (RFC 5545, 3.3.11).
    static func escaped(_ text: String) -> String {
        SafeText.neutralised(text).reduce(into: "") { escaped, character in
            if "\\;,".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
    }

    /// A line of at most 75 bytes, continued behind a blank (RFC 5545, 3.1). No character is
    /// divided.
    static func folded(_ line: String) -> String {
        var folded = ""
        var room = 75
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if size > room {
                folded += "\r\n "
                room = 74
            }
            folded.unicodeScalars.append(scalar)
            room -= size
        }
        return folded
    }
}
