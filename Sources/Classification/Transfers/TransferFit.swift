import Model

extension TransferMatcher {
    /// The fit of two rows as the sides of one transfer.
    enum Fit: Equatable {
        /// Nothing speaks against it; the lower the cost, the likelier it is.
        case likely(cost: Int)
        /// Possible, but only the person can tell.
        case doubtful
        case impossible(Obstacle)
    }

    /// The fit of two rows as the sides of one transfer.
    ///
    /// A side whose texts name somebody, and not the other account, is a purchase, or
    /// somebody else's money that happens to be equal. A known merchant is
    /// impossible, anybody else doubtful, with four exceptions:
    ///
    /// - Both name the same person, probably the account holder. Both texts call it a
    ///   transfer, or one does and names the other account, or both name a holder.
    /// - One is a transfer with the other account by its text alone, and the other
    ///   names nobody else.
    /// - Both name the same check, and it paid a card or loan.
    ///
    /// - One names a holder, and the other names no further person.
    /// - They mirror each other again and again (``MirroredPayments``), which needs no words.
    ///
    /// Two texts with one name and no word for a transfer are doubtful otherwise.
    ///
    /// The cost is four for each day apart and up to six for each side that doesn't
    /// name the other account. Each side that doesn't call itself a transfer adds
    /// one, and so does a receiver that comes first.
    ///
    /// Saturdays and Sundays don't count as days between the sides if both call it a
    /// transfer and one names the other's account, or if they mirror each other.
    ///
    /// - Parameter isAtRate: whether the amounts agree only at a rate.
    func fit(of sender: Int, _ receiver: Int, isAtRate: Bool = false) -> Fit {
        let fit = fitBesideDecisions(of: sender, receiver, isAtRate: isAtRate)
        switch fit {
        case .impossible(.oneAccount), .impossible(.daysApart): return fit
        default: return areUnlinked(sender, receiver) ? .impossible(.unlinked) : fit
        }
    }

    /// Whether the person unlinked two rows.
    func areUnlinked(_ sender: Int, _ receiver: Int) -> Bool {
        guard !snapshot.decisions.pairs.isEmpty else { return false }
        let pair = TransactionPair(transactions[sender].id, transactions[receiver].id)
        return snapshot.decisions.pairs[pair] == .unlinked
    }

    /// The fit judged by accounts, days and texts alone.
    ///
    /// - Parameter isAnyDay: whether the days between don't matter.
    func fitBesideDecisions(
        of sender: Int, _ receiver: Int, isAtRate: Bool = false, isAnyDay: Bool = false
    ) -> Fit {
        let out = snapshot.transactions[sender]
        let into = snapshot.transactions[receiver]
        guard out.account != into.account else { return .impossible(.oneAccount) }
        let daysApart = out.day.days(until: into.day)
        let isLate = abs(daysApart) > settings.maximumDays && !isAnyDay
        guard !isLate || out.day.workdays(until: into.day) <= settings.maximumDays else {
            return .impossible(.daysApart(abs(daysApart)))
        }
        let (said, answered) = (evidence.testimony(of: sender), evidence.testimony(of: receiver))
        if said.isCash || answered.isCash {
            guard said.isCash, holdsCash(snapshot.account(of: into)) else {
                return .impossible(.cash)
            }
        }
        let paysDebt = snapshot.account(of: into).type.isLiability
        guard let namedBySender = naming(said, partner: into.account, own: out.account) else {
            return .impossible(.namesAnotherAccount(sender))
        }
        guard let namedByReceiver = naming(answered, partner: out.account, own: into.account)
        else { return .impossible(.namesAnotherAccount(receiver)) }
        // The receiver has to name the source, since savings pay out too.
        let isDrawn =
            said.isDrawn && isLoan(out) && (namedByReceiver < Self.unnamed || answered.isDrawn)
        let isSenderWorded =
            said.isWorded(forPaymentOfDebt: paysDebt) || isDrawn || said.isCreditTransfer
        let isReceiverWorded =
            answered.isWorded(forPaymentOfDebt: paysDebt) || answered.isCreditTransfer
        if isPurchase(said, namedBySender) { return .impossible(.isMerchant(sender)) }
        lazy var isMirrored = !isAtRate && evidence.areMirrored(sender, receiver)
        // A branch's address may look like a merchant's name.
        if isPurchase(answered, namedByReceiver),
            !(paysDebt && answered.isPaymentWorded && isMirrored)
        {
            return .impossible(.isMerchant(receiver))
        }
        if areCardsWithOneText(out, into) { return .impossible(.cardsWithOneText) }
        let isNamed = min(namedBySender, namedByReceiver) < Self.unnamed || said.isCash
        let identifiesReceiver = identifies(said, namedBySender)
        let identifiesSender = identifies(answered, namedByReceiver)
        lazy var ownName = evidence.ownName(sender, receiver)
        if !isSenderWorded, !isReceiverWorded {
            if said.isMerchant { return .impossible(.isMerchant(sender)) }
            if answered.isMerchant { return .impossible(.isMerchant(receiver)) }
            // Two texts that name somebody and mention no transfer are a payment and
            // an income that happen to be equal.
            guard
                isNamed || !isAtRate && said.isPlain && answered.isPlain || ownName != nil
                    || isMirrored || evidence.sharedName(sender, receiver) != nil
            else { return .impossible(.nothingSaysSo) }
        }
        let sides =
            identifiesReceiver && identifiesSender
            ? (said: [], answered: []) : strangers(sender, receiver)
        // Money that leaves a card or loan is a purchase or a charge. The exception
        // is another text that names it by its number.
        if snapshot.account(of: out).type.isLiability, !said.isWorded, !isDrawn,
            !isSilent(out)
        {
            guard answered.named.byNumber.contains(out.account), sides.said.isEmpty else {
                return .impossible(.chargeOfDebt(sender))
            }
        }
        let isSenderKnown = identifiesReceiver || sides.said.isEmpty
        let isReceiverKnown = identifiesSender || sides.answered.isEmpty
        if !isSenderKnown || !isReceiverKnown {
            let isOnePerson =
                !sides.said.isDisjoint(with: sides.answered)
                && (said.isWorded && answered.isWorded
                    || isNamed && said.isWorded && answered.isPaymentWorded
                    || isNamed && said.isPaymentWorded && answered.isWorded
                    || ownName == .sure
                        && (sides.said.isSubset(of: sides.answered)
                            || sides.answered.isSubset(of: sides.said)))
            let isOneCheck =
                paysDebt && answered.isPaymentWorded
                && sides.said.union(sides.answered).isSubset(of: settings.checkWords)
                && !sides.said.isEmpty && !sides.answered.isEmpty
            // One is a transfer even without the other, which names nobody else.
            let isTold =
                isSideAlone(sender, with: into.account) && sides.answered.isSubset(of: sides.said)
                || isSideAlone(receiver, with: out.account)
                    && sides.said.isSubset(of: sides.answered)
            guard
                isOnePerson || isOneCheck || isTold || isMirrored
                    || !isAtRate && isOfHolder(sender, receiver)
            else { return .doubtful }
        }
        // Over a weekend, chance is likelier, and both sides have to say more.
        if isLate {
            let areWorded =
                said.isWorded(forPaymentOfDebt: paysDebt)
                && answered.isWorded(forPaymentOfDebt: paysDebt)
            guard isMirrored || areWorded && isNamed else {
                return .impossible(.daysApart(abs(daysApart)))
            }
        }
        return .likely(
            cost: abs(daysApart) * 4 + namedBySender + namedByReceiver
                + (isSenderWorded ? 0 : 1) + (isReceiverWorded ? 0 : 1) + (daysApart < 0 ? 1 : 0))
    }

