import ArgumentParser
import Engine
import Terminal
import Vault

struct AccountsMergeCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Say that an account goes on as another one.",
        discussion: """
            For a bank that was connected anew, or a card that was replaced. The new account \
            keeps its balance and gets the old one's history, with all that you set; what both \
            have counts once. "ghostvault undo" takes it back.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The old account, by its name, a part of it, or its number.")
    var old: String

    @Argument(help: "The account that it became.")
    var new: String

    @Flag(help: "Merge without being asked, in scripts.")
    var yes = false

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let earlier = try engine.account(meantBy: old)
        let account = try engine.account(meantBy: new)
        let question = SafeText.neutralised(
            "Make \(earlier.name) (\(earlier.id)) and \(account.name) (\(account.id)) one "
                + "account, with the balance of \(account.id)?")
        guard try yes || Confirmation.ask(question, on: screen) else {
            try screen.print("They stay two accounts.")
            throw PartialResult(.failed)
        }
        let (merge, report) = try engine.merge(earlier, into: account)
        let view = ClassifyView(screen: screen, engine: engine)
        if output.json {
            try view.showJSON(effect: report) { object in
                object.field("account", account.id)
                object.field("moved", merge.moved)
                object.field("doubled", merge.doubled)
            }
        } else {
            try screen.print(
                SafeText.neutralised(
                    "\(account.name) (\(account.id)) has the history of \(earlier.id): "
                        + Count.text(merge.moved, "transaction")
                        + (merge.doubled == 0
                            ? "" : ", and \(merge.doubled) that both had count once")))
            try view.showEffect(report)
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
