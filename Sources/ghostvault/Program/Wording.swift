import Model
import Terminal

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A count with its noun in singular or plural.
enum Count {
    /// - Parameter plural: needed if it isn't the noun with an "s".
    static func text(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
    }
}

extension String {
    /// The text as a shell takes it, in quotes where it needs some.
    var shellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "._-/".utf8.contains(byte)
        }
        return isPlain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
    }
}

extension Money {
    /// The amount with a sign, "+1,234.50".
    var signedText: String { minorUnits > 0 ? "+\(groupedText)" : groupedText }

    var style: Style? {
        minorUnits > 0 ? .positive : minorUnits < 0 ? .negative : nil
    }
}

extension Table.Cell {
    /// An amount; money that came in is in colour.
    ///
    /// - Parameter withCurrency: whether the column mixes currencies.
    static func amount(_ money: Money, withCurrency: Bool = false) -> Table.Cell {
        Table.Cell(
            withCurrency ? money.text : money.groupedText,
            money.minorUnits > 0 ? .positive : nil)
    }

    /// A difference, with its sign and colour; empty for nil.
    static func change(_ money: Money?) -> Table.Cell {
        Table.Cell(money?.signedText ?? "", money?.style)
    }
}

enum Ordinal {
    /// "1st", "22nd", "13th".
    static func text(_ number: Int) -> String {
        let ending =
            switch (number % 100, number % 10) {
            case (11...13, _): "th"
            case (_, 1): "st"
            case (_, 2): "nd"
            case (_, 3): "rd"
            default: "th"
            }
        return "\(number)\(ending)"
    }
}

extension CalendarDay {
    /// "13 November", with the year if it isn't that of another day.
    func words(on today: CalendarDay) -> String {
        let (year, _, day) = components
        return "\(day) \(month.name)" + (year == today.components.year ? "" : " \(year)")
    }
}

enum Elapsed {
    /// The time since an instant, in its largest unit.
    static func text(seconds: Int64) -> String {
        switch seconds {
        case ..<60: "just now"
        case ..<3600: Count.text(Int(seconds / 60), "minute") + " ago"
        case ..<86_400: Count.text(Int(seconds / 3600), "hour") + " ago"
        default: Count.text(Int(seconds / 86_400), "day") + " ago"
        }
    }
}

enum Share {
    /// The share in whole percent; nil if it is out of range.
    static func percent(_ share: Double) -> Int? { Int(exactly: (share * 100).rounded()) }

    /// The share in percent without decimals; "<1 %" if it rounds to zero.
    static func text(_ share: Double) -> String {
        guard let percent = percent(share) else { return "" }
        return percent == 0 && share > 0 ? "<1 %" : "\(percent) %"
    }

    /// What the shares of a list are of, where more came back in a row of it than was spent;
    /// nil where they are of its total.
    static func words(_ spent: [Money], _ currency: Currency) -> String? {
        let back = spent.map(\.minorUnits).filter { $0 < 0 }.reduce(Int128(0)) { $0 - Int128($1) }
        guard back > 0 else { return nil }
        let out = spent.map(\.minorUnits).filter { $0 > 0 }.reduce(Int128(0)) { $0 + Int128($1) }
        return "Percent of \(Money(sum: out, currency: currency).groupedText), without "
            + "\(Money(sum: back, currency: currency).groupedText) that came back in other rows."
    }
}

extension String {
    /// Text from outside, shortened to a readable length.
    var cut: String {
        count > Self.mostLetters ? prefix(Self.mostLetters) + "…" : self
    }

    /// Text from outside as one short line, without the runs of blanks that banks fill columns with.
    var oneLine: String {
        let words = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 100 ? words.prefix(100) + "…" : words
    }

    private static let mostLetters = 300
}

enum Instant {
    /// The instant in UTC as ISO 8601, "2026-03-15T14:05:09Z".
    static func text(_ seconds: Int64) -> String {
        let day = CalendarDay(secondsSinceEpoch: seconds)
        let second = seconds - day.secondsSinceEpoch
        let parts = [second / 3600, second / 60 % 60, second % 60].map {
            ($0 < 10 ? "0" : "") + String($0)
        }
        return "\(day)T\(parts.joined(separator: ":"))Z"
    }
}

/// The local time, "2026-03-15 09:30:05".
enum LocalTime {
    /// - Parameter instant: POSIX seconds.
    static func text(_ instant: Int64) -> String {
        var seconds = time_t(instant)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "\(instant)" }
        return "\(Int(parts.tm_year) + 1900)-\(twoDigits(parts.tm_mon + 1))-"
            + "\(twoDigits(parts.tm_mday)) \(twoDigits(parts.tm_hour)):"
            + "\(twoDigits(parts.tm_min)):\(twoDigits(parts.tm_sec))"
    }

    private static func twoDigits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