    private static let unnamed = 6

    /// Whether a text tells which account the other side is in. The name of a bank in a
    /// credit transfer may be that of anybody's bank.
    private func identifies(_ testimony: TransferEvidence.TextSignals, _ named: Int) -> Bool {
        named == 0 || named < Self.unnamed && (testimony.isWorded || !testimony.isCreditTransfer)
    }

    /// Whether one side names a holder, and the other names no further person.
    private func isOfHolder(_ sender: Int, _ receiver: Int) -> Bool {
        let accounts = [transactions[sender].account, transactions[receiver].account]
        let sides = strangers(sender, receiver)
        func tells(_ row: Int, _ told: Set<String>, ofOther other: Int, _ others: Set<String>)
            -> Bool
        {
            evidence.namesHolder(row: row, beside: accounts) && others.isSubset(of: told)
                // "J DOE" may be a relative.
                && (evidence.namesHolder(row: other, beside: accounts)
                    || !evidence.hasPartOfHoldersName(row: other))
        }
        return tells(sender, sides.said, ofOther: receiver, sides.answered)
            || tells(receiver, sides.answered, ofOther: sender, sides.said)
    }

    /// The people whom the texts of both sides name.
    func strangers(
        _ sender: Int, _ receiver: Int
    ) -> (said: Set<String>, answered: Set<String>) {
        let accounts = [transactions[sender].account, transactions[receiver].account]
        return (
            evidence.strangers(inRow: sender, beside: accounts),
            evidence.strangers(inRow: receiver, beside: accounts)
        )
    }

    /// Whether a side is a known merchant's, without a word for a transfer or the
    /// other account. If it is only called a payment, it is a bill.
    private func isPurchase(_ testimony: TransferEvidence.TextSignals, _ named: Int) -> Bool {
        testimony.isMerchant && !testimony.isWorded && named == Self.unnamed
    }

    /// The cost of naming the partner by number, by name or not at all; nil if the
    /// text names another account instead.
    private func naming(
        _ testimony: TransferEvidence.TextSignals, partner: Int32, own: Int32
    ) -> Int? {
        let named = testimony.named
        if named.byNumber.contains(partner) { return 0 }
        if !named.byNumber.subtracting([own]).isEmpty { return nil }
        if named.byName.contains(partner) { return 3 }
        // The own bank's name is in many texts and identifies nobody else.
        if named.byName.isEmpty || named.byName.contains(own) { return Self.unnamed }
        return nil
    }

