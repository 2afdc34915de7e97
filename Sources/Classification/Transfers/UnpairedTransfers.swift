import Model

extension TransferMatcher {
    /// Transfers whose other side is missing: it is older than the first sync, or the
    /// bank omitted it.
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

    /// Whether a row's text calls it a transfer, or a payment if a card or loan is
    /// involved.
    ///
    /// - Parameter others: the accounts that the text names other than the row's own.
    func callsItselfTransfer(_ row: Int, with others: Set<Int32>) -> Bool {
        let isOut = transactions[row].amount < 0
        let paysDebt =
            isOut
            ? others.contains { snapshot.accounts[Int($0)].type.isLiability }
            : snapshot.account(of: transactions[row]).type.isLiability
        return evidence.testimony(of: row).isWorded(forPaymentOfDebt: paysDebt)
    }

    /// Whether a row's text alone would make it one side of a transfer with an
    /// account.
    func isSideAlone(_ row: Int, with account: Int32) -> Bool {
        let testimony = evidence.testimony(of: row)
        let others = evidence.othersNamed(testimony.named, than: transactions[row].account)
        return others.contains(account) && !testimony.isPurchase
            && callsItselfTransfer(row, with: others)
    }

    /// Payments received by a card, recognised by a text that mentions a payment and
    /// names nobody. A refund on a card names the merchant.
    func receivedPayments(_ isFree: (Int) -> Bool) -> [Int] {
        guard !settings.namelessWords.isEmpty else { return [] }
        return transactions.indices.filter { row in
            let transaction = transactions[row]
            return transaction.amount > 0 && snapshot.account(of: transaction).type == .credit
                && isFree(row) && isReceivedPayment(row)
        }
    }

    private func isReceivedPayment(_ row: Int) -> Bool {
        let testimony = evidence.testimony(of: row)
        // The paying bank doesn't matter.
        guard testimony.contradiction == nil || testimony.contradiction == .otherBank,
            testimony.isWorded(forPaymentOfDebt: true), !testimony.isReversal,
            !testimony.isMerchant, !testimony.isCardCredit
        else { return false }
        return evidence.strangers(inRow: row, beside: [transactions[row].account])
            .isSubset(of: settings.wordsOfPayers)
    }

    /// A transfer that was returned in the account where it was posted.
    struct Return: Hashable {
        /// The row of the money that came back or went back.
        let row: Int
        /// The row of the transfer.
        let original: Int
        let daysLater: Int
    }

    /// Reversals of transfers and of card or loan payments.
    ///
    /// Each is matched with the newest equal and opposite one in the same account,
    /// within the days of a return.
    ///
    /// - Parameters:
    ///   - isCandidate: whether a row may become one side of a transfer.
    ///   - isPaired: whether it has another side.
    ///   - debtPaid: by row, the account of the card or loan that it paid.
    func returned(
        _ amounts: RowsByAmount, isCandidate: (Int) -> Bool, isPaired: (Int) -> Bool,
        debtPaid: [Int: Int32]
    ) -> [Return] {
        var returns: [Return] = []
        for rows in amounts.rows.flatMap(byAccount) where hasBothSides(rows) {
            let byDay = rows.sorted {
                (transactions[$0].day, transactions[$0].id)
                    < (transactions[$1].day, transactions[$1].id)
            }
            var isTakenBack = Set<Int>()
            for (place, row) in byDay.enumerated() where isCandidate(row) || isPaired(row) {
                let original = self.original(
                    of: row, among: byDay, at: place, isPaired: isPaired,
                    debtPaid: debtPaid, isTakenBack: isTakenBack)
                guard let original else { continue }
                isTakenBack.insert(original)
                returns.append(
                    Return(
                        row: row, original: original,
                        daysLater: daysFrom(original, to: transactions[row].day)))
            }
        }
        return returns.sorted { $0.row < $1.row }
    }

    func byAccount(_ rows: [Int]) -> [[Int]] {
        rows.count > 1
            ? Array(Dictionary(grouping: rows) { transactions[$0].account }.values) : []
    }

    /// - Parameter rows: of one account and amount, sorted by day.
    private func original(
        of row: Int, among rows: [Int], at place: Int, isPaired: (Int) -> Bool,
        debtPaid: [Int: Int32], isTakenBack: Set<Int>
    ) -> Int? {
        // Few rows are reversals, and thousands of rows may come before one.
        let tellsOfTransfer = isReversal(row)
        guard tellsOfTransfer || evidence.testimony(of: row).contradiction == .reversal else {
            return nil
        }
        let earlier = earlier(than: row, among: rows, at: place).filter {
            !isTakenBack.contains($0)
        }
        if tellsOfTransfer {
            return earlier.first {
                (isPaired($0) || isTransfer($0)) && !isReversal($0)
            }
        }
        return earlier.first { other in
            debtPaid[other].map { takesBack(row, other, ofDebt: $0) } ?? false
        }
    }

    /// Whether a row is the return of a card or loan payment: it names nobody that
    /// the payment doesn't.
    private func takesBack(_ row: Int, _ payment: Int, ofDebt debt: Int32) -> Bool {
        let testimony = evidence.testimony(of: row)
        guard testimony.contradiction == .reversal else { return false }
        let accounts = [transactions[row].account, debt]
        let strangers = evidence.strangers(inRow: row, beside: accounts)
        guard strangers.isEmpty else {
            return !strangers.isDisjoint(
                with: evidence.strangers(inRow: payment, beside: accounts))
        }
        return testimony.isPaymentWorded || evidence.othersNamed(inRow: row).contains(debt)
    }

    private func isReversal(_ row: Int) -> Bool {
        let testimony = evidence.testimony(of: row)
        return testimony.isReversal && testimony.isWorded && !testimony.isContradicted
    }

    private func isTransfer(_ row: Int) -> Bool {
        let testimony = evidence.testimony(of: row)
        return testimony.isWorded && !testimony.isContradicted
    }
}
