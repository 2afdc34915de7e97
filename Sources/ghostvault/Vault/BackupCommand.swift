import ArgumentParser
import Engine
import Model
import Vault

struct BackupCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the database.",
        discussion: """
            Copies the database into the vault's backup folder: facts, decisions and conclusions. \
            Access URLs, rules and configuration are separate files. "ghostvault watch" makes a \
            copy once a week; config/automation.toml sets how often, and how many are kept.

            Example:
              ghostvault backup --keep 10
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Option(help: "Copies to keep, including this one. (default: as in config/automation.toml)")
    var keep: Int?

    func validate() throws {
        guard keep.map({ 1...1000 ~= $0 }) ?? true else {
            throw ValidationError("--keep takes a number from 1 to 1000.")
        }
    }

    func run(on screen: Screen) throws {
        let backup = try vault.engine().backUp(keeping: keep)
        try screen.print(SafeText.neutralised(backup.path))
        if backup.removedCount > 0 {
            try screen.print(
                "Deleted \(Count.text(backup.removedCount, "older copy", "older copies")).")
        }
        if let fuller = backup.fullerCopy { try screen.warn(BackupView.words(fuller)) }
    }
}

enum BackupView {
    static func words(_ fuller: Backup.FullerCopy) -> String {
        let more =
            if fuller.moreTransactions > 0 {
                Count.text(fuller.moreTransactions, "more transaction")
            } else if fuller.moreDecisions > 0 {
                Count.text(fuller.moreDecisions, "more decision")
            } else {
                "more accounts"
            }
        return SafeText.neutralised(
            "\(fuller.path) has \(more) than the vault has now, so it is kept. Delete it if that "
                + "is intended.")
    }
}
