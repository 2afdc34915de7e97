import Engine
import Model

extension Failure {
    init(_ error: TransferError) {
        switch error {
        case .sameTransaction(let id):
            self.init(
                .failed, "A transfer has two sides: \(id) can't be both.",
                "Name two transactions; \"ghostvault transactions --all\" shows the numbers.")
        case .sameAccount(let one, let other):
            self.init(
                .failed, "\(one) and \(other) are in the same account.",
                "A transfer goes from one of your accounts to another.")
        case .sameDirection(let one, let other):
            self.init(
                .failed, "\(one) and \(other) are no transfer.",
                details: ["One side must be money that went out, the other money that came in."],
                "\"ghostvault transactions --all\" shows the amounts.")
        case .amountsDiffer(let one, let other):
            self.init(
                .failed, "The amounts of \(one) and \(other) differ.",
                details: ["In one currency both sides of a transfer are equal."],
                "Where a fee was taken off, set the class instead: a rule, or a correction of "
                    + "each side.")
        case .notPaired(let id):
            self.init(
                .failed, "\(id) is no side of a transfer.",
                "To keep two transactions from ever being paired, name both.")
        }
    }

    init(_ error: PayeeError) {
        switch error {
        case .noSuchPayee(let name):
            self.init(
                .failed, "There is no payee \"\(name)\".",
                "\"ghostvault payees --search\" finds them by a part of the name.")
        case .namedOtherwise(let name, let reason):
            self.init(
                .failed, "No bank's text is read as \"\(name)\"; the name was given. \(reason)",
                "Change it there, or give a name to what the banks write.")
        case .unusableName:
            self.init(
                .failed, "That can't be a payee's name.",
                "A name is one line with a letter or digit, of at most 1,000 bytes.")
        case .noAlias(let name):
            self.init(
                .failed, "You gave \"\(name)\" no name.",
                "\"ghostvault payees\" marks those that you named.")
        }
    }
}

extension Failure {
    init(_ error: CategoryError) {
        switch error {
        case .exists(let id):
            self.init(
                .failed, "There is a category \"\(id)\" already.",
                "\"ghostvault categories\" lists them; \"categories change\" changes one.")
        case .unusableName(let name):
            self.init(
                .failed, "\"\(name)\" can't be a category's name.",
                "A name is one line with a letter or digit, of at most 60 characters.")
        case .unusableID(let id):
            self.init(
                .failed, "\"\(id)\" can't be a category's id.",
                "Give one with --id: small letters, digits and hyphens, at most 40.")
        case .isNeeded(let id):
            self.init(
                .failed, "\"\(id)\" can't go: it has what nothing else names.",
                "Rename it: ghostvault categories change \(id) --name NAME")
        case .isWithin(let id, let other):
            self.init(
                .failed, "\"\(id)\" is \"\(other)\" itself, or a part of it.",
                "Name a category that is not.")
        }
    }

    init(_ error: TypedSplitError) {
        switch error {
        case .nothingToSplit:
            self.init(
                .failed, "The transaction's amount is zero, so there is nothing to split.",
                "\"ghostvault transactions set\" gives it a category; nothing was changed.")
        case .onePart:
            self.init(
                .failed, "A split has two parts or more.",
                "For a single category there is \"ghostvault transactions set\"; nothing was "
                    + "changed.")
        case .tooManyParts:
            self.init(
                .failed, "A split has \(SplitPlan.maximumParts) parts at most.",
                "Put some of them together; nothing was changed.")
        case .severalRests(let categories):
            self.init(
                .failed, "Only one part can get the rest.",
                details: ["These have no amount: \(categories.joined(separator: ", "))"],
                "Give the others amounts or shares; nothing was changed.")
        case .partOfZero(let category):
            self.init(
                .failed, "The part \(category) comes to zero.",
                "Leave it out, or give it more; nothing was changed.")
        case .tooManyDecimals(let category, let amount, let currency):
            self.init(
                .failed, "The part \(category) has too many decimals: \(amount).",
                currency.exponent == 0
                    ? "Amounts of this account have none; nothing was changed."
                    : "Amounts of this account have at most \(currency.exponent); nothing was "
                        + "changed.")
        case .shareExceedsWhole(let category):
            self.init(
                .failed, "The share of \(category) is more than 100 %.",
                "Shares are of the whole transaction; nothing was changed.")
        case .sharesExceedWhole:
            self.init(
                .failed, "The shares add up to more than 100 %.",
                "Shares are of the whole transaction; nothing was changed.")
        case .tooMuch(let total, let whole):
            self.init(
                .failed, "The parts come to \(total.text), and the transaction to \(whole.text).",
                "Lower them by \(Money.text(of: total, less: whole)); nothing was changed.")
        case .tooLittle(let total, let whole):
            self.init(
                .failed, "The parts come to \(total.text), and the transaction to \(whole.text).",
                "Give \(Money.text(of: whole, less: total)) more to them, or add a category without "
                    + "an amount, which gets the rest; nothing was changed.")
        case .nothingLeft(let category, let whole):
            self.init(
                .failed,
                "The other parts come to all of \(whole.text), so \(category) gets nothing.",
                "Lower them, or leave \(category) out; nothing was changed.")
        }
    }

    init(_ error: SettlementError) {
        switch error {
        case .noVanishedHold(let id):
            self.init(
                .failed, "\(id) is not a pending charge that its bank dropped.",
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

extension Money {
    fileprivate static func text(of one: Money, less other: Money) -> String {
        Money(sum: one.minorUnits - other.minorUnits, currency: one.currency).text
    }
}
