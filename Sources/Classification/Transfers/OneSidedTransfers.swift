import Model

extension TransferMatcher {
    /// Rows whose other side is not there, since it came before the first sync
    /// or the bank left it out.
    func oneSided(_ isFree: (Int) -> Bool) -> [(row: Int, other: Int32?)] {
        let unlinked = Set(
            snapshot.decisions.pairs.filter { $0.value == .unlinked }.keys
                .flatMap { [$0.first, $0.second] })
        var found: [(row: Int, other: Int32?)] = []
        for row in transactions.indices where isFree(row) {
            let others = evidence.othersNamed(inRow: row)
            guard !others.isEmpty, !unlinked.contains(transactions[row].id) else {
                continue
            }
            let testimony = evidence.testimony(of: row)
            let isOut = transactions[row].amount < 0
            let own = snapshot.account(of: transactions[row])
            let paysDebt = (isOut ? others : [])
                .contains { snapshot.accounts[Int($0)].type.isLiability }
            guard !testimony.isContradicted, !testimony.isCash,
                testimony.isWorded(forPaymentOfDebt: paysDebt || !isOut && own.type.isLiability)
            else { continue }
            found.append((row, others.count == 1 ? others.first : nil))
        }
        return found
    }
}
