import ArgumentParser
import Engine
import Terminal

struct DashboardCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboard",
        abstract: "Net worth, this month's income and spending, and the last sync.",
        discussion: """
            At a terminal it syncs first where the last sync is some hours old, as \
            config/automation.toml has it.
            """)

    @OptionGroup var vault: VaultOptions

    @Flag(help: "Show what is here, without a sync.")
    var noSync = false

    /// A word that is no command ends up here, since this command is the one
    /// that runs where none is named.
    @Argument(help: .hidden)
    var unknown: [String] = []

    func validate() throws {
        guard let word = unknown.first else { return }
        guard !MeantCommand([word]).isNamed else {
            throw ValidationError(
                "--no-sync is an option of the dashboard, and \"\(word)\" has none such: "
                    + "ghostvault \(word)")
        }
        throw ValidationError(
            SafeText.neutralised(
                "There is no command \"\(word)\". \"ghostvault --help\" lists them."))
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        // A script, and somebody who looks at another day, want what is here.
        if !noSync, screen.capabilities.isTerminal, screen.errorCapabilities.isTerminal,
            vault.asOf == nil
        {
            try StaleSync(screen: screen, engine: engine).run()
        }
        try DashboardView(screen: screen, engine: engine).show(
            at: try vault.moment(), through: try vault.lastDay())
    }
}
