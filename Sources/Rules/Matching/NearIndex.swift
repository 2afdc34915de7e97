import Model

/// The transactions that one `near` looks for, so that those near another are found by two
/// searches, however many there are.
struct NearIndex {
    /// What the order goes by; what the test doesn't ask for is 0.
    private struct Place: Comparable {
        let account: Int32
        let amount: Int64
        let payee: Int64
        let day: Int

        static func < (one: Place, other: Place) -> Bool {
            (one.account, one.amount, one.payee, one.day)
                < (other.account, other.amount, other.payee, other.day)
        }
    }

    private let test: NearTest
    private let transactions: [TransactionFacts]
    /// Their rows, in the order of their places: many different tests stay small.
    private let rows: [Int32]
    /// By row, whether it is one of them.
    private let isFound: [Bool]

    /// - Parameter isMeant: whether the condition holds for a row.
    /// - Complexity: that of sorting.
    init(_ test: NearTest, _ snapshot: Snapshot, where isMeant: (Int) -> Bool) {
        self.test = test
        transactions = snapshot.transactions
        let isFound = transactions.indices.map(isMeant)
        self.isFound = isFound
        rows = transactions.indices.filter { isFound[$0] }
            .map { [transactions] in (Self.place(of: transactions[$0], test), Int32($0)) }
            .sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Whether another transaction near one is among them.
    func contains(near row: Int) -> Bool {
        let own = Self.place(of: transactions[row], test)
        // No bank's amount is the lowest number, whose opposite doesn't exist.
        let amount = test.amount == .opposite ? 0 &- own.amount : own.amount
        func place(_ day: Int) -> Place {
            Place(account: own.account, amount: amount, payee: own.payee, day: day)
        }
        let count =
            number(before: place(own.day + test.after + 1))
            - number(before: place(own.day - test.before))
        // None is near itself.
        return count > (isFound[row] && amount == own.amount ? 1 : 0)
    }

    private static func place(of transaction: TransactionFacts, _ test: NearTest) -> Place {
        Place(
            account: transaction.account, amount: test.amount == nil ? 0 : transaction.amount,
            payee: test.hasSamePayee ? Int64(transaction.payee.number) : 0,
            day: Int(transaction.day.daysSinceEpoch))
    }

    private func number(before place: Place) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            let other = Self.place(of: transactions[Int(rows[middle])], test)
            if other < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
