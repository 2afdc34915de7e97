import Model
import Platform
import Vault

extension Failure {
    init(_ error: BackupError) {
        switch error {
        case .noFolder(let path):
            self.init(
                .failed, "There is no folder \(path).",
                "Create it, or name another with --to or in config/automation.toml. Nothing was "
                    + "written.")
        case .cannotRead(let path, let reason):
            self.init(.failed, "Cannot read \(path): \(reason).", "Check the path.")
        case .notABackup(let path, let reason):
            self.init(
                .notUnderstood, "\(path) can't be restored: \(reason).",
                "Use another backup. Nothing was changed.")
        case .needsIdentity(let path):
            self.init(
                .failed, "\(path) is encrypted to a public key.",
                "Give the file with its private key: --identity FILE")
        case .unusableName(let name):
            self.init(
                .failed, "\(name) has a name that a backup can't hold.",
                details: ["Names are at most 200 bytes, without control characters and \"\\\"."],
                "Rename it, or move it out of the vault. Nothing was written.")
        case .tooLarge(let path):
            self.init(
                .failed, "\(path) is too large for a backup.",
                details: ["A text file of a vault may have 16 MiB."],
                "Move it out of the vault. Nothing was written.")
        case .notVerified(let path, let reason):
            self.init(
                .failed, "The backup \(path) is not what was written: \(reason).",
                "It was deleted; older backups are kept. Check the disk, and try again.")
        case .ofOtherVault(let path):
            self.init(
                .failed, "The backup is of another vault than \(path).",
                details: ["Its connections are others, and would get the wrong access URLs."],
                "Restore it into a new folder with --into. Nothing was changed.")
        case .inUse(let path, let process):
            self.init(
                .vault,
                "\(path) is watched or synced\(process.map { " by process \($0)" } ?? "").",
                "Stop it first: a service with \"ghostvault service remove\", a watcher in a "
                    + "terminal with Control-C. Nothing was changed.")
        case .open(let path):
            self.init(
                .vault, "Another command has the vault \(path) open.",
                "End it, and try again. Nothing was changed.")
        case .secretsNeedEncryption:
            self.init(
                .usage, "Access URLs are only backed up encrypted.",
                "Add --encrypt, or --recipient with a public key. Nothing was written.")
        }
    }

    init(_ error: AgeProgram.Failure) {
        switch error {
        case .missing:
            self.init(
                .failed, "\"age\", which encrypts backups, is not installed.",
                "Install it: the package is called age. Nothing was written.")
        case .notStarted(let reason):
            self.init(
                .failed, "\"age\" can't be started: \(reason).",
                "Close other programs and try again. Nothing was written.")
        case .refused(let reason):
            self.init(
                .failed, "\"age\" refused: \(SafeText.neutralised(reason)).",
                "Check the key or passphrase, and try again. Nothing was written.")
        }
    }
}
