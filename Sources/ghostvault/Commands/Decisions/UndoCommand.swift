import ArgumentParser
import Engine

struct UndoCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back what you decided last.",
        discussion: """
            Undoes one command that changed a decision: a correction, a rule made with a command, \
            an account's type, two accounts made one, what a hold became, a plugin's switch or \
            setting. Run it again for the one before. Files are yours to edit, and an approved \
            plugin stays approved.

            What handlers decided stays. It is undone by its number in "ghostvault history".

            Examples:
              ghostvault undo
              ghostvault undo 12
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The number of something that handlers decided.")
    var number: ListedNumber?

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (entry, report) = try engine.undo(number?.value)
        try JournalView(screen: screen).show(
            entry, report, from: engine, inJSON: output.json)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
