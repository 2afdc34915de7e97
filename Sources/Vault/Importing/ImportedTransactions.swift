internal import GRDB
public import Model

/// Imported transactions that an undone or redone import took along.
public struct ImportedChange: Hashable, Sendable {
    /// Transactions that no longer count.
    public let gone: Int
    /// Transactions that count again.
    public let back: Int
    /// Their sum in each currency.
    public let sums: [Money]
}

/// The transactions that only files have.
///
/// An account is one list, whatever brings its rows. A row that a connection and a file
/// both have is kept as the connection's; the file's own is void. A row that no import
/// that counts has any more is void, too.
struct ImportedTransactions {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Whether an account exists for the person: an import that is undone leaves none.
    static let isShown = """
        (accounts.import_id IS NULL OR EXISTS (
            SELECT 1 FROM imports JOIN import_decisions ON import_id = imports.id
            WHERE imports.account_id = accounts.id))
        """

    /// The transactions that count and that a list shows, which a file's rows may repeat.
    func counting(in account: Int64) throws -> [StoredTransaction] {
        try transactions(in: account, "voided_at IS NULL AND is_pending = 0")
    }

    /// Whether the amounts of an account are stored with the opposite sign. A file's rows have
    /// the sign that counts.
    func isReversed(_ account: Int64) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: "SELECT reverses_transactions FROM account_signs WHERE account_id = ?",
            arguments: [account]) ?? false
    }

    /// Lets rows that a connection has brought now go on as the connection's. They keep their
    /// row IDs, so that whatever is known of them stays, and can be undone; the new rows are void.
    func giveWay(in account: Int64, texts: TextAgreement, at instant: Int64) throws {
        guard try hasImports() else { return }
        let theirs = try transactions(in: account, "voided_at IS NULL AND import_id IS NOT NULL")
        guard !theirs.isEmpty else { return }
        let own = try transactions(
            in: account,
            """
            voided_at IS NULL AND import_id IS NULL AND is_pending = 0
                AND NOT EXISTS (SELECT 1 FROM imported_rows WHERE transaction_id = transactions.id)
            """)
        let pairs = try DoubledTransactions(theirs, own, texts, isOneAccount: true).pairs
        guard !pairs.isEmpty else { return }
        let rows = Dictionary((theirs + own).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let decisions = try DecisionMove(database)
        let table = try TransactionTable(database)
        let doubts = SettlementDoubts(database: database)
        for (known, new) in pairs {
            guard let file = rows[known], let bank = rows[new] else { continue }
            try decisions.move(from: new, to: known)
            try doubts.offer(known, where: new)
            try table.change(known, to: bank.bankID.text, bank.content)
            try table.change(new, to: file.bankID.text, file.content)
            try database.execute(
                sql: """
                    UPDATE transactions SET import_id = (
                        SELECT import_id FROM transactions WHERE id = :known) WHERE id = :new;
                    UPDATE transactions SET import_id = NULL WHERE id = :known;
                    UPDATE merged_rows SET transaction_id = :known WHERE transaction_id = :new
                    """,
                arguments: ["known": known, "new": new])
            try table.withdraw(new, at: instant)
        }
    }

    /// A balance that counts as the account stores it.
    ///
    /// - Parameter counted: minor units. The opposite of the lowest one is itself.
    func bankBalance(_ counted: Int64, account: Int64) throws -> Int64 {
        let isReversed = try Bool.fetchOne(
            database, sql: "SELECT reverses_balance FROM account_signs WHERE account_id = ?",
            arguments: [account])
        return isReversed == true ? 0 &- counted : counted
    }

    /// Makes rows void that no counting import has, and brings back those that one has.
    /// Balances of accounts that files made follow their files.
    ///
    /// - Returns: the transactions that came or went; nil if none did.
    @discardableResult
    func settle(at instant: Int64) throws -> ImportedChange? {
        try MergedAccounts(database).settle()
        guard try hasImports() else { return nil }
        let counts = """
            EXISTS (SELECT 1 FROM imported_rows JOIN import_decisions USING (import_id)
                WHERE transaction_id = transactions.id)
            """
        let gone = try ids("voided_at IS NULL AND NOT \(counts)")
        // A merge makes rows void in another way, which stays.
        let back = try ids(
            """
            voided_at IS NOT NULL AND \(counts)
                AND id IN (SELECT transaction_id FROM missing_transactions)
            """)
        let table = try TransactionTable(database)
        for id in gone { try table.withdraw(id, at: instant) }
        for id in back {
            try database.execute(
                sql: "UPDATE transactions SET is_pending = 0, voided_at = NULL WHERE id = ?",
                arguments: [id])
            try table.forgetMissing(id)
        }
        try settleBalances()
        guard !gone.isEmpty || !back.isEmpty else { return nil }
        try PassState.noteChange(in: database)
        return ImportedChange(
            gone: gone.count, back: back.count, sums: try sums(of: gone + back))
    }

    private func sums(of transactions: [Int64]) throws -> [Money] {
        let find = try database.cachedStatement(
            sql: """
                SELECT amount, code, exponent FROM transactions
                JOIN accounts ON accounts.id = account_id
                JOIN currencies ON currencies.id = currency_id WHERE transactions.id = ?
                """)
        var sums: [Currency: Int128] = [:]
        for id in transactions {
            guard let row = try Row.fetchOne(find, arguments: [id]) else { continue }
            let currency = try Currency(code: row.value(1), exponent: row.value(2))
            let amount: Int64 = try row.value(0)
            sums[currency, default: 0] += Int128(amount)
        }
        return sums.map { Money(sum: $1, currency: $0) }
            .sorted { $0.currency.code < $1.currency.code }
    }

    private func settleBalances() throws {
        // What another account goes on with stays as the merge left it, which is undone as it is.
        let ofFile = """
            accounts.import_id IS NOT NULL
                AND accounts.id NOT IN (SELECT from_account FROM account_merges)
            """
        let noon = "closing_day * 86400 + 43200"
        // What a person entered on the day of a value, after it, came after it.
        let sign = { (account: String) in
            """
            iif(coalesce((SELECT reverses_balance FROM account_signs
                WHERE account_signs.account_id = \(account)), 0), -1, 1)
            """
        }
        let closing = """
            closing_balance + \(sign("imports.account_id")) * iif(file = '', coalesce((
                SELECT sum(amount) FROM transactions JOIN imports AS entries
                    ON entries.id = transactions.import_id AND entries.file = ''
                WHERE transactions.account_id = imports.account_id AND day = imports.closing_day
                    AND entries.id > imports.id AND is_pending = 0 AND voided_at IS NULL), 0), 0)
            """
        let counting = """
            imports JOIN import_decisions ON import_id = imports.id
            WHERE imports.account_id = accounts.id AND closing_day IS NOT NULL
            """
        try database.execute(
            sql: """
                UPDATE accounts SET
                    balance = (SELECT \(closing) FROM \(counting)
                        ORDER BY closing_day DESC, imports.id DESC LIMIT 1),
                    balance_at = (SELECT \(noon) FROM \(counting)
                        ORDER BY closing_day DESC, imports.id DESC LIMIT 1)
                WHERE \(ofFile);
                DELETE FROM daily_balances
                WHERE account_id IN (SELECT id FROM accounts WHERE \(ofFile))
                    AND day IN (SELECT closing_day FROM imports
                        WHERE imports.account_id = daily_balances.account_id);
                INSERT OR REPLACE INTO daily_balances (account_id, day, balance)
                SELECT accounts.id, closing_day, \(closing)
                FROM imports JOIN import_decisions ON import_decisions.import_id = imports.id
                    JOIN accounts ON accounts.id = imports.account_id
                WHERE \(ofFile) AND closing_day IS NOT NULL
                ORDER BY imports.id;
                """)
        // What a person keeps by hand has no statement, so later transactions count; so they do
        // after a value that a person gave to the account of a statement.
        try database.execute(
            sql: """
                UPDATE accounts SET balance = balance + moved, balance_at = newest * 86400 + 43200
                FROM (
                    SELECT account_id, \(sign("account_id")) * sum(amount) AS moved,
                        max(day) AS newest
                    FROM transactions JOIN accounts AS kept ON kept.id = account_id
                    JOIN connections ON connections.id = kept.connection_id
                    WHERE is_pending = 0 AND voided_at IS NULL
                        AND day * 86400 + 43200 > kept.balance_at
                        AND kept.id NOT IN (SELECT from_account FROM account_merges)
                        AND (kind = 'hand' OR kept.import_id IS NOT NULL AND '' = (
                            SELECT file FROM imports
                                JOIN import_decisions ON import_id = imports.id
                            WHERE account_id = kept.id AND closing_day IS NOT NULL
                            ORDER BY closing_day DESC, imports.id DESC LIMIT 1))
                    GROUP BY account_id)
                WHERE account_id = accounts.id
                """)
    }

    private func hasImports() throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM imports)") ?? false
    }

    private func ids(_ condition: String) throws -> [Int64] {
        try Int64.fetchAll(
            database,
            sql: "SELECT id FROM transactions WHERE import_id IS NOT NULL AND \(condition)")
    }

    private func transactions(
        in account: Int64, _ condition: String
    ) throws -> [StoredTransaction] {
        var found: [StoredTransaction] = []
        let rows = try RowIterator(
            database,
            sql: """
                SELECT \(StoredTransaction.columns) FROM transactions
                WHERE account_id = ? AND \(condition) ORDER BY day, id
                """)
        try rows.forEach(having: account) { found.append(try StoredTransaction($0)) }
        return found
    }
}
