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
            let isOut = transactions[row].amount < 0
            let own = snapshot.account(of: transactions[row])
            let paysDebt = (isOut ? others : [])
                .contains { snapshot.accounts[Int($0)].type.isLiability }
            guard !testimony.isContradicted, !testimony.isCash, !testimony.isPurchase,
                isWithHolder
                    || testimony.isWorded(
                        forPaymentOfDebt: paysDebt || !isOut && own.type.isLiability)
            else { continue }
            found.append(
                OneSided(
                    row: row, other: others.count == 1 ? others.first : nil,
                    isWithHolder: isWithHolder && others.isEmpty))
        }
        return found
    }
}
