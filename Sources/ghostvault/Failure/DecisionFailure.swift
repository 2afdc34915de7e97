import Configuration
import Engine
import Model

extension Failure {
    init(_ error: TransferError) {
        switch error {
        case .sameTransaction(let id):
            self.init(
                .failed, "A transfer needs two transactions, not \(id) twice.",
                "Name two transactions; \"ghostvault transactions --all\" shows the numbers.")
        case .sameAccount(let one, let other):
            self.init(
                .failed, "\(one) and \(other) are in the same account.",
                "A transfer goes from one of your accounts to another.")
        case .sameDirection(let one, let other):
            self.init(
                .failed, "\(one) and \(other) can't be a transfer.",
                details: ["One side must be outgoing, the other incoming."],
                "\"ghostvault transactions --all\" shows the amounts.")
        case .amountsDiffer(let one, let other):
            self.init(
                .failed, "The amounts of \(one) and \(other) differ.",
                details: [
                    "In the same currency, no more can arrive than was sent, and at least half of it."
                ],
                "If both are transfers, set the class of each instead, with a rule or a correction."
            )
        case .notPaired(let id):
            self.init(
                .failed, "\(id) is not part of a transfer.",
                "To keep two transactions from ever being paired, name both.")
        }
    }

    init(_ error: PayeeError) {
        switch error {
        case .noSuchPayee(let name):
            self.init(
                .failed, "There is no payee \"\(name)\".",
                "\"ghostvault payees --text\" finds payees by part of the name.")
        case .namedOtherwise(let name, let reason):
            self.init(
                .failed, "No bank writes \"\(name)\": the name was set. \(reason)",
                "Change it there, or rename the bank's text.")
        case .unusableName:
            self.init(
                .failed, "That can't be a payee's name.",
                "A name is one line with a letter or digit, of at most 1,000 bytes.")
        case .noAlias(let name):
            self.init(
                .failed, "\"\(name)\" has no name of yours.",
                "\"ghostvault payees\" marks those that you named.")
        }
    }
}

