import ArgumentParser
import Engine

struct RedoCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Decide again what was undone last.",
        discussion: "Possible until something else is decided.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (entry, report) = try engine.redo()
        try JournalView(screen: screen).show(
            entry, report, from: engine, inJSON: output.json)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
