import Classification
import Configuration
import Engine
import Foundation
import Model
import Platform
import Serving
import SimpleFIN
import Terminal
import Vault

/// An error as the person sees it: exit code, what happened, what to do.
///
/// This is the only place that turns errors into words.
struct Failure {
    let status: ExitStatus
    let whatHappened: String
    /// The causes and details, one per line.
    var details: [String] = []
    let whatToDo: String

    /// Nil for errors of the command line, which ArgumentParser describes.
    init?(_ error: any Error) {
        switch error {
        case let error as VaultError: self.init(error)
        case let error as SimpleFINError: self.init(error)
        case let error as EngineError: self.init(error)
        case let error as AskError: self.init(error)
        case let error as PluginError: self.init(error)
        case let error as TransferError: self.init(error)
        case let error as PayeeError: self.init(error)
        case let error as CategoryError: self.init(error)
        case let error as TypedSplitError: self.init(error)
        case let error as SettlementError: self.init(error)
        case let error as MergeError: self.init(error)
        case let error as HandError: self.init(error)
        case let error as ServiceError: self.init(error)
        case let error as ListeningError: self.init(error)
        case let error as BackupError: self.init(error)
        case let error as AgeProgram.Failure: self.init(error)
        case let error as RuleError: self.init(error)
        case let error as ConfigurationError: self.init(error)
        case let error as BudgetMistake: self.init(error)
        case let error as PlanEntryMistake:
            self.init(
                .failed,
                SafeText.neutralised("The entry can't be set: \(error.message).".asSentence),
                "\"ghostvault plan add --help\" lists the options. Nothing was changed.")
        case let error as ClassificationError: self.init(error)
        case let error as MoneyError: self.init(error)
        case let error as FailedQuery: self.init(error)
        case let error as WaitingError: self.init(error)
        case let error as OutputError: self.init(error)
        case let error as AmbiguousName: self.init(error)
        case let error as LetterError: self.init(error)
        case let error as StatementFailure: self.init(error)
        case let error as OpenStatementQuestion: self.init(error)
        case let error as UnknownStatementAccount: self.init(error)
        case let error as UnknownStatementCurrency: self.init(error)
        case let error as OtherStatementCurrency: self.init(error)
        case let error as AbsentStatementCurrency: self.init(error)
        case let error as TakenAccountName: self.init(error)
        case let error as SharedStatementAccount: self.init(error)
        case let error as UnclearStatement: self.init(error)
        case let error as MovedRulesError: self.init(error)
        case let error as NothingToChange:
            self.init(.failed, error.reason, "Nothing was changed.")
        case is NoTransactions:
            self.init(
                .failed, "There are no transactions yet.", "\"ghostvault sync\" fetches them.")
        case let error as ConditionMistakes: self.init(error)
        case let error as UnknownCategory:
            self.init(
                .failed,
                "There is no category \"\(error.name)\""
                    + "\(Suggestion.phrase(for: error.name, among: error.known)).",
                "Name one of \(error.known.joined(separator: ", ")).")
        case let error as NoSuchName:
            self.init(.failed, error.message, error.whatToDo)
        case let error as GhostLeaks:
            self.init(
                .failed, "The text would tell something of your vault, and is not written.",
                details: error.words, "Please report this.")
        case let error as NotFailing:
            self.init(
                .failed, "There is no failure \(error.id).",
                "\"ghostvault automation failing\" lists failures.")
        case let error as HandlerIsGone:
            self.init(
                .failed,
                "\(error.step.name) can't be retried: the handler \"\(error.step.handler)\" no "
                    + "longer exists.",
                "Restore it, or run: ghostvault automation dismiss \(error.step.name)")
        case is EditorMissing:
            self.init(
                .failed, "No editor is set.",
                "Set VISUAL or EDITOR, or use the options of \"ghostvault rules edit\".")
        case let error as EditorFailed:
            self.init(
                .failed, "The editor could not be used.", details: [error.reason],
                "Nothing was changed.")
        case is ProgramNotFound:
            self.init(
                .failed, "This program can't find its own file.",
                "Start it by its full path, such as /usr/local/bin/ghostvault.")
        case let error as NobodyToAsk:
            self.init(
                .failed, "This needs an answer, but there is no terminal: \(error.question)",
                "\(error.advice); nothing was changed.")
        case is NoFullScreen:
            self.init(
                .failed, "The full screen needs a terminal.",
                "Run \"ghostvault ui\" in a terminal window; elsewhere \"ghostvault transactions\" "
                    + "lists them.")
        case let error as FileNotUnderstood:
            self.init(
                .notUnderstood, "\(error.file) is not a SimpleFIN response.",
                details: [error.reason.asSentence],
                "Nothing was stored. Check that it is the right file.")
        case let error as SamplesNotUnderstood:
            self.init(
                .notUnderstood, "\(error.file) has no sample transactions.",
                details: error.reasons.map(\.asSentence),
                "\"ghostvault docs writing-rules\" shows how to write them."
            )
        case let error as LiveJournalClash:
            self.init(
                .failed, "\(error.path) is kept current in another format.",
                "Choose another file, or change config/automation.toml.")
        case let error as CocoaError: self.init(fileError: error, at: error.filePath)
        case let error as POSIXError: self.init(fileError: error, at: nil)
        default:
            // Foundation's own errors, which have no words for people.
            guard type(of: error) == NSError.self else { return nil }
            let error = error as NSError
            self.init(
                fileError: error, at: error.userInfo[NSFilePathErrorKey] as? String)
        }
    }

