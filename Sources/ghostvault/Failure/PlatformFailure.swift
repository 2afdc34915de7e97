import Model
import Platform
import Serving
import Terminal

extension Failure {
    init(secretNotGiven reason: SecretKeeperError, of connection: String) {
        guard reason.reason != .noSuchSecret else {
            self.init(
                .refused,
                "The \(reason.keeper.words) does not have the access URL of \"\(connection)\".",
                details: [
                    "A copied vault does not include its secrets."
                ],
                "Make a new setup token at the bridge, then run \"ghostvault connections "
                    + "reconnect \(connection.shellWord)\"; all history stays. Or go where it was "
                    + "connected, run \(Self.move(connection)), and copy the vault again.")
            return
        }
        self.init(
            .refused, "The access URL of \"\(connection)\" cannot be read.",
            details: [reason.words, "It is kept in the \(reason.keeper.wordsOfWhose)."],
            reason.advice + " " + Self.withoutPerson(reason.keeper, of: connection))
    }

    init(secretNotTaken reason: SecretKeeperError, of connection: String) {
        self.init(
            .failed, "The access URL of \"\(connection)\" stays where it is.",
            details: [reason.words], reason.advice)
    }

    init(secretCopyStays reason: SecretKeeperError, of connection: String) {
        let list =
            switch reason.keeper {
            case .service: "your keyring manager"
            case .keychain: "Keychain Access"
            }
        self.init(
            .failed, "The \(reason.keeper.words) still has an access URL of \"\(connection)\".",
            details: [reason.words, "Everything else is done."],
            "Delete \"GhostVault: \(connection)\" in \(list).")
    }

    init(secretKeeperUnusable reason: SecretKeeperError) {
        self.init(
            .failed, "The \(reason.keeper.words) cannot keep the access URL.",
            details: [reason.words, "The token was not claimed."],
            reason.advice + " Or leave out --secrets, or use --secrets file.")
    }

    private static func move(_ connection: String) -> String {
        "\"ghostvault connections secure \(connection.shellWord) --in file\""
    }

    private static func withoutPerson(_ keeper: SecretKeeper, of connection: String) -> String {
        switch keeper {
        case .service: "To sync without a desktop, run \(move(connection)) there once."
        case .keychain: "To sync without a user session, run \(move(connection)) on the Mac once."
        }
    }
}

extension SecretKeeper {
    /// The name to use after "the".
    var words: String {
        switch self {
        case .service: "secret service"
        case .keychain: "Keychain"
        }
    }

    /// The name with its owner.
    var wordsOfWhose: String {
        switch self {
        case .service: "secret service of your desktop"
        case .keychain: "Keychain of this Mac, or of another,"
        }
    }
}

extension SecretKeeperError {
    /// The problem, as a sentence.
    var words: String {
        switch (keeper, reason) {
        case (.service, .toolMissing):
            "secret-tool, which accesses your desktop's secret service, is not installed."
        case (.keychain, .toolMissing): "There is no Keychain here; only macOS has one."
        case (_, .noDesktop): "Without a desktop session there is no secret service."
        case (_, .noSuchSecret): "The \(keeper.words) does not have it."
        case (_, .locked): "The keyring is locked, and was not unlocked."
        case (_, .timedOut): "The \(keeper.words) did not answer in time."
        case (_, .changed): "The \(keeper.words) did not return what was stored."
        case (_, .refused(let reason)):
            "The \(keeper.words) refused: \(SafeText.neutralised(reason))"
        }
    }

    /// The advice, as a sentence.
    var advice: String {
        switch (keeper, reason) {
        case (.service, .toolMissing):
            "Install it: the package is called libsecret-tools or libsecret."
        case (.keychain, .toolMissing): "Run the command on the Mac."
        case (_, .noDesktop): "Run the command in your desktop session."
        case (_, .locked): "Unlock the keyring, and try again."
        case (.service, .refused):
            "Check in your keyring manager that a keyring exists and is unlocked, and try again."
        case (.keychain, .refused), (.keychain, .timedOut):
            "Run it in a terminal window on the Mac and choose \"Always Allow\". Over SSH, "
                + "\"security unlock-keychain\" unlocks the keychain."
        case (_, .noSuchSecret), (_, .timedOut), (_, .changed): "Try again."
        }
    }
}

extension Failure {
    init(_ error: ListeningError) {
        self.init(.failed, error.description, "Give another --port, or none for a free one.")
    }

    init(_ error: ServiceError) {
        switch error {
        case .noManager(let program, let reason):
            self.init(
                .failed, "This system has no service manager for your user.",
                details: [reason.isEmpty ? "There is no \(program)." : "\(program): \(reason)"],
                "Log in to a desktop or shell session, or run \"ghostvault watch\" in another way, "
                    + "such as in tmux. Nothing was changed.")
        case .foreignFile(let path):
            self.init(
                .failed, "\(path) was not written by this program.",
                "Nothing was changed. Move the file away if you no longer need it.")
        case .notInstalled(let name):
            self.init(
                .failed, "There is no service \(name).",
                "\"ghostvault service install\" creates one for this vault.")
        case .cannotWrite(let path, let reason):
            self.init(
                .failed, "Cannot write \(path).", details: [reason.asSentence],
                "Check free space and permissions, and try again.")
        case .unusablePath(let path):
            self.init(
                .failed, "\"\(path)\" can't be written to a service file.",
                "Rename it without control characters.")
        case .noHome:
            self.init(
                .failed, "The folder for services is unknown.",
                details: ["HOME is not a full path to a folder."],
                "Set HOME to your home folder, and try again. Nothing was changed.")
        case .notStarted(let name, let reason):
            self.init(
                .failed, "\(name) is installed but does not start.",
                details: reason.split(separator: "\n").map(String.init),
                "\"ghostvault service logs\" shows its output.")
        case .refused(let action, let reason):
            self.init(
                .failed, "The service manager refused: \(action).",
                details: reason.split(separator: "\n").map(String.init),
                "\"ghostvault service status\" shows its state.")
        }
    }
}
