extension Reason {
    /// A sentence for the person, "Matched: Netflix is a want". No logic reads it.
    public var text: String { evidence.map(\.text).joined(separator: "; ") }

    /// The sentence without the words that most begin with, "Netflix is a want".
    public var shortText: String {
        guard let first = evidence.first else { return "" }
        return ([first.words] + evidence.dropFirst().map(\.text)).joined(separator: "; ")
    }
}

extension Evidence {
    fileprivate var text: String { opening.map { "\($0): \(words)" } ?? words }

    /// Who decided, for the codes that say so in front.
    private var opening: String? {
        switch code {
        case .matched: "Matched"
        case .detected, .moneyBack, .moneyBackFor, .payeeRead, .categoryLens, .debtIsNeed,
            .savingIsSaving, .regularNeed, .regularWant, .regularDebt, .regularSaving, .series,
            .regularIncome, .transferEqual, .transferAtRate, .transferOpen, .transferWithHolder,
            .transferNamed, .transferFee, .walletFunding, .loanMovement, .roundTrip, .cardPayment,
            .takesBack, .takesBackPayment, .takenBack, .refund,
            .refundOfPart, .refundCategory:
            "Auto-detected"
        default: nil
        }
    }

    /// Empty if it is unknown.
    private func value(_ position: Int) -> String {
        values.indices.contains(position) ? values[position] : ""
    }

    fileprivate var words: String {
        switch code {
        case .matched: "\(value(0)) (\(value(1)))\(row)"
        case .detected: "\(value(0)) (\(value(1)))"
        case .moneyBack: "Money back: \(value(0)) (\(value(1)))"
        case .moneyBackFor: "Money back for what was paid on \(value(0))"
        case .notAsked: "not asked, \(value(0)) stops before it"
        case .correctedLater: "you corrected it later"
        case .corrected: "Corrected by you"
        case .confirmed: "Confirmed by you"
        case .sample: "Given by the sample"
        case .plugin: "Plugin \(value(0))" + (values.count > 1 ? ": \(value(1))" : "")
        case .payeeRead: "read from its text"
        case .payeeNamed: "Your name for this payee"
        case .brand, .placeKind, .brandWord: wordsOfPlace
        case .learnedSet, .learnedConfirmed, .learnedBoth: wordsOfLearning
        case .guessedFromOwn:
            "Guess: \"\(value(0))\" as in \(value(1)) of yours in \(value(2)), \(value(3)) % sure"
        case .guessedFromKnown:
            "Guess: \"\(value(0))\" as in \(value(1)) known for \(value(2)), \(value(3)) % sure"
        case .guessed: "Guess: its name reads like those in \(value(0)), \(value(1)) % sure"
        case .categoryLens, .debtIsNeed, .savingIsSaving, .regularNeed, .regularWant, .regularDebt,
            .regularSaving:
            wordsOfLens
        case .series: wordsOfSeries
        case .seriesConfirmed: "Confirmed by you: \(wordsOfSeries)"
        case .seriesCancelled: "Cancelled by you: \(wordsOfSeries)"
        case .regularIncome: "regular payments from somebody who was paid little are income"
        case .transferMarked, .transferFollowed, .transferEqual, .transferAtRate, .transferOpen,
            .transferWithHolder, .transferNamed, .transferFee, .walletFunding, .loanMovement,
            .roundTrip, .cardPayment,
            .takesBack, .takenBack:
            wordsOfTransfer
        case .takesBackPayment: "takes back a payment of this account, \(Self.apart(value(0)))"
        case .refund: "pays back a purchase from the same payee"
        case .refundOfPart: "pays back a part of a purchase from the same payee"
        case .refundCategory: "the category of the purchase that it pays back"
        case .noMatchIn: "Default: nothing else matched, and money came in"
        case .noMatchOut: "Default: nothing else matched, and money went out"
        case .noMatch: "Default: nothing else matched, and no money moved"
        }
    }

    /// ", row "x" in line 3", if there is one.
    private var row: String {
        guard values.count > 2 else { return "" }
        return ", row \"\(value(2))\"" + (values.count > 3 ? " in line \(value(3))" : "")
    }

    private var wordsOfPlace: String {
        guard code != .placeKind else { return "Kind of place: \(value(0))" }
        let kind = value(1)
        let article = "aeiou".contains(kind.first ?? "k") ? "an" : "a"
        return code == .brand
            ? "Brand: \(value(0)) (\(article) \(kind))"
            : "Word of brands: \"\(value(0))\" (as of \(article) \(kind))"
    }

    private var wordsOfLearning: String {
        let rows = "\(value(0)) of \(value(1)) from \(value(2))"
        return switch code {
        case .learnedConfirmed: "Learned: you confirmed \(rows) as \(value(3))"
        case .learnedBoth: "Learned: you set or confirmed \(rows) as \(value(3))"
        default: "Learned: you set \(rows) to \(value(3))"
        }
    }

    private var wordsOfLens: String {
        switch code {
        case .categoryLens: "\(value(0)) counts as a \(value(1))"
        case .debtIsNeed: "payments of a debt count as a need"
        case .savingIsSaving: "money moved to or from savings counts as saving"
        case .regularNeed: "regular payments for a home, insurance and the like count as a need"
        case .regularWant: "regular payments that are no known need count as a want"
        case .regularDebt: "regular payments of a debt count as a need"
        default: "regular transfers to savings count as saving"
        }
    }

    private var wordsOfSeries: String {
        "\(value(0)), " + (values.count > 1 ? "\(value(1)) each" : "amounts vary")
    }

    private var wordsOfTransfer: String {
        let kind = AccountType(rawValue: value(0)).flatMap(Self.kind)
        func found(_ what: String) -> String {
            (kind.map { "\($0), " } ?? "") + "\(what), \(Self.apart(value(1)))"
        }
        return switch code {
        case .transferMarked: "Marked by you as a transfer" + (kind.map { ": \($0)" } ?? "")
        case .transferFollowed: "Other side kept by hand" + (kind.map { ": \($0)" } ?? "")
        case .transferEqual: found("equal and opposite amounts in two of your accounts")
        case .transferAtRate: found("amounts in two of your accounts that agree at your rates")
        case .transferOpen:
            "transfer, though which of \(value(0)) transactions is its other side is open"
        case .transferWithHolder: "transfer, by a text that names you; the other side is not there"
        case .transferNamed:
            "\(kind ?? "transfer"), by a text that names another of your accounts; the other side is "
                + "not there"
        case .transferFee: "fee, as less arrived than was sent"
        case .walletFunding:
            "transfer that pays for a purchase, which the named account of yours lists itself"
        case .loanMovement: "booked by the loan itself and taken back"
        case .roundTrip:
            "transfer, as the same text takes money out of this account and brings other sums back"
        case .cardPayment:
            "payment of a card, by a text that speaks of a payment and names nobody"
        case .takesBack: "takes back a transfer of this account, \(Self.apart(value(0)))"
        default: "transfer that was taken back in this account, \(Self.apart(value(0)))"
        }
    }

    /// The kind of a transfer to an account type.
    private static func kind(of receiver: AccountType) -> String? {
        switch receiver {
        case .credit: "payment of a card"
        case .loan, .mortgage: "loan payment"
        case .investment, .brokerage: "contribution to an investment account"
        case .checking, .savings, .other, .cash, .asset: nil
        }
    }

    private static func apart(_ days: String) -> String {
        switch days {
        case "0": "on the same day"
        case "1": "1 day apart"
        default: "\(days) days apart"
        }
    }
}
