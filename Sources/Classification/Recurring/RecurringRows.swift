import Model

/// The rows that the search for series looks at: those of a snapshot, and behind
/// them payments that are only remembered.
struct RecurringRows {
    private let transactions: [TransactionFacts]
    private var remembered: [PaymentHistory.Payment] = []

    init(_ snapshot: Snapshot) {
        transactions = snapshot.transactions
    }

    mutating func reserve(_ count: Int) {
        remembered.reserveCapacity(count)
    }

    mutating func remember(_ payment: PaymentHistory.Payment) -> Int32 {
        remembered.append(payment)
        return Int32(transactions.count + remembered.count - 1)
    }

    /// The payment behind a row, where it is only remembered.
    func remembered(_ row: Int32) -> PaymentHistory.Payment? {
        isRemembered(row) ? remembered[Int(row) - transactions.count] : nil
    }

    func isRemembered(_ row: Int32) -> Bool { Int(row) >= transactions.count }

    /// The vault's number of the transaction.
    func id(_ row: Int32) -> Int64 {
        isRemembered(row)
            ? remembered[Int(row) - transactions.count].transaction : transactions[Int(row)].id
    }

    func day(_ row: Int32) -> CalendarDay {
        isRemembered(row)
            ? remembered[Int(row) - transactions.count].day : transactions[Int(row)].day
    }

    func amount(_ row: Int32) -> Int64 {
        isRemembered(row)
            ? remembered[Int(row) - transactions.count].amount : transactions[Int(row)].amount
    }
}