extension Failure {
    init(_ error: BudgetMistake) {
        self.init(
            .failed, "The budget can't be set: \(error.message).",
            "\"ghostvault budget set --help\" lists the options.")
    }

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
                "Give one with --id: at most 40 lowercase letters, digits and hyphens.")
        case .isNeeded(let id):
            self.init(
                .failed, "\"\(id)\" can't be removed: unmatched transactions go there.",
                "Rename it: ghostvault categories change \(id) --name NAME")
        case .isWithin(let id, let other):
            self.init(
                .failed, "\"\(id)\" is \"\(other)\" itself, or below it.",
                "Choose another category.")
        }
    }

    init(_ error: TypedSplitError) {
        switch error {
        case .nothingToSplit:
            self.init(
                .failed, "The transaction's amount is zero, so there is nothing to split.",
                "To give it a category, use \"ghostvault transactions set\". Nothing was changed.")
        case .onePart:
            self.init(
                .failed, "A split needs at least two parts.",
                "For a single category, use \"ghostvault transactions set\". Nothing was changed.")
        case .tooManyParts:
            self.init(
                .failed, "A split has at most \(SplitPlan.maximumParts) parts.",
                "Put some of them together; nothing was changed.")
        case .severalRests(let categories):
            self.init(
                .failed, "Only one part can get the rest.",
                details: ["These have no amount: \(categories.joined(separator: ", "))"],
                "Give the others amounts or shares; nothing was changed.")
        case .partOfZero(let category):
            self.init(
                .failed, "The part \(category) is zero.",
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
                .failed, "The parts add up to \(total.text), the transaction is \(whole.text).",
                "Lower them by \(Money.text(of: total, less: whole)); nothing was changed.")
        case .tooLittle(let total, let whole):
            self.init(
                .failed, "The parts add up to \(total.text), the transaction is \(whole.text).",
                "Give \(Money.text(of: whole, less: total)) more to them, or add a category without "
                    + "an amount, which gets the rest; nothing was changed.")
        case .nothingLeft(let category, let whole):
            self.init(
                .failed,
                "The other parts add up to \(whole.text), so \(category) gets nothing.",
                "Lower them, or leave \(category) out; nothing was changed.")
        }
    }

    init(_ error: SettlementError) {
        switch error {
        case .noVanishedHold(let id):
            self.init(
                .failed, "\(id) is not a pending charge that its bank dropped.",
                "\"ghostvault transactions holds\" lists uncertain ones.")
        case .settled(let hold, let posted):
            self.init(
                .failed, "You matched the pending charge \(hold) with \(posted).",
                "\"ghostvault undo\" reverts that. Nothing was changed.")
        case .stillPending(let id):
            self.init(
                .failed, "\(id) is still pending.",
                "Give a posted transaction; \"ghostvault transactions holds\" lists candidates.")
        case .differentAccounts(let hold, let posted):
            self.init(
                .failed, "\(hold) and \(posted) are in different accounts.",
                "A pending charge posts to its own account. Nothing was changed.")
        case .differentDirections(let hold, let posted):
            self.init(
                .failed, "\(hold) and \(posted) can't be the same.",
                details: ["One is incoming, the other outgoing."],
                "\"ghostvault transactions holds\" lists candidates; nothing was changed.")
        }
    }

    init(_ error: MergeError) {
        switch error {
        case .sameAccount(let id):
            self.init(
                .failed, "An account can't be merged with itself: \(id).",
                "Name the old account and its replacement.")
        case .differentCurrencies(let one, let other):
            self.init(
                .failed, "The accounts \(one) and \(other) are in different currencies.",
                "Nothing was changed.")
        case .differentSigns(let one, let other):
            self.init(
                .failed, "Only one of the accounts \(one) and \(other) has reversed signs.",
                details: [
                    "So their common transactions would not be recognised, and would count "
                        + "twice."
                ],
                "Reverse the other too with \"ghostvault accounts reverse\", then merge.")
        case .intoFile(let earlier, let account):
            self.init(
                .failed,
                "A bank says the balance of account \(earlier), and none that of \(account).",
                "Merge the other way round: \"ghostvault accounts merge \(account) \(earlier)\".")
        case .follows(let name):
            self.init(
                .failed, "\(name) follows transactions of other accounts, and can't be merged.",
                "Hide the one that you no longer need: \"ghostvault accounts hide\".")
        }
    }
}

extension Money {
    fileprivate static func text(of one: Money, less other: Money) -> String {
        Money(sum: one.minorUnits - other.minorUnits, currency: one.currency).text
    }
}

extension Failure {
    init(_ error: HandError) {
        switch error {
        case .nameTaken(let name):
            self.init(
                .failed, "There is an account \(name) already.",
                "Choose another name. Nothing was stored.")
        case .notByHand(let name):
            self.init(
                .failed, "\(name) is not an account that you keep yourself.",
                "\"ghostvault accounts add\" adds one. Nothing was changed.")
        case .broughtByConnection(let name):
            self.init(
                .failed, "\(name) comes from your bank, and would come again.",
                "\"ghostvault accounts hide\" hides it. Nothing was changed.")
        case .hasMerged(let name):
            self.init(
                .failed, "Another account was merged into \(name), whose transactions it has.",
                "\"ghostvault accounts hide\" hides it. Nothing was changed.")
        case .notYet(let day):
            self.init(
                .usage, "\(day) has not come yet.", "Name a day until today. Nothing was stored.")
        case .beforeFirstValue(let name, let day):
            self.init(
                .usage, "\(name) begins with its value of \(day).",
                "Name a later day, or give it an earlier value with \"ghostvault accounts value\". "
                    + "Nothing was stored.")
        case .worthNothing(let name):
            self.init(
                .failed, "\(name) has no value that a transaction could change.",
                "Give it one with \"ghostvault accounts value\". Nothing was stored.")
        case .noValue(let name, let day):
            self.init(
                .failed, "\(name) has no value of \(day).",
                "\"ghostvault accounts value\" with its name lists its values.")
        case .notEntered(let number):
            self.init(
                .failed, "You did not add transaction \(number) by hand.",
                "To leave it out of figures: ghostvault transactions set \(number) --exclude")
        }
    }
}
