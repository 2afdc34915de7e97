import Model

extension TransferMatcher {
    /// Rows whose other side is not there, since it came before the first sync
    /// or the bank left it out.
    func oneSided(_ isFree: (Int) -> Bool) -> [OneSided] {
        let unlinked = Set(
            snapshot.decisions.pairs.filter { $0.value == .unlinked }.keys
                .flatMap { [$0.first, $0.second] })
        let hasHolders = !settings.holderNames.isEmpty
        var found: [OneSided] = []
        for row in transactions.indices where isFree(row) {
            let others = evidence.othersNamed(inRow: row)
            let isWithHolder = hasHolders && evidence.testimony(of: row).isWithHolder
            guard isWithHolder || !others.isEmpty, !unlinked.contains(transactions[row].id) else {
                continue
            }
            let testimony = evidence.testimony(of: row)
            guard !testimony.isContradicted, !testimony.isCash, !testimony.isPurchase,
                isWithHolder || callsItselfTransfer(row, with: others)
            else { continue }
            found.append(
                OneSided(
                    row: row, other: others.count == 1 ? others.first : nil,
                    isWithHolder: isWithHolder && others.isEmpty))
        }
        return found
    }

    /// Whether a row's text calls it a transfer, or a payment where it is with a card
    /// or loan.
    ///
    /// - Parameter others: the accounts that the text names beside the row's own.
    func callsItselfTransfer(_ row: Int, with others: Set<Int32>) -> Bool {
        let isOut = transactions[row].amount < 0
        let paysDebt =
            isOut
            ? others.contains { snapshot.accounts[Int($0)].type.isLiability }
            : snapshot.account(of: transactions[row]).type.isLiability
        return evidence.testimony(of: row).isWorded(forPaymentOfDebt: paysDebt)
    }

    /// Whether a row's text would make it one side of a transfer with an account also
    /// where no other side is there.
    func isSideAlone(_ row: Int, with account: Int32) -> Bool {
        let testimony = evidence.testimony(of: row)
        let others = evidence.othersNamed(testimony.named, than: transactions[row].account)
        return others.contains(account) && !testimony.isPurchase
            && callsItselfTransfer(row, with: others)
    }
}
