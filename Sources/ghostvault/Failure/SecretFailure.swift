import Platform

extension Failure {
    init(secretNotGiven reason: SecretKeeperError, of connection: String) {
        guard reason.reason != .noSuchSecret else {
            self.init(
                .refused,
                "The \(reason.keeper.words) does not have the access URL of \"\(connection)\".",
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
            details: [reason.words, "The \(reason.keeper.wordsOfWhose) keeps it."],
            reason.advice + " " + Self.withoutPerson(reason.keeper))
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
            reason.advice + " Or leave --secrets out, or say --secrets file.")
    }

    private static func withoutPerson(_ keeper: SecretKeeper) -> String {
        let move = "run \"ghostvault connections secure --in file\""
        return switch keeper {
        case .service: "To sync without a desktop, \(move) there once."
        case .keychain: "To sync where nobody can be asked, \(move) on the Mac once."
        }
    }
}
