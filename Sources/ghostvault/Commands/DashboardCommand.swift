import ArgumentParser
import Engine
import Terminal

struct DashboardCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboard",
        abstract: "Net worth, this month's income and spending, and the last sync.")

    @OptionGroup var vault: VaultOptions

    /// A word that is no command ends up here, since this command is the one
    /// that runs where none is named.
    @Argument(help: .hidden)
    var unknown: [String] = []

    func validate() throws {
        guard let word = unknown.first else { return }
        throw ValidationError(
            SafeText.neutralised(
                "There is no command \"\(word)\". \"ghostvault --help\" lists them."))
    }

    func run(on screen: Screen) throws {
        try DashboardView(screen: screen, engine: try vault.engine())
            .show(today: try vault.moment().today)
    }
}
