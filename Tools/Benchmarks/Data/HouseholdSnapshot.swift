import DemoHousehold
public import Model

/// The made-up household's transactions as classification sees them, made
/// without a database.
public enum HouseholdSnapshot {
    /// The household's transactions, account after account, as a first
    /// synchronisation brings them.
    ///
    /// - Parameters:
    ///   - count: how many; fewer where the household has fewer.
    ///   - numbersDescriptions: whether each description ends with a number of
    ///     its own, so that no two transactions have the same.
    public static func make(
        transactions count: Int, numbersDescriptions: Bool = false
    ) -> Snapshot {
        let today = CalendarDay(daysSinceEpoch: 20_400)
        let household = Household(today: today, months: 120, transactions: count)
        var texts = TextTable()
        var accounts: [AccountFacts] = []
        var transactions: [TransactionFacts] = []
        transactions.reserveCapacity(count)
        for (position, account) in household.accounts.enumerated() {
            accounts.append(
                AccountFacts(
                    id: Int64(position + 1), name: account.name,
                    institution: account.institution.name, type: account.type,
                    currency: Currency(code: "USD")))
            for transaction in account.transactions where transactions.count < count {
                let number = numbersDescriptions ? " \(10_000_000 + transactions.count)" : ""
                let description = texts.id(of: transaction.description + number)
                transactions.append(
                    TransactionFacts(
                        id: Int64(transactions.count + 1), amount: transaction.amount,
                        day: transaction.transacted, account: Int32(position),
                        description: description,
                        payee: transaction.payee.map { texts.id(of: $0) } ?? description,
                        memo: texts.id(of: transaction.memo ?? ""),
                        merchantCode: texts.id(of: transaction.merchantCode ?? ""),
                        isPending: transaction.isPending))
            }
        }
        return Snapshot(
            asOf: today, accounts: accounts, transactions: transactions, texts: texts)
    }
}