    private init(fileError error: any Error, at path: String?) {
        self.init(
            .failed,
            path.map { "\($0) can't be read or written." }
                ?? "A file can't be read or written.",
            details: [FileErrorWords.cause(of: error).asSentence],
            "Check the path and its permissions.")
    }

    init(
        _ status: ExitStatus, _ whatHappened: String, details: [String] = [], _ whatToDo: String
    ) {
        self.status = status
        self.whatHappened = SafeText.neutralised(whatHappened)
        self.details = details.map(SafeText.neutralised)
        self.whatToDo = SafeText.neutralised(whatToDo)
    }

    private init(_ error: SimpleFINError) {
        let status: ExitStatus =
            switch error {
            case .brokenToken, .brokenAccessURL, .claimRefused, .claimAddressUnknown,
                .accessRefused, .insecureAddress, .redirectRefused:
                .refused
            case .paymentRequired: .paymentRequired
            case .tooManyRequests: .limitReached
            case .notAnAnswer, .answerTooLarge: .notUnderstood
            case .cannotConnect, .bridgeFailure: .unreachable
            }
        let whatToDo =
            switch error {
            case .accessRefused:
                "Make a new setup token at the bridge, then run \"ghostvault connect --replace\" with "
                    + "the connection's name; all history stays."
            case .insecureAddress:
                "Use a bridge with an https address. For one on this machine, use "
                    + "--allow-http-on-loopback."
            case .cannotConnect(.refused, let host) where ["127.0.0.1", "localhost"].contains(host):
                "Start the bridge there again, at the same port. The demo's bank starts with "
                    + "\"ghostvault demo\", which makes a new demo vault."
            default: error.whatToDo
            }
        self.init(status, error.whatHappened, details: [error.why], whatToDo)
    }

