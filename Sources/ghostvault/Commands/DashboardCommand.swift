import ArgumentParser
import Engine

struct DashboardCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboard",
        abstract: "Net worth, this month's income and spending, and the last sync.")

    @OptionGroup var vault: VaultOptions

    func run(on screen: Screen) throws {
        try DashboardView(screen: screen, engine: try vault.engine())
            .show(today: try vault.moment().today)
    }
}
