import ArgumentParser
import Engine

struct RedoCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Decide again what was undone last.",
        discussion: """
            Possible until you decide something else. What handlers decided and was undone is done \
            again by its number in "ghostvault history".
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The number of something that handlers decided.")
    var number: ListedNumber?

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (entry, report) = try engine.redo(number?.value)
        try JournalView(screen: screen).show(
            entry, report, from: engine, inJSON: output.json)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
