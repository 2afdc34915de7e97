import Engine

extension Failure {
    init(_ error: SettlementError) {
        switch error {
        case .noVanishedHold(let id):
            self.init(
                .failed, "\(id) is no hold that its bank no longer names.",
                "\"ghostvault transactions holds\" lists those that are in doubt.")
        case .settled(let hold, let posted):
            self.init(
                .failed, "You said that the hold \(hold) became \(posted).",
                "\"ghostvault undo\" takes that back; nothing was changed.")
        case .stillPending(let id):
            self.init(
                .failed, "\(id) is pending itself.",
                "A hold becomes a posted transaction; \"ghostvault transactions holds\" lists "
                    + "candidates.")
        case .differentAccounts(let hold, let posted):
            self.init(
                .failed, "\(hold) and \(posted) are in different accounts.",
                "A hold is posted in its own account; nothing was changed.")
        case .differentDirections(let hold, let posted):
            self.init(
                .failed, "\(hold) and \(posted) can't be one.",
                details: ["One is money that came in, the other money that went out."],
                "\"ghostvault transactions holds\" lists candidates; nothing was changed.")
        }
    }

    init(_ error: MergeError) {
        switch error {
        case .sameAccount(let id):
            self.init(
                .failed, "An account can't become itself: \(id).",
                "Name the earlier account and the one that it became.")
        case .differentCurrencies(let one, let other):
            self.init(
                .failed, "The accounts \(one) and \(other) are in different currencies.",
                "They stay two accounts; nothing was changed.")
        case .differentSigns(let one, let other):
            self.init(
                .failed, "The signs of only one of the accounts \(one) and \(other) are turned.",
                details: ["So what both have could not be told, and would count twice."],
                "Turn those of the other too with \"ghostvault accounts reverse\", then merge.")
        }
    }
}
