import ArgumentParser
import Engine
import Vault

struct AccountsRenameCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Call an account by a name of yours, everywhere and in rules.",
        discussion: "\"ghostvault undo\" takes it back.")

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The account, by its name, a part of it, or its number.")
    var account: String

    @Argument(help: "The name.")
    var name: String?

    @Flag(help: "Call it as its bank does again.")
    var bankName = false

    func validate() throws {
        guard (name == nil) == bankName else {
            throw ValidationError("Give a name, or --bank-name.")
        }
        try OneLine.check(name, of: "The name")
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let account = try engine.account(meantBy: account)
        let report = try engine.name(account, name)
        try AccountsView(screen: screen).showOne(account.id, of: engine)
        if !report.classified.changes.isEmpty || !report.silenced.isEmpty {
            try screen.print()
            try RenamingView(screen: screen, engine: engine).show(report)
        }
        if let status = report.classified.exitStatus { throw PartialResult(status) }
    }
}
