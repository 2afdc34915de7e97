import Model

extension TransferMatcher {
    /// How unlikely it is that two rows are one transfer, or nil where they
    /// can't be.
    ///
    /// Four for each day apart; up to six for each side that does not name the
    /// other's account; one for each that does not call itself a transfer, and
    /// one where the receiver comes first.
    ///
    /// - Parameter isAtRate: whether the amounts agree only at a rate.
    func cost(of sender: Int, _ receiver: Int, isAtRate: Bool = false) -> Int? {
        let out = snapshot.transactions[sender]
        let into = snapshot.transactions[receiver]
        guard out.account != into.account else { return nil }
        let daysApart = out.day.days(until: into.day)
        guard abs(daysApart) <= settings.maximumDays else { return nil }
        guard snapshot.decisions.pairs[TransactionPair(out.id, into.id)] != .unlinked else {
            return nil
        }
        let (said, answered) = (evidence.testimony(of: sender), evidence.testimony(of: receiver))
        if said.isCash || answered.isCash {
            guard said.isCash, holdsCash(snapshot.account(of: into)) else { return nil }
        }
        let paysDebt = snapshot.account(of: into).type.isLiability
        let isSenderWorded = said.isWorded(forPaymentOfDebt: paysDebt)
        let isReceiverWorded = answered.isWorded(forPaymentOfDebt: paysDebt)
        guard
            let namedBySender = naming(said, partner: into.account, own: out.account),
            let namedByReceiver = naming(answered, partner: out.account, own: into.account)
        else { return nil }
        // A purchase and its refund on two accounts are equal and opposite too.
        let isSenderMerchant = said.isMerchant && !isSenderWorded
        let isReceiverMerchant = answered.isMerchant && !isReceiverWorded
        guard !(isSenderMerchant && isReceiverMerchant), !areCardsWithOneText(out, into) else {
            return nil
        }
        let isNamed = min(namedBySender, namedByReceiver) < Self.unnamed || said.isCash
        if !isSenderWorded, !isReceiverWorded {
            guard !isSenderMerchant, !isReceiverMerchant else { return nil }
            // Two texts that tell of somebody, and of no transfer, are a payment
            // and an income that happen to be equal.
            guard isNamed || !isAtRate && said.isPlain && answered.isPlain else { return nil }
        }
        // What leaves a card or loan is a purchase or a charge.
        if snapshot.account(of: out).type.isLiability, !said.isWorded, !isSilent(out) {
            return nil
        }
        return abs(daysApart) * 4 + namedBySender + namedByReceiver
            + (isSenderWorded ? 0 : 1) + (isReceiverWorded ? 0 : 1) + (daysApart < 0 ? 1 : 0)
    }

    private static let unnamed = 6

    /// What it costs that a text names the partner by number, by name or not
    /// at all; nil where it names another account instead.
    private func naming(
        _ testimony: TransferEvidence.Testimony, partner: Int32, own: Int32
    ) -> Int? {
        let named = testimony.named
        if named.byNumber.contains(partner) { return 0 }
        if !named.byNumber.subtracting([own]).isEmpty { return nil }
        if named.byName.contains(partner) { return 3 }
        // The own bank's name is in many texts, and tells of no one else.
        if named.byName.isEmpty || named.byName.contains(own) { return Self.unnamed }
        return nil
    }

    private func holdsCash(_ account: AccountFacts) -> Bool {
        let name = NameWords(account.bankName)
        return account.type == .other
            && settings.wordLists.cashAccounts.contains { name.contains(NameWords($0)) }
    }

    /// "ACME STORE" on two cards is a purchase and the refund of another.
    private func areCardsWithOneText(_ out: TransactionFacts, _ into: TransactionFacts) -> Bool {
        out.description == into.description && out.description != .empty
            && snapshot.account(of: out).type == .credit
            && snapshot.account(of: into).type == .credit
    }

    private func isSilent(_ transaction: TransactionFacts) -> Bool {
        transaction.description == .empty && transaction.payee == .empty
            && transaction.merchantCode == .empty
    }
}
