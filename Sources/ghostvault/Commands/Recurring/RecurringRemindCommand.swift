import ArgumentParser
import Engine

struct RecurringRemindCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        abstract: "Be reminded of each payment of a series some days before.",
        discussion: """
            What you are to be reminded of stands on the dashboard and on top of "recurring" from \
            that day on until it is paid.

            Examples:
              ghostvault recurring remind "water" --days 5
              ghostvault recurring remind "water" --off
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The series, by its name, a part of it, or a transaction's number.")
    var series: String

    @Option(help: "How many days before; 3 where nothing is said.")
    var days: Int?

    @Flag(help: "No more reminders of it.")
    var off = false

    private static let customaryDays = 3

    func validate() throws {
        guard days.map((0...366).contains) ?? true else {
            throw ValidationError("--days must be from 0 to 366.")
        }
        if off, days != nil {
            throw ValidationError("Give --days or --off, not both.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let meant = try engine.series(meantBy: series)
        let daysBefore = off ? nil : days ?? Self.customaryDays
        try engine.remind(of: meant, daysBefore: daysBefore)
        try RecurringView(screen: screen).showReminder(of: meant, daysBefore: daysBefore)
    }
}
