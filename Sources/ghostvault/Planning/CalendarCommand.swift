import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct CalendarCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar",
        abstract: "Show a month's income and payments by day.",
        discussion: """
            A day has its income and spending: up to today as booked, later as due or planned. \
            Below are all coming payments by name, those of cards and loans, too. A month \
            without a year is the nearest, past or coming. --ics prints them for a calendar \
            program instead, without a month those of the next twelve.

            Examples:
              ghostvault calendar
              ghostvault calendar next
              ghostvault calendar 2026-12 --json
              ghostvault calendar --ics > payments.ics
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(
        help: ArgumentHelp(
            "The month: dec, 2026-12, last or next. (default: this)", valueName: "month"),
        transform: Month.init(argument:))
    var month: Month?

    @Flag(help: "Print coming payments as an .ics file.")
    var ics = false

    /// The days ahead that a forecast reaches.
    private static let mostDays = 366

    func validate() throws {
        guard !ics || output.format == nil else {
            throw ValidationError("Give --ics, or the format of a list, not both.")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let today = try vault.moment().today
        let month = self.month?.asOf(today) ?? today.month
        let furthest = today.adding(days: Self.mostDays)
        guard month.lastDay <= furthest else {
            throw ValidationError("A calendar looks at most a year ahead.")
        }
        let end = ics && self.month == nil ? furthest : month.lastDay
        let forecast = try engine.forecast(
            through: max(end, today.adding(days: SafeToSpend.days)), asKnownOn: vault.lastDay(),
            withRange: false, withLoans: !ics)
        if ics {
            let due = DuePayments.all(forecast, through: end).flatMap(\.payments).filter {
                self.month == nil || $0.movement.day.month == month
            }
            try screen.output.write(CalendarFile(now: try vault.moment().now).text(of: due))
        } else {
            let order = try engine.currencyOrder()
            let calendars = order.sorted(
                try MonthCalendar.all(
                    month, engine.vault, try engine.writtenPlan().items, forecast,
                    usual: order.first ?? Currency(code: ""), through: vault.lastDay()),
                by: \.currency)
            if let format = output.format {
                let rows = calendars.flatMap { calendar in
                    calendar.days.map { (day: $0, calendar: calendar) }
                }
                try CalendarView.report.print(rows, as: format, on: screen)
            } else {
                let answered = try AnsweredDays(engine.vault, on: today)
                let days = month.firstDay..<month.next.firstDay
                for (position, calendar) in calendars.enumerated() {
                    if position > 0 { try screen.print() }
                    try CalendarView(
                        screen: screen, calendar: calendar, isKnown: !answered.isBefore(days)
                    ).show()
                }
                if days.lowerBound <= today {
                    try AnsweredView(screen: screen, answered: answered, today: today)
                        .show(in: days)
                }
                let notes = ForecastView(screen: screen, forecast: forecast)
                try notes.showLeftOut(forecast.heldOut.filter { $0.day.month == month })
                try notes.showSilent()
                try notes.showNotes()
            }
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    /// A month in words.
    struct Month {
        private let words: PeriodWords?

        init(argument: String) throws {
            words = argument.lowercased() == "next" ? nil : try PeriodWords(monthArgument: argument)
        }

        func asOf(_ today: CalendarDay) -> CalendarMonth {
            words?.planned(.nearest, asOf: today).month(asOf: today) ?? today.month.next
        }
    }
}
