import ArgumentParser
import Engine
import Insights
import Model
import Vault

struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "List accounts with their balances, or say what you want of one.",
        subcommands: [
            List.self, SetType.self, AccountsRenameCommand.self, AccountsTrackCommand.self,
            AccountsHideCommand.self, AccountsCountCommand.self, AccountsMergeCommand.self,
            AccountsReverseCommand.self,
            AccountsHistoryCommand.self, AccountsCoverageCommand.self,
        ],
        defaultSubcommand: List.self)

    struct List: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List accounts with their balances.")

        @OptionGroup var vault: VaultOptions
        @OptionGroup var output: JSONOption

        @Flag(help: "List hidden accounts too.")
        var all = false

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            var accounts = try engine.vault.accounts()
                .filter { all || $0.visibility != .hidden }
            if let day = try vault.lastDay() {
                accounts = try AccountBalances.accounts(accounts, of: engine.vault, on: day)
            }
            let offers = try engine.mergeOffers()
            let view = AccountsView(screen: screen)
            try UnclassifiedView(screen: screen).warnOfFigures(of: engine.vault)
            if output.json {
                try view.showJSON(accounts, offers)
            } else {
                try view.show(accounts)
                try ReversedDebtsView(screen: screen).show(try engine.vault.reversedDebts())
                try view.show(offers)
            }
        }
    }

    struct SetType: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "type",
            abstract: "Say what kind of account one is; this outranks the guess from its name.")

        @OptionGroup var vault: VaultOptions

        @Argument(help: "The account, by its name, a part of it, or its number.")
        var account: String

        @Argument(help: "What kind it is.")
        var type: AccountType

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let account = try engine.account(meantBy: account)
            let report = try engine.decideType(type, of: account)
            try AccountsView(screen: screen).showOne(account.id, of: engine)
            try ClassifyView(screen: screen, engine: engine).showEffect(report)
            if let status = report.exitStatus { throw PartialResult(status) }
        }
    }
}
