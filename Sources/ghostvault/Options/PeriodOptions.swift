import ArgumentParser
import Model

/// A month, or the days from one to another.
struct PeriodOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A month, such as 2025-03; \"this\" or \"last\".", valueName: "month"))
    var month: MeantMonth?

    @Option(help: ArgumentHelp("The first day.", valueName: "day"))
    var from: CalendarDay?

    @Option(help: ArgumentHelp("The last day.", valueName: "day"))
    var to: CalendarDay?

    func validate() throws {
        if month != nil, from != nil || to != nil {
            throw ValidationError("Give --month, or --from and --to, not both.")
        }
        if let from, let to, from > to {
            throw ValidationError("--from must not be after --to.")
        }
    }

    var isGiven: Bool { month != nil || from != nil || to != nil }

    /// The days that were asked for; nil where nothing was.
    func days(asOf today: CalendarDay) -> Range<CalendarDay>? {
        if let month = month?.month(asOf: today) { return month.firstDay..<month.next.firstDay }
        guard from != nil || to != nil else { return nil }
        return
            (from ?? CalendarDay(daysSinceEpoch: .min))..<(to?.adding(days: 1)
            ?? CalendarDay(daysSinceEpoch: .max))
    }
}

/// A month as a person names it.
enum MeantMonth: ExpressibleByArgument {
    case month(CalendarMonth)
    case this
    case last

    init?(argument: String) {
        switch argument.lowercased() {
        case "this": self = .this
        case "last": self = .last
        default:
            guard let month = CalendarMonth(argument) else { return nil }
            self = .month(month)
        }
    }

    func month(asOf today: CalendarDay) -> CalendarMonth {
        switch self {
        case .month(let month): month
        case .this: today.month
        case .last: today.month.previous
        }
    }
}
