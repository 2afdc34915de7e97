import Platform
import Terminal

extension SecretKeeper {
    /// What it is called behind "the".
    var words: String {
        switch self {
        case .service: "secret service"
        case .keychain: "Keychain"
        }
    }

    /// The same, and whose it is.
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
            "secret-tool is not installed, which reaches your desktop's secret service."
        case (.keychain, .toolMissing): "There is no Keychain here; only macOS has one."
        case (_, .noDesktop): "There is no desktop session here, and so no secret service."
        case (_, .noSuchSecret): "The \(keeper.words) does not have it."
        case (_, .locked): "The keyring is locked, and was not unlocked."
        case (_, .timedOut): "The \(keeper.words) did not answer in time."
        case (_, .changed): "The \(keeper.words) did not give back what it was given."
        case (_, .refused(let reason)):
            "The \(keeper.words) refused: \(SafeText.neutralised(reason))"
        }
    }

    /// What to do, as a sentence.
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
