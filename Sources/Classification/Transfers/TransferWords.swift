import Model

/// The evidence and diagnostics of transfers.
enum TransferWords {
    static func evidence(for pair: TransferMatcher.Pair, in snapshot: Snapshot) -> Evidence {
        let kind = kind(of: snapshot.account(of: snapshot.transactions[pair.receiver]).type)
        return switch pair.origin {
        case .marked: Evidence(.transferMarked, kind)
        case .followed: Evidence(.transferFollowed, kind)
        case .equalAmounts(let days): Evidence(.transferEqual, kind, "\(days)")
        case .atRate(let days): Evidence(.transferAtRate, kind, "\(days)")
        }
    }

    /// What the receiving account says of a transfer; empty if nothing. Types that say the same
    /// must not make different reasons.
    private static func kind(of receiver: AccountType) -> String {
        switch receiver {
        case .credit: AccountType.credit.rawValue
        case .loan, .mortgage: AccountType.loan.rawValue
        case .investment, .brokerage: AccountType.investment.rawValue
        case .checking, .savings, .other, .cash, .asset: ""
        }
    }

    /// The evidence for a transfer whose other side is missing.
    static func evidence(
        for found: TransferMatcher.OneSided, in snapshot: Snapshot
    ) -> Evidence {
        found.isWithHolder
            ? Evidence(.transferWithHolder)
            : Evidence(.transferNamed, receiver(of: found, in: snapshot).map(kind(of:)))
    }

    /// Whether a transfer whose other side is missing pays one of the person's loans.
    static func isLoanPayment(
        _ found: TransferMatcher.OneSided, in snapshot: Snapshot
    ) -> Bool {
        !found.isWithHolder && receiver(of: found, in: snapshot)?.isLoan == true
    }

    /// The type of the account that receives the money.
    private static func receiver(
        of found: TransferMatcher.OneSided, in snapshot: Snapshot
    ) -> AccountType? {
        let transaction = snapshot.transactions[found.row]
        return transaction.amount < 0
            ? found.other.map { snapshot.accounts[Int($0)].type }
            : snapshot.account(of: transaction).type
    }

    static func missingRate(of currency: Currency, base: Currency?) -> String {
        "there is no rate for \(currency.code)"
            + (base.map { " in \($0.code)" } ?? "")
            + ", so transfers to and from your accounts in it are not found; add a [[rate]]"
    }
}

/// The text of `explain` for a transaction that looks like one side of a transfer but
/// has no other.
struct RefusalWords {
    let snapshot: Snapshot
    let settings: TransferSettings
    let row: Int

    /// - Parameter refusals: the nearest first. The result is nil if there are none.
    func text(_ refusals: [(other: Int, refusal: TransferMatcher.Refusal)]) -> String? {
        guard !refusals.isEmpty else { return nil }
        let equals = refusals.filter { $0.refusal == .hasEquals }.map(\.other)
        if !equals.isEmpty { return text(ofEquals: equals) }
        let told = refusals.prefix(Self.mostTold).map { text($0.other, $0.refusal) }
        let left = refusals.count - told.count
        return told.joined(separator: "; ") + (left > 0 ? "; and \(left) more" : "")
    }

    private static let mostTold = 3

    private func text(ofEquals others: [Int]) -> String {
        if others.count == 1 {
            return "\(name(others[0])) could be its other side, and has others to choose from; "
                + mark(others[0])
        }
        let names = others.prefix(Self.mostTold).map(name)
        let left = others.count - names.count
        let list = left > 0 ? names + ["\(left) more"] : names
        return list.dropLast().joined(separator: ", ") + " and \(list[list.count - 1])"
            + " could be its other side, and it is not clear which; "
            + "choose one with \"ghostvault transfers mark\""
    }

    private func text(_ other: Int, _ refusal: TransferMatcher.Refusal) -> String {
        switch refusal {
        case .hasEquals: "\(name(other)) could be its other side"
        case .isPaired(let third):
            "\(name(other)) is equal and opposite, but the other side of \(name(third))"
        case .isDecided:
            "\(name(other)) is equal and opposite, but no transfer by your rules or corrections"
        case .namesSomebody(let theirs, let own):
            "\(name(other)) could be its other side, but "
                + [named(theirs, in: "its text"), named(own, in: "this text")]
                .compactMap(\.self).joined(separator: " and ")
                + "; if it is, \(mark(other))"
        case .shareName(let words):
            "\(name(other)) could be its other side: both texts name \(words.joined(separator: " ")); "
                + "if that is you, put the name into \"holders\" in config/transfers.toml"
        case .obstacle(let obstacle):
            "\(name(other)) is equal and opposite, but \(text(obstacle))"
        }
    }

    private func text(_ obstacle: TransferMatcher.Obstacle) -> String {
        switch obstacle {
        case .oneAccount: "in the same account"
        case .daysApart(let days):
            "\(days) days apart, and \(settings.maximumDays) are the most between two sides"
        case .unlinked: "you took this pair apart"
        case .cash: "cash was taken out, which goes to no account but one for cash"
        case .contradicted(let side, let contradiction):
            "\(text(of: side)) \(text(contradiction))"
        case .namesAnotherAccount(let side): "\(text(of: side)) names another of your accounts"
        case .isMerchant(let side): "\(text(of: side)) is a merchant's, and calls it no transfer"
        case .cardsWithOneText:
            "both are on cards and have one text, as a purchase and a refund have"
        case .nothingSaysSo: "neither text calls it a transfer or names the other's account"
        case .chargeOfDebt(let side):
            "\(text(of: side)) doesn't call it a transfer, and what leaves a card or loan "
                + "is otherwise a purchase or a charge"
        }
    }

    private func text(_ contradiction: TransferEvidence.Contradiction) -> String {
        switch contradiction {
        case .words: "has words of something else, as wages, a refund or a purchase"
        case .peer: "tells of a service with which people pay each other"
        case .reversal: "tells of something that was taken back"
        case .otherBank: "names a bank at which you have no account"
        }
    }

    private func text(of side: Int) -> String { side == row ? "this text" : "its text" }

    private func named(_ words: [String], in text: String) -> String? {
        words.isEmpty ? nil : "\(text) names somebody (\(words.joined(separator: " ")))"
    }

    private func name(_ other: Int) -> String {
        let transaction = snapshot.transactions[other]
        return "transaction \(transaction.id) (\(snapshot.account(of: transaction).name))"
    }

    private func mark(_ other: Int) -> String {
        let sides = [row, other].map { snapshot.transactions[$0].id }.sorted()
        return "\"ghostvault transfers mark \(sides[0]) \(sides[1])\""
    }
}