    init(_ error: VaultError) {
        switch error {
        case .missing(let path):
            self.init(
                .vault, "There is no vault in \(path).",
                "Create one with \"ghostvault connect\" or \"ghostvault init\", or give another "
                    + "folder with --vault.")
        case .madeByOtherVersion(let path):
            self.init(
                .vault, "The vault \(path) was made by another version of GhostVault.",
                "Use that version, or make a new vault in another folder with --vault and sync it. "
                    + "The vault is unchanged.")
        case .notADatabase(let path, let reason):
            self.init(
                .vault, "The vault \(path) is damaged or not a vault.",
                details: [reason.asSentence],
                "Much of a damaged file can often be read, so keep it. "
                    + Self.restoring(path))
        case .databaseLost(let path, let isEmpty):
            self.init(
                .vault,
                isEmpty
                    ? "The vault's database \(path) is empty."
                    : "The vault has lost its database \(path).",
                details: [
                    "Other files in its folder show that the vault was in use.",
                    "To start with an empty vault, give another folder with --vault.",
                ],
                Self.restoring(path))
        case .foreignFolder(let path, let file):
            self.init(
                .vault, "\(path) is not a vault and has other files, such as \(file).",
                details: [Self.folderIsPrivate],
                "Give a new or empty folder with --vault. Nothing was changed.")
        case .sharedFolder(let path):
            self.init(
                .vault, "\(path) is open to other users.",
                details: [Self.folderIsPrivate],
                "Give a folder of your own with --vault. Nothing was changed.")
        case .openToOthers(let path):
            self.init(
                .vault, "Other users can write \(path).",
                details: ["It decides what is run, so it is not used."],
                "Check what it holds, then run: chmod go-w '\(path.replacing("'", with: "'\\''"))'")
        case .cannotWrite(let path, let reason):
            self.init(
                .vault, "Cannot write \(path).", details: [reason.asSentence],
                "Nothing was stored in part. Check free space and permissions, and try again.")
        case .cannotRead(let path, let reason):
            self.init(
                .vault, "Cannot read \(path).", details: [reason.asSentence],
                "Check its permissions, or copy the vault's folder to a place that you can write "
                    + "to.")
        case .busy(let path):
            self.init(
                .vault, "Another program is using the vault \(path).",
                "Wait until it is done and try again; nothing of this command was stored.")
        case .database(let reason):
            self.init(
                .vault, "The database refused an operation.", details: [reason.asSentence],
                "Nothing of this command was stored.")
        case .damagedRow(let table, let id, let reason, let path):
            self.init(
                .vault, "The vault holds a damaged row (\(table)\(id.map { " \($0)" } ?? "")).",
                details: [reason.asSentence],
                path.map(Self.restoring) ?? "Restore a backup.")
        case .overtaken:
            self.init(
                .vault, "Other commands classified the vault while this one did, several times.",
                "Try again when they are done; nothing of this command was stored.")
        case .accountsClash(let transactions):
            self.init(
                .failed, "These are two accounts, not one.",
                details: [
                    "\(Count.text(transactions, "transaction")) in both have the same id but "
                        + "different amounts."
                ],
                "Nothing was changed.")
        case .noJournal:
            self.init(
                .failed, "This machine's SQLite library can't record decisions.",
                details: ["It was built without ENABLE_SESSION and ENABLE_PREUPDATE_HOOK."],
                "Install one that has both, such as that of Debian, Ubuntu or macOS. Nothing was "
                    + "changed.")
        case .nothingToUndo:
            self.init(
                .failed, "There is nothing to undo.",
                "\"ghostvault history\" lists your decisions.")
        case .nothingToRedo:
            self.init(
                .failed, "There is nothing to redo.",
                "You can redo a decision until you make another.")
        case .noSuchEntry(let entry):
            self.init(
                .failed, "The history has no number \(entry).",
                "\"ghostvault history\" lists the decisions.")
        case .notToBeUndone(let entry):
            self.init(
                .failed, "Number \(entry) of the history can't be undone by its number.",
                "Numbers are for handlers' decisions that are in effect. For your own, run "
                    + "\"ghostvault undo\" without a number.")
        case .notToBeRedone(let entry):
            self.init(
                .failed, "Number \(entry) of the history can't be redone by its number.",
                "Numbers are for handlers' decisions that are undone. For your own, run "
                    + "\"ghostvault redo\" without a number.")
        case .decisionsChangedSince(let entry):
            self.init(
                .failed, "Number \(entry) of the history can't be undone or redone.",
                details: [
                    "A later decision or another program changed the same data."
                ],
                "Nothing was changed. Use the command that made the decision instead: "
                    + "\"ghostvault history\" lists it.")
        }
    }

