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

extension Vault {
    /// Stores the person's decision on an account's signs. Reverses stored amounts, and
    /// those of later answers; the same for accounts that were merged into this one.
    ///
    /// - Throws: ``VaultError/damagedRow(table:id:reason:)`` for an amount without an opposite.
    public func reverseSigns(_ signs: ReversedSigns, account: Int64) throws(VaultError) {
        try write { database in
            // What was merged into it is its own again once that is undone.
            let merged = try MergedAccounts(database).accounts(goingOnAs: account)
            for account in [account] + merged {
                try Self.reverse(signs, of: account, database)
            }
        }
    }

    private static func reverse(
        _ signs: ReversedSigns, of account: Int64, _ database: Database
    ) throws {
        let earlier = try AccountSigns(database).signs(of: account)
        try refuseLowest(
            of: account, inBalances: earlier.balance != signs.balance,
            inTransactions: earlier.transactions != signs.transactions, database)
        if earlier.transactions != signs.transactions {
            try database.execute(
                sql: "UPDATE transactions SET amount = -amount WHERE account_id = ?",
                arguments: [account])
        }
        if earlier.balance != signs.balance {
            try database.execute(
                sql: "UPDATE accounts SET balance = -balance WHERE id = ?",
                arguments: [account])
            try database.execute(
                sql: "UPDATE daily_balances SET balance = -balance WHERE account_id = ?",
                arguments: [account])
        }
        try database.execute(
            sql: """
                INSERT INTO account_signs (account_id, reverses_balance, reverses_transactions)
                VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET reverses_balance = excluded.reverses_balance,
                    reverses_transactions = excluded.reverses_transactions
                """,
            arguments: [account, signs.balance, signs.transactions])
    }

    /// Rejects `Int64.min`, which has no opposite; earlier versions stored it.
    private static func refuseLowest(
        of account: Int64, inBalances: Bool, inTransactions: Bool, _ database: Database
    ) throws {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT 'transactions', id FROM transactions
                WHERE :inTransactions AND account_id = :account AND amount = :lowest
                UNION ALL SELECT 'accounts', id FROM accounts
                WHERE :inBalances AND id = :account AND balance = :lowest
                UNION ALL SELECT 'daily_balances', account_id FROM daily_balances
                WHERE :inBalances AND account_id = :account AND balance = :lowest
                """,
            arguments: [
                "account": account, "lowest": Int64.min, "inBalances": inBalances,
                "inTransactions": inTransactions,
            ])
        guard let row else { return }
        throw VaultError.damagedRow(
            table: row[0], id: row[1], reason: "its amount is too large for its sign to be turned")
    }
}

/// The accounts whose signs are reversed when an answer is stored.
struct AccountSigns {
    private var byAccount: [Int64: ReversedSigns] = [:]

    init(_ database: Database) throws {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT account_id, reverses_balance, reverses_transactions FROM account_signs")
        while let row = try rows.next() {
            byAccount[row[0]] = ReversedSigns(balance: row[1], transactions: row[2])
        }
    }

    func signs(of account: Int64) -> ReversedSigns { byAccount[account] ?? ReversedSigns() }

    func turned(_ account: ReceivedAccount, of id: Int64) throws -> ReceivedAccount {
        guard signs(of: id).transactions else { return account }
        return ReceivedAccount(
            institutionKey: account.institutionKey, bankID: account.bankID, name: account.name,
            currency: account.currency, balance: account.balance,
            transactions: try account.transactions.map { transaction in
                ReceivedTransaction(
                    bankID: transaction.bankID, day: transaction.day,
                    amount: try Self.turned(transaction.amount),
                    description: transaction.description, payee: transaction.payee,
                    memo: transaction.memo, merchantCode: transaction.merchantCode,
                    isPending: transaction.isPending, postedAt: transaction.postedAt,
                    transactedAt: transaction.transactedAt)
            }, coverage: account.coverage, asked: account.asked)
    }

    func turned(_ balance: ReceivedBalance, of id: Int64) throws -> ReceivedBalance {
        guard signs(of: id).balance else { return balance }
        return ReceivedBalance(
            minorUnits: try Self.turned(balance.minorUnits),
            availableMinorUnits: balance.availableMinorUnits, at: balance.at)
    }

    private static func turned(_ amount: Int64) throws -> Int64 {
        let (turned, overflow) = Int64(0).subtractingReportingOverflow(amount)
        guard !overflow else {
            throw VaultError.database(reason: "an amount is too large for its sign to be turned")
        }
        return turned
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
    let total: Double
    /// There are many purchases, and few payments and refunds.
    let hasPositivePurchases: Bool

    private static let days = 35
    private static let fewestPurchases = 4
    private static let purchasesToEachPayment = 3

    init(_ database: Database, account: Int64, until last: CalendarDay) throws {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT total(amount), count(*) FILTER (WHERE amount > 0),
                    count(*) FILTER (WHERE amount < 0)
                FROM transactions
                WHERE account_id = ? AND day > ? AND day <= ? AND is_pending = 0
                    AND voided_at IS NULL
                """,
            arguments: [
                account, last.adding(days: -Self.days).daysSinceEpoch, last.daysSinceEpoch,
            ])
        total = row?[0] ?? 0
        let positive: Int = row?[1] ?? 0
        let negative: Int = row?[2] ?? 0
        hasPositivePurchases =
            positive >= Self.fewestPurchases && positive >= negative * Self.purchasesToEachPayment
    }
}
