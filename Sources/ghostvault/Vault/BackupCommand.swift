import ArgumentParser
import Engine
import Foundation
import Model
import Platform
import Vault

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up and restore the vault.",
        discussion: """
            A backup is one file: an ordinary .tar.gz with the database, rules, plugins, handlers \
            and configuration. "age" can encrypt it. "ghostvault docs service" has more.
            """,
        subcommands: [
            BackupCreateCommand.self, BackupCheckCommand.self, BackupRestoreCommand.self,
        ],
        defaultSubcommand: BackupCreateCommand.self)
}

struct BackupCreateCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Write the whole vault into one file.",
        discussion: """
            Other commands can run meanwhile. The file is read back before it gets its name, and \
            the oldest backups of this vault are deleted. "ghostvault watch" makes a backup once a \
            week; config/automation.toml sets how often, how many are kept, where they go and \
            for which keys they are encrypted.

            Access URLs and keys are included only with --with-secrets, and only encrypted.

            Example:
              ghostvault backup --keep 10
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Option(help: "Copies to keep, including this one. (default: as in config/automation.toml)")
    var keep: Int?

    @Option(
        help: ArgumentHelp(
            "An existing folder for the backup. (default: the vault's backups)",
            valueName: "folder"))
    var to: String?

    @Flag(help: "Encrypt with a passphrase, which \"age\" asks for.")
    var encrypt = false

    @Option(
        help: ArgumentHelp(
            "Encrypt to this public key of \"age\"; can be repeated.", valueName: "age1…"))
    var recipient: [String] = []

    @Flag(help: "Include access URLs and keys.")
    var withSecrets = false

    func validate() throws {
        guard keep.map({ 1...1000 ~= $0 }) ?? true else {
            throw ValidationError("--keep takes a number from 1 to 1000.")
        }
        guard recipient.allSatisfy(AgeProgram.isRecipient) else {
            throw ValidationError("--recipient takes a public key of age, such as age1….")
        }
        guard !encrypt || recipient.isEmpty else {
            throw ValidationError("Give one of --encrypt and --recipient.")
        }
    }

    func run(on screen: Screen) throws {
        var request = BackupRequest()
        request.keep = keep
        request.folder = to.map(FilePath.whole)
        request.lock =
            encrypt ? .passphrase : recipient.isEmpty ? nil : .recipients(recipient)
        request.withSecrets = withSecrets
        request.environment = ProgramContext.current.variables
        if encrypt, !Conversation.isPossible {
            throw NobodyToAsk(
                question: "the passphrase of the backup",
                advice: "Encrypt to a public key with --recipient")
        }
        try screen.flush()
        let backup = try vault.engine().backUp(request)
        try screen.print(SafeText.neutralised(backup.path))
        if backup.removedCount > 0 {
            try screen.print(
                "Deleted \(Count.text(backup.removedCount, "older copy", "older copies")).")
        }
        if backup.isEncrypted {
            try screen.note(
                "Only its size is verified: its contents need your key, with \"ghostvault backup "
                    + "check\".")
        }
        if let fuller = backup.fullerCopy { try screen.warn(BackupView.words(fuller)) }
    }
}

/// A backup to read, and what opens it.
struct BackupFileOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The backup.", valueName: "file"))
    var file: String

    @Option(
        help: ArgumentHelp(
            "A file with the private key of \"age\" that opens it.", valueName: "file"))
    var identity: String?

    /// - Throws: `BackupError`, `AgeProgram.Failure`.
    func archive() throws -> BackupArchive {
        try BackupArchive(
            path, identity: identity.map(FilePath.whole),
            environment: ProgramContext.current.variables)
    }

    var path: String { FilePath.whole(file) }
}

struct BackupCheckCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that a backup can be restored.",
        discussion: """
            Restores the backup in memory and checks its database. Nothing is written, and nothing \
            in it is run.

            Example:
              ghostvault backup check backups/vault-2026-03-15-064512.tar.gz
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var backup: BackupFileOptions

    func run(on screen: Screen) throws {
        try screen.flush()
        let archive = try backup.archive()
        let summary = try BackupSummary(of: archive, at: backup.path)
        try screen.print(
            "The backup of \(LocalTime.text(archive.madeAt)) is sound: \(BackupView.words(summary))."
        )
    }
}

struct BackupRestoreCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore the vault from a backup.",
        discussion: """
            Shows what the backup holds and what would be lost, and asks. A vault that is there is \
            backed up first. Its access URLs, other backups and other files stay.

            Nothing in a backup is run. Handlers, and the settings of what they may reach, are \
            switched off unless the vault has them already: their names get ".restored" at the \
            end. --with-automation switches them on.

            Example:
              ghostvault backup restore backups/vault-2026-03-15-064512.tar.gz
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var backup: BackupFileOptions

    @Option(
        help: ArgumentHelp("A new or empty folder for the vault.", valueName: "folder"))
    var into: String?

    @Flag(help: "Switch on the backup's handlers.")
    var withAutomation = false

    @Flag(help: "Restore without asking.")
    var yes = false

    func run(on screen: Screen) throws {
        try screen.flush()
        let folder = into.map { VaultFolder(path: FilePath.whole($0)) } ?? vault.folder
        let archive = try backup.archive()
        let restore = try BackupRestore(archive, at: backup.path, into: folder)
        try BackupView(screen: screen).show(restore.plan, madeAt: archive.madeAt, folder)
        let question = restore.plan.replacesVault ? "Replace the vault?" : "Restore it?"
        guard try yes || Confirmation.ask(question, on: screen) else {
            return try screen.print("Nothing was changed.")
        }
        let outcome = try restore.run(at: vault.moment(), withAutomation: withAutomation)
        try screen.print(SafeText.neutralised("Restored \(folder.path)."))
        if let kept = outcome.keptPath {
            try screen.print(SafeText.neutralised("What it held before is in \(kept)."))
        }
        for file in outcome.switchedOff {
            try screen.print(
                SafeText.neutralised(
                    "Switched off: \(file)\(VaultFolder.switchedOffEnd). Read it, then rename it."))
        }
    }
}

/// A path from "/" for what a person types.
enum FilePath {
    static func whole(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }
}
