internal import GRDB
internal import Model

/// The signs that a bank reverses, by the person's decision: debts as positive
/// balances, or spending as positive amounts.
public struct ReversedSigns: Hashable, Sendable {
    public var balance: Bool
    public var transactions: Bool

    public init(balance: Bool = false, transactions: Bool = false) {
        self.balance = balance
        self.transactions = transactions
    }
}

extension ReversedSigns {
    /// A bank's balance with the sign that counts.
    func counted(balance minorUnits: Int64) -> Int128 {
        balance ? -Int128(minorUnits) : Int128(minorUnits)
    }

    /// The options of `accounts reverse` that decide these signs.
    fileprivate var options: String {
        let options = [balance ? "--balance" : nil, transactions ? "--transactions" : nil]
        return balance || transactions ? options.compactMap(\.self).joined(separator: " ") : "--off"
    }
}

extension Vault {
    /// Stores the person's decision on an account's signs, and on those of accounts that
    /// were merged into this one. It applies to everything stored before and later.
    ///
    /// - Throws: ``VaultError/damagedRow(table:id:reason:path:)`` for an amount without an opposite.
    public func reverseSigns(_ signs: ReversedSigns, account: Int64) throws(VaultError) {
        let instant = clock()
        try write { database in
            let name = try JournalAccount(account, in: database).quoted
            try Journal(database).record(
                "accounts reverse \(name) \(signs.options)", madeAt: instant
            ) { try Self.store(signs, account, database) }
            // Later transactions move the balance of an account without statements.
            try ImportedTransactions(database).settle(at: instant)
        }
    }

    private static func store(
        _ signs: ReversedSigns, _ account: Int64, _ database: Database
    ) throws {
        // What was merged into it is its own again once that is undone.
        let merged = try MergedAccounts(database).accounts(goingOnAs: account)
        for account in [account] + merged {
            if signs.transactions { try Self.refuseLowest(of: account, database) }
            try database.execute(
                sql: """
                    INSERT INTO account_signs
                        (account_id, reverses_balance, reverses_transactions)
                    VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET reverses_balance = excluded.reverses_balance,
                        reverses_transactions = excluded.reverses_transactions
                    """,
                arguments: [account, signs.balance, signs.transactions])
        }
    }

    /// Rejects `Int64.min`, which has no opposite.
    private static func refuseLowest(of account: Int64, _ database: Database) throws {
        let lowest = try Int64.fetchOne(
            database,
            sql: "SELECT id FROM transactions WHERE account_id = ? AND bank_amount = ?",
            arguments: [account, Int64.min])
        guard let lowest else { return }
        throw VaultError.damagedRow(
            table: "transactions", id: lowest,
            reason: "its amount is too large to reverse its sign")
    }
}

/// A debt whose bank seems to reverse its signs.
public struct ReversedDebt: Hashable, Sendable {
    public let account: AccountRecord
    /// Whether the debt counts as an asset.
    public let hasPositiveBalance: Bool
    /// Whether purchases count as money that came in.
    public let hasPositivePurchases: Bool
}

extension Vault {
    /// The counted debts that seem to have reversed signs: loans with a positive
    /// balance, and cards with positive purchases. Also cards with a positive balance
    /// on which recent purchases exceed payments; those can hardly be overpaid.
    ///
    /// - Returns: in the order of ``accounts()``.
    public func reversedDebts() throws(VaultError) -> [ReversedDebt] {
        let debts = try accounts().filter { $0.type.isLiability && $0.visibility.isCounted }
        return try read { database in
            try debts.compactMap { debt in
                let isPositive = (debt.balance?.minorUnits ?? 0) > 0
                guard !debt.type.isLoan, let balanceAt = debt.balanceAt else {
                    return isPositive
                        ? ReversedDebt(
                            account: debt, hasPositiveBalance: true, hasPositivePurchases: false)
                        : nil
                }
                let last = CalendarDay(secondsSinceEpoch: balanceAt)
                let month = try CardMonth(database, account: debt.id, until: last)
                guard month.hasPositivePurchases || (isPositive && month.total < 0) else {
                    return nil
                }
                return ReversedDebt(
                    account: debt, hasPositiveBalance: isPositive,
                    hasPositivePurchases: month.hasPositivePurchases)
            }
        }
    }
}

/// The transactions posted to a card within one payment cycle.
private struct CardMonth {
    let total: Int128
    /// There are many purchases, and few payments and refunds.
    let hasPositivePurchases: Bool

    private static let days = 35
    private static let fewestPurchases = 4
    private static let purchasesToEachPayment = 3

    init(_ database: Database, account: Int64, until last: CalendarDay) throws {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT \(WideSum.sql("amount")), count(*) FILTER (WHERE amount > 0),
                    count(*) FILTER (WHERE amount < 0)
                FROM transactions
                WHERE account_id = ? AND day > ? AND day <= ? AND is_pending = 0
                    AND voided_at IS NULL
                """,
            arguments: [
                account, last.adding(days: -Self.days).daysSinceEpoch, last.daysSinceEpoch,
            ])
        total = try row.map { try WideSum.value($0, at: 0) } ?? 0
        let positive: Int = try row?.value(2) ?? 0
        let negative: Int = try row?.value(3) ?? 0
        hasPositivePurchases =
            positive >= Self.fewestPurchases && positive >= negative * Self.purchasesToEachPayment
    }
}
