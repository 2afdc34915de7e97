import Secrets

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
    /// What is the matter, as a sentence.
    var words: String {
        switch self {
        case .service(let error): error.words
        case .keychain(let error): error.words
        }
    }

    /// What to do, as a sentence.
    var advice: String {
        switch self {
        case .service(let error): error.advice
        case .keychain(let error): error.advice
        }
    }
}

extension SecretServiceError {
    fileprivate var words: String {
        switch self {
        case .noLibrary: "libsystemd, which speaks to secret services, is missing or too old."
        case .noBus: "There is no desktop session here, and so no secret service."
        case .noService: "This desktop session has no secret service."
        case .noKeyring: "The secret service has no default keyring."
        case .locked: "The keyring is locked, and was not unlocked."
        case .noAnswer: "The secret service did not answer in time."
        case .noSuchSecret: "The secret service does not have it."
        case .refused: "The secret service refused, or did not give back what it was given."
        case .outOfMemory: "There was not enough memory to ask the secret service."
        }
    }

    fileprivate var advice: String {
        switch self {
        case .noLibrary: "Install libsystemd 240 or later."
        case .noBus: "Run the command in your desktop session."
        case .noService: "Start a secret service, such as GNOME Keyring, KeePassXC or KWallet."
        case .noKeyring: "Make a default keyring in your keyring manager, and try again."
        case .locked: "Unlock the keyring, and try again."
        case .noAnswer, .noSuchSecret, .refused, .outOfMemory: "Try again."
        }
    }
}

extension KeychainError {
    fileprivate var words: String {
        switch self {
        case .notHere: "There is no Keychain here: it is macOS that has one."
        case .noDefault: "You have no default keychain."
        case .cancelled: "macOS asked whether GhostVault may have it, and the question was closed."
        case .denied:
            "macOS did not let this build of GhostVault have it: another build put it there, or "
                + "the password was wrong."
        case .unattended:
            "macOS would have to ask you, to unlock the keychain or to let this build of "
                + "GhostVault have it, and cannot ask in this session."
        case .noSuchSecret: "The Keychain does not have it."
        case .unavailable: "macOS's keeper of keychains does not answer."
        case .refused: "The Keychain refused, or did not give back what it was given."
        case .outOfMemory: "There was not enough memory to ask the Keychain."
        }
    }

    fileprivate var advice: String {
        switch self {
        case .notHere: "Run the command on the Mac."
        case .noDefault: "Choose one in Keychain Access, and try again."
        case .cancelled: "Try again, and choose \"Always Allow\"."
        case .denied:
            "Try again, and choose \"Always Allow\"; it is asked again after each new build."
        case .unattended:
            "Run \"ghostvault sync\" once in a terminal window on the Mac, and choose \"Always "
                + "Allow\". Over SSH, \"security unlock-keychain\" unlocks the keychain."
        case .unavailable: "Log in again, and try again."
        case .noSuchSecret, .refused, .outOfMemory: "Try again."
        }
    }
}
