import ArgumentParser
import Engine
import Vault

struct AccountsCoverageCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Show how much history of each account is here.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let accounts = try engine.vault.accounts()
        let coverage = try engine.vault.importedCoverage()
        let view = CoverageView(screen: screen)
        if output.json {
            try view.showJSON(accounts, coverage)
        } else {
            try view.show(accounts, coverage)
        }
    }
}
