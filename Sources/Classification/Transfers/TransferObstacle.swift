import Model

extension TransferMatcher {
    /// What keeps two rows of equal and opposite amounts from being one
    /// transfer. Rows are those of the snapshot.
    enum Obstacle: Equatable {
        case oneAccount
        case daysApart(Int)
        /// The person took the pair apart.
        case takenApart
        /// Cash was taken out, and the other side holds none.
        case cash
        case contradicted(row: Int, TransferEvidence.Contradiction)
        case namesAnotherAccount(Int)
        case isMerchant(Int)
        case cardsWithOneText
        /// Neither text calls it a transfer, nor names the other's account.
        case nothingSaysSo
        case chargeOfDebt(Int)
    }

    /// What became of a transaction that could be the other side of one that
    /// has none.
    enum Refusal: Equatable {
        case obstacle(Obstacle)
        /// It is one side of a transfer with the other row.
        case isPaired(with: Int)
        /// A rule or a correction of the person's says what it is.
        case isDecided
        /// Whom the texts name, and the row's own.
        case namesSomebody(other: [String], own: [String])
        /// The name that both texts have, perhaps the person's own.
        case shareName([String])
        /// Nothing is against it, and other pairs are as good.
        case hasEquals
    }

    /// The rows of equal and opposite amounts around a row, the nearest first,
    /// each with why it is not its other side.
    ///
    /// - Parameters:
    ///   - partner: of a row, that of its other side.
    ///   - isCandidate: whether a row may be found to be one side of a transfer.
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

    /// Within so many days beyond those of a transfer a person may take two
    /// amounts for one.
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