    private func isLoan(_ transaction: TransactionFacts) -> Bool {
        let type = snapshot.account(of: transaction).type
        return type == .loan || type == .mortgage
    }

    private func holdsCash(_ account: AccountFacts) -> Bool {
        guard account.type != .cash else { return true }
        let name = NameWords(account.bankName)
        return account.type == .other
            && settings.wordLists.cashAccounts.contains { name.contains(NameWords($0)) }
    }

    /// Whether both are on cards with one text: "ACME STORE" on two cards is a
    /// purchase and another's refund.
    private func areCardsWithOneText(_ out: TransactionFacts, _ into: TransactionFacts) -> Bool {
        out.description == into.description && out.description != .empty
            && snapshot.account(of: out).type == .credit
            && snapshot.account(of: into).type == .credit
    }

    private func isSilent(_ transaction: TransactionFacts) -> Bool {
        transaction.description == .empty && transaction.payee == .empty
            && transaction.merchantCode == .empty
    }

    /// The reason why two rows of equal and opposite amounts can't be one transfer.
    /// Rows are those of the snapshot.
    enum Obstacle: Equatable {
        case oneAccount
        case daysApart(Int)
        /// The person unlinked the pair.
        case unlinked
        /// A cash withdrawal, and the other account holds no cash.
        case cash
        case contradicted(row: Int, TransferEvidence.Contradiction)
        case namesAnotherAccount(Int)
        case isMerchant(Int)
        case cardsWithOneText
        /// Neither text calls it a transfer or names the other account.
        case nothingSaysSo
        case chargeOfDebt(Int)
    }

    /// The reason why a row's possible other side is not its other side.
    enum Refusal: Equatable {
        case obstacle(Obstacle)
        /// It is one side of a transfer with another row.
        case isPaired(with: Int)
        /// The person's rule or correction decides its class.
        case isDecided
        /// The people whom its texts name, and those in the row's own texts.
        case namesSomebody(other: [String], own: [String])
        /// A name in both texts, perhaps the person's own.
        case shareName([String])
        /// Nothing speaks against it, but other pairs are as good.
        case hasEquals
    }

    /// The rows of equal and opposite amounts around a row, the nearest first. Each
    /// has the reason why it is not its other side.
    ///
    /// - Parameters:
    ///   - partner: the row of a row's other side.
    ///   - isCandidate: whether a row may become one side of a transfer.
    func refusals(
        of row: Int, partner: (Int) -> Int?, isCandidate: (Int) -> Bool
    ) -> [(other: Int, refusal: Refusal)] {
        let transaction = transactions[row]
        let currency = snapshot.account(of: transaction).currency
        return transactions.indices.filter { other in
            transactions[other].amount.magnitude == transaction.amount.magnitude
                && (transactions[other].amount < 0) != (transaction.amount < 0)
                && !transactions[other].isPending
                && transactions[other].account != transaction.account
                && snapshot.account(of: transactions[other]).currency == currency
                && abs(daysFrom(row, to: transactions[other].day))
                    <= settings.maximumDays + Self.daysAround
        }.sorted {
            (abs(daysFrom(row, to: transactions[$0].day)), transactions[$0].id)
                < (abs(daysFrom(row, to: transactions[$1].day)), transactions[$1].id)
        }.map { other in
            if let third = partner(other) { return (other, .isPaired(with: third)) }
            return (other, isCandidate(other) ? refusal(of: row, other) : .isDecided)
        }
    }

    /// The days beyond those of a transfer in which a person may still suspect a
    /// pair.
    private static let daysAround = 7

    private func refusal(of row: Int, _ other: Int) -> Refusal {
        for side in [other, row] {
            if let contradiction = evidence.testimony(of: side).contradiction {
                return .obstacle(.contradicted(row: side, contradiction))
            }
        }
        let isSender = transactions[row].amount < 0
        let (sender, receiver) = isSender ? (row, other) : (other, row)
        switch fit(of: sender, receiver) {
        case .impossible(let obstacle): return .obstacle(obstacle)
        case .likely: return .hasEquals
        case .doubtful:
            if let name = evidence.sharedName(row, other) { return .shareName(name) }
            let accounts = [transactions[row].account, transactions[other].account]
            return .namesSomebody(
                other: evidence.strangersInOrder(inRow: other, beside: accounts),
                own: evidence.strangersInOrder(inRow: row, beside: accounts))
        }
    }
}

extension CalendarDay {
    /// The number of days from one day to another, in either order, without Saturdays and
    /// Sundays; at most a few weeks apart.
    fileprivate func workdays(until other: CalendarDay) -> Int {
        let first = min(daysSinceEpoch, other.daysSinceEpoch)
        let last = max(daysSinceEpoch, other.daysSinceEpoch)
        guard last - first < 31 else { return Int(last - first) }
        // Day 0 was a Thursday.
        return (first..<last).count { ![2, 3].contains(($0 % 7 + 7) % 7) }
    }
}
