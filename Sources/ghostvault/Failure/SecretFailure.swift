import Secrets

extension Failure {
    init(secretNotGiven reason: SecretServiceError, of connection: String) {
        guard reason != .noSuchSecret else {
            self.init(
                .refused, "The secret service does not have the access URL of \"\(connection)\".",
                details: [
                    "A vault that is copied to another machine or user leaves its secrets behind."
                ],
                "Make a new setup token at the bridge, then run \"ghostvault connections "
                    + "reconnect\" with the connection's name; all history stays. Or go where it "
                    + "was connected, run \"ghostvault connections secure --in file\", and copy "
                    + "the vault again.")
            return
        }
        self.init(
            .refused, "The access URL of \"\(connection)\" cannot be read.",
            details: [reason.words, "The secret service of your desktop keeps it."],
            Self.advice(reason)
                + " To sync without a desktop, run \"ghostvault connections secure --in file\" "
                + "there once.")
    }

    init(secretNotTaken reason: SecretServiceError, of connection: String) {
        self.init(
            .failed, "The access URL of \"\(connection)\" stays in its file.",
            details: [reason.words], Self.advice(reason))
    }

    init(secretCopyStays reason: SecretServiceError, of connection: String) {
        self.init(
            .failed, "The secret service still has an access URL of \"\(connection)\".",
            details: [reason.words, "Everything else is done."],
            "Delete \"GhostVault: \(connection)\" in your keyring manager.")
    }

    init(secretServiceUnusable reason: SecretServiceError) {
        self.init(
            .failed, "The secret service cannot keep the access URL.",
            details: [reason.words, "The token was not claimed."],
            Self.advice(reason) + " Or leave --secrets out, or say --secrets file.")
    }

    private static func advice(_ reason: SecretServiceError) -> String {
        switch reason {
        case .noLibrary: "Install libsystemd 240 or later."
        case .noBus: "Run the command in your desktop session."
        case .noService: "Start a secret service, such as GNOME Keyring, KeePassXC or KWallet."
        case .noKeyring: "Make a default keyring in your keyring manager, and try again."
        case .locked: "Unlock the keyring, and try again."
        case .noAnswer, .noSuchSecret, .refused, .outOfMemory: "Try again."
        }
    }
}
