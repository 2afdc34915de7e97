import ArgumentParser
import Model

/// A month, or the days from one to another.
struct PeriodOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A month, such as 2025-03.", valueName: "month"))
    var month: CalendarMonth?

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

    /// The days that were asked for; nil where nothing was.
    var days: Range<CalendarDay>? {
        if let month { return month.firstDay..<month.next.firstDay }
        guard from != nil || to != nil else { return nil }
        return
            (from ?? CalendarDay(daysSinceEpoch: .min))..<(to?.adding(days: 1)
            ?? CalendarDay(daysSinceEpoch: .max))
    }
}
