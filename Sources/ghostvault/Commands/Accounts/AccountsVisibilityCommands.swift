import ArgumentParser
import Engine
import Model
import Vault

/// Leaves an account out of lists and totals.
struct AccountsHideCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide",
        abstract: "Leave an account out of lists and totals; nothing of it is deleted.")

    @OptionGroup var choice: AccountChoice

    func run(on screen: Screen) throws { try choice.decide(.hidden, on: screen) }
}

/// Shows an account, but leaves it out of totals.
struct AccountsTrackCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "Show an account, but leave it out of net worth, income and spending.")

    @OptionGroup var choice: AccountChoice

    func run(on screen: Screen) throws { try choice.decide(.trackingOnly, on: screen) }
}

/// Counts an account again.
struct AccountsCountCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Show and count an account again that was hidden or only tracked.")

    @OptionGroup var choice: AccountChoice

    func run(on screen: Screen) throws { try choice.decide(.counted, on: screen) }
}

/// One account of a vault, of which something is decided.
struct AccountChoice: ParsableArguments {
    @OptionGroup var vault: VaultOptions

    @Argument(help: "The account, by its name, a part of it, or its number.")
    var account: String

    func decide(_ visibility: AccountVisibility, on screen: Screen) throws {
        let engine = try vault.engine()
        let account = try engine.account(meantBy: account)
        try engine.vault.decideVisibility(visibility, account: account.id)
        try AccountsView(screen: screen).showOne(account.id, of: engine)
    }
}
