import ArgumentParser
import Automation
import Engine
import Model
import Terminal
import Vault

struct AutomationStateCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Show what handlers keep between events.",
        discussion: """
            A handler keeps what it sets in its second argument. "automation forget" empties it.
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let states = try engine.keptStates()
        if let format = output.format {
            try Self.report.print(states, as: format, on: screen)
        } else if states.isEmpty {
            try screen.print("No handler keeps anything.")
        } else {
            try screen.print(Self.report.table(states))
        }
    }

    static var report: Report<KeptState> {
        Report(
            "automation state",
            .value("handler", "The handler's id.") { $0.handler }
                .column("handler", isFlexible: true),
            .value("state", "What it keeps, as JSON.") { $0.json }
                .column("state", isFlexible: true) { .init($0.state.text) },
            .value("has_handler", "Whether the handler exists now.") { $0.hasHandler },
            .shown("", rank: 1) {
                $0.hasHandler ? "" : .init("the handler no longer exists", .muted)
            })
    }
}

struct AutomationForgetCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Empty what handlers keep.",
        discussion: """
            Examples:
              ghostvault automation forget --all
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "A handler's id from \"automation state\"; several are allowed.")
    var handlers: [String] = []

    @Flag(help: "Everything: all handlers.")
    var all = false

    func validate() throws {
        guard all == handlers.isEmpty else {
            throw ValidationError("Give the handlers that \"automation state\" shows, or --all.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let known = try engine.keptStates().map(\.handler)
        if let unknown = handlers.first(where: { !known.contains($0) }) {
            throw NoSuchName(
                message: "No handler called \"\(unknown)\" keeps anything.",
                whatToDo: "\"ghostvault automation state\" lists those that do.")
        }
        let forgotten = all ? known : handlers
        try engine.vault.forgetStates(of: forgotten)
        try screen.print("Emptied \(Count.text(forgotten.count, "state")).")
    }
}
