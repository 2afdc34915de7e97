import Classification
import Model

/// Days and amounts of made-up payments, in cents that went out.
struct Payments {
    private(set) var occurrences: [Occurrence] = []

    static func + (one: Payments, other: Payments) -> Payments {
        var sum = one
        sum.occurrences += other.occurrences
        return sum
    }

    /// A payment on each day, all of one amount.
    init(
        _ cents: Int64, on days: [CalendarDay], _ leaning: PaymentLeaning = .none
    ) {
        occurrences = days.map { Occurrence(day: $0, amount: -cents, leaning: leaning) }
    }

    /// A payment on each day, with the amounts in turn.
    init(
        _ cents: [Int64], on days: [CalendarDay], _ leaning: PaymentLeaning = .none
    ) {
        occurrences = zip(days, cents).map {
            Occurrence(day: $0, amount: -$1, leaning: leaning)
        }
    }

    var received: Payments {
        var received = self
        received.occurrences = occurrences.map {
            Occurrence(day: $0.day, amount: -$0.amount, leaning: $0.leaning)
        }
        return received
    }

    func without(_ positions: Int...) -> Payments {
        var rest = self
        rest.occurrences = occurrences.enumerated().filter { !positions.contains($0.offset) }
            .map(\.element)
        return rest
    }

    /// With one payment made some days later than it was.
    func late(_ position: Int, by days: Int) -> Payments {
        var late = self
        let payment = occurrences[position]
        late.occurrences[position] = Occurrence(
            day: payment.day.adding(days: days), amount: payment.amount, leaning: payment.leaning)
        return late
    }

    /// With one payment made again some days later.
    func twice(_ position: Int, after days: Int) -> Payments {
        var twice = self
        let payment = occurrences[position]
        twice.occurrences.append(
            Occurrence(
                day: payment.day.adding(days: days), amount: payment.amount,
                leaning: payment.leaning))
        return twice
    }

    var series: [DetectedSeries] { RecurringDetector().series(among: occurrences) }
}

/// "2025-03-09".
func day(_ text: String) -> CalendarDay {
    CalendarDay(text) ?? CalendarDay(daysSinceEpoch: 0)
}

func days(_ texts: String...) -> [CalendarDay] { texts.map { day($0) } }

/// So many days, each so many after the one before.
func every(_ distance: Int, from first: String, times: Int) -> [CalendarDay] {
    (0..<times).map { day(first).adding(days: $0 * distance) }
}

/// A day of each so many months; in a month that is too short, its last.
func monthly(
    on number: Int, from month: String = "2024-01", every distance: Int = 1, times: Int
) -> [CalendarDay] {
    let first = day(month + "-01").month
    return (0..<times).map { time in
        let month = first.adding(months: time * distance)
        return month.firstDay.adding(days: min(number, month.dayCount) - 1)
    }
}

/// One day of each year.
func yearly(_ first: String, times: Int) -> [CalendarDay] {
    let start = day(first)
    return monthly(
        on: start.components.day, from: String(first.prefix(7)), every: 12, times: times)
}

extension [CalendarDay] {
    /// Those on a weekend moved to the Monday after it.
    var onBusinessDaysAfter: [CalendarDay] {
        map { $0.isoWeekday > 5 ? $0.adding(days: 8 - $0.isoWeekday) : $0 }
    }

    /// Those on a weekend moved to the Friday before it.
    var onBusinessDaysBefore: [CalendarDay] {
        map { $0.isoWeekday > 5 ? $0.adding(days: 5 - $0.isoWeekday) : $0 }
    }
}