    private static let folderIsPrivate = "A vault needs a folder that only you can use."

    /// The instructions to restore the newest sound backup.
    private static func restoring(_ database: String) -> String {
        let folder = VaultFolder(
            path: database.lastIndex(of: "/").map { String(database[..<$0]) } ?? ".")
        guard let backup = folder.newestSoundBackup() else {
            return
                "There is no intact backup in \(folder.backupsPath); copy one there."
        }
        func quoted(_ path: String) -> String { "'\(path.replacing("'", with: "'\\''"))'" }
        return "The newest intact backup is \(backup.dropFirst(folder.path.count + 1)). To restore "
            + "it: ghostvault backup restore \(quoted(backup)) --vault \(quoted(folder.path))"
    }

    private init(_ error: ConfigurationError) {
        let place = FindingsView.place(error.file, error.line, error.column)
        self.init(
            .rules, "\(error.file) has a mistake.", details: ["\(place): \(error.message)"],
            ViewCommand.isOfView(error)
                ? ViewCommand.whatToDo
                : "Fix the file, or delete it to use the shipped one.")
    }

    private init(_ error: WaitingError) {
        switch error {
        case .cannotWatch(let path, let reason):
            let advice =
                "Too many watched folders are the usual cause: raise "
                + "fs.inotify.max_user_watches."
            self.init(.failed, "\(path) can't be watched: \(reason).", advice)
        case .refused(let reason):
            self.init(
                .failed, "The system can't wait for files and signals: \(reason).",
                "Close other programs and try again.")
        }
    }

    private init(_ error: MoneyError) {
        switch error {
        case .currenciesDiffer:
            self.init(
                .failed, "Amounts in different currencies can't be added.",
                "Please report this as a bug.")
        }
    }

    private init(_ error: ClassificationError) {
        switch error {
        case .nothingDecided(let transaction):
            self.init(
                .rules, "The pipeline left transaction \(transaction) open.",
                "The last stage in config/pipeline.toml must be of the kind \"default\".")
        }
    }
}

extension Failure {
    init(_ error: OutputError) {
        self.init(error, whatToDo: "Check the disk, or the program that reads the output.")
    }

    /// - Parameter whatToDo: for a program that keeps running, a note that it does.
    init(_ error: OutputError, whatToDo: String) {
        self.init(.failed, "The output can't be written: \(error.reason).", whatToDo)
    }
}

/// The program's exit codes; documented in `docs/exit-codes.md`.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    /// A failure without a code of its own.
    case failed = 1
    /// Partly done: a bank, row or rule failed; the rest is stored.
    case partial = 3
    /// The vault is missing, damaged, busy or not writable.
    case vault = 4
    /// The bridge could not be reached.
    case unreachable = 5
    /// A token or access was refused, or is malformed.
    case refused = 6
    /// The bridge requires payment.
    case paymentRequired = 7
    /// A response or file could not be parsed.
    case notUnderstood = 8
    /// The daily quota is used up.
    case limitReached = 9
    /// The configuration has an error, or a rule file was rejected and the rest applied.
    case rules = 10
    /// The command line is invalid; the conventional EX_USAGE.
    case usage = 64
}

/// The command has shown its result, including what failed.
struct PartialResult: Error {
    let status: ExitStatus

    init(_ status: ExitStatus = .partial) {
        self.status = status
    }
}

extension String {
    /// A reason as a sentence of its own: "Permission denied.".
    var asSentence: String {
        let isEnded = isEmpty || [".", "!", "?", "?)"].contains(where: hasSuffix)
        return prefix(1).uppercased() + dropFirst() + (isEnded ? "" : ".")
    }
}
