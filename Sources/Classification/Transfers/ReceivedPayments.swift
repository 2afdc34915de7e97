import Model

extension TransferMatcher {
    /// Rows in which a card received a payment, by a text that speaks of one and
    /// names nobody. Who gives money back on a card is named there.
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
        // From which bank it was paid is no matter.
        guard testimony.contradiction == nil || testimony.contradiction == .otherBank,
            testimony.isWorded(forPaymentOfDebt: true), !testimony.isReversal,
            !testimony.isMerchant, !testimony.isCardCredit
        else { return false }
        return evidence.strangers(inRow: row, beside: [transactions[row].account])
            .isSubset(of: settings.wordsOfPayers)
    }
}
