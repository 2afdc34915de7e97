import ArgumentParser
import Engine

struct AutomationLogCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the events that there were to tell, the newest first.",
        discussion: """
            What a handler failed at, and what it asked for and could not be done, is tried again \
            some times and then set aside; "automation failing" lists that.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Option(help: "How many to list at most.")
    var limit = 20

    func validate() throws {
        guard (1...1_000_000).contains(limit) else {
            throw ValidationError("--limit must be from 1 to 1000000.")
        }
    }

    func run(on screen: Screen) throws {
        let events = try vault.engine().toldEvents(limit: limit)
        let view = EventLogView(screen: screen)
        if output.json { try view.showJSON(events) } else { try view.show(events) }
    }
}
