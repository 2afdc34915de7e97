import ArgumentParser
import Engine
import Vault

struct HistoryCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List what you and your handlers decided, the newest first.",
        discussion: """
            "ghostvault undo" takes back your newest that is not undone, and with the number of one \
            that begins with "automation:" what handlers decided.
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
        let entries = try vault.engine().vault.history(limit: limit)
        let view = JournalView(screen: screen)
        if output.json { try view.showJSON(entries) } else { try view.show(entries) }
    }
}
