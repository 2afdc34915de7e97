internal import GRDB
internal import Model

/// Writes institutions and accounts of one answer.
struct AccountStore {
    let database: Database
    let connection: Int64
    /// Ids that several accounts of the answer have: such an id alone names
    /// none of them.
    let sharedIDs: Set<ExactText>
    private let signs: AccountSigns

    init(
        database: Database, connection: Int64, answer: ReceivedAnswer, signs: AccountSigns
    ) {
        self.signs = signs
        self.database = database
        self.connection = connection
        sharedIDs = Set(
            Dictionary(grouping: answer.accounts) { ExactText($0.bankID) }
                .filter { $0.value.count > 1 }.keys)
    }

    /// Returns the vault's number of each institution by the bank's key. One
    /// that an answer refers to without describing it keeps its name.
    func store(_ institutions: [ReceivedInstitution]) throws -> [ExactText: Int64] {
        var ids: [ExactText: Int64] = [:]
        for institution in institutions {
            ids[ExactText(institution.key)] = try Int64.fetchOne(
                database,
                sql: """
                    INSERT INTO institutions (connection_id, bank_key, name, url)
                    VALUES (?, CAST(? AS TEXT), ?, ?)
                    ON CONFLICT DO UPDATE SET name = coalesce(nullif(excluded.name, ''), name),
                        url = coalesce(excluded.url, url)
                    RETURNING id
                    """,
                arguments: [
                    connection, TextBytes(institution.key), institution.name, institution.url,
                ])
        }
        return ids
    }

    /// Returns the vault's number of the account; nil, with nothing of it
    /// stored, where its amounts are in another currency than those that are
    /// here.
    func store(
        _ account: ReceivedAccount, institutions: [ExactText: Int64], receivedAt: Int64
    ) throws -> Int64? {
        guard let institution = institutions[ExactText(account.institutionKey)] else {
            throw VaultError.database(reason: "an account names an institution that is not there")
        }
        let known = try knownAccount(account, institution: institution)
        let spoken =
            try known.map { try currencyOfAmounts(in: $0, toldAs: account.currency) }
            ?? account.currency
        guard let spoken else { return nil }
        let currency = try currencyID(of: spoken)
        let id =
            try known
            ?? addAccount(
                account, institution: institution, currency: currency, receivedAt: receivedAt)
        try database.execute(
            sql: """
                UPDATE accounts SET institution_id = ?, name = ?, currency_id = ?,
                    last_received_at = max(last_received_at, ?)
                WHERE id = ?
                """,
            arguments: [institution, account.name, currency, receivedAt, id])
        if let balance = account.balance {
            try store(try signs.turned(balance, of: id), account: id)
        }
        if let coverage = account.coverage { try extendCoverage(coverage, account: id) }
        return id
    }

    /// What a known account's amounts are in, now that its bank says a currency:
    /// nothing is in two. A bank may tell the currency later, or stop telling it.
    private func currencyOfAmounts(
        in account: Int64, toldAs received: Currency
    ) throws -> Currency? {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT code, exponent, EXISTS (
                    SELECT 1 FROM transactions WHERE account_id = accounts.id
                    UNION ALL SELECT 1 FROM daily_balances WHERE account_id = accounts.id)
                FROM accounts JOIN currencies ON currencies.id = currency_id
                WHERE accounts.id = ?
                """,
            arguments: [account])
        guard let row, row[2] else { return received }
        let stored = Currency(code: row[0], exponent: row[1])
        guard stored.exponent == received.exponent else { return nil }
        if received.code.isEmpty { return stored }
        return stored.code.isEmpty || stored == received ? received : nil
    }

    /// Finds an account by the bank's id. The same account is named by its
    /// organisation in version 1 of the protocol and by its connection in
    /// version 2: an id that is unique in this connection outlives that change.
    private func knownAccount(_ account: ReceivedAccount, institution: Int64) throws -> Int64? {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT id, institution_id FROM accounts
                WHERE connection_id = ? AND bank_id = CAST(? AS TEXT)
                """,
            arguments: [connection, TextBytes(account.bankID)])
        let exact = rows.first { $0["institution_id"] == institution }
        let isUnique = rows.count == 1 && !sharedIDs.contains(ExactText(account.bankID))
        return (exact ?? (isUnique ? rows.first : nil))?["id"]
    }

    private func addAccount(
        _ account: ReceivedAccount, institution: Int64, currency: Int64, receivedAt: Int64
    ) throws -> Int64 {
        try database.execute(
            sql: """
                INSERT INTO accounts
                    (connection_id, institution_id, bank_id, name, currency_id, last_received_at)
                VALUES (?, ?, CAST(? AS TEXT), ?, ?, ?)
                """,
            arguments: [
                connection, institution, TextBytes(account.bankID), account.name, currency,
                receivedAt,
            ])
        return database.lastInsertedRowID
    }

    /// Keeps a balance unless a newer one is known, and one a day for the
    /// history.
    private func store(_ balance: ReceivedBalance, account: Int64) throws {
        try database.execute(
            sql: """
                UPDATE accounts SET balance = ?, available_balance = ?, balance_at = ?
                WHERE id = ? AND (balance_at IS NULL OR balance_at <= ?)
                """,
            arguments: [
                balance.minorUnits, balance.availableMinorUnits, balance.at, account, balance.at,
            ])
        guard database.changesCount > 0 else { return }
        try database.execute(
            sql: """
                INSERT INTO daily_balances (account_id, day, balance) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET balance = excluded.balance
                """,
            arguments: [
                account, CalendarDay(secondsSinceEpoch: balance.at).daysSinceEpoch,
                balance.minorUnits,
            ])
    }

    /// Joins a window to the days that are covered already. A window that does
    /// not touch them would leave a gap, so it replaces them only when nothing
    /// was covered yet.
    private func extendCoverage(_ window: Range<CalendarDay>, account: Int64) throws {
        try database.execute(
            sql: """
                UPDATE accounts SET
                    covered_from = min(coalesce(covered_from, :from), :from),
                    covered_to = max(coalesce(covered_to, :to), :to)
                WHERE id = :account
                    AND (covered_from IS NULL OR (:from <= covered_to AND :to >= covered_from))
                """,
            arguments: [
                "from": window.lowerBound.daysSinceEpoch, "to": window.upperBound.daysSinceEpoch,
                "account": account,
            ])
    }

    private func currencyID(of currency: Currency) throws -> Int64 {
        let known = try Row.fetchOne(
            database, sql: "SELECT id, exponent FROM currencies WHERE code = ?",
            arguments: [currency.code])
        guard let known else {
            try database.execute(
                sql: "INSERT INTO currencies (code, exponent) VALUES (?, ?)",
                arguments: [currency.code, currency.exponent])
            return database.lastInsertedRowID
        }
        let id: Int64 = known["id"]
        guard known["exponent"] == currency.exponent else {
            throw VaultError.damagedRow(
                table: "currencies", id: id, reason: "stored with another number of decimals")
        }
        return id
    }
}
