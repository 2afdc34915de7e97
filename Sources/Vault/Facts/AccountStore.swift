internal import GRDB
internal import Model

/// The storing of an answer's institutions and accounts.
struct AccountStore {
    let database: Database
    let connection: Int64
    let sync: Int64?
    let answer: ReceivedAnswer

    /// Returns the row ID of each institution by the bank's key. An institution that is
    /// only referred to keeps its name.
    func store(_ institutions: [ReceivedInstitution]) throws -> [ExactText: Int64] {
        var ids: [ExactText: Int64] = [:]
        for institution in institutions {
            ids[ExactText(institution.key)] = try Int64.fetchOne(
                database,
                sql: """
                    INSERT INTO institutions
                        (connection_id, bank_key, name, url, organization_id)
                    VALUES (?, CAST(? AS TEXT), ?, ?, ?)
                    ON CONFLICT DO UPDATE SET
                        name = iif(excluded.name = '' OR (NOT ? AND name <> ''), name, excluded.name),
                        url = coalesce(excluded.url, url),
                        organization_id = coalesce(excluded.organization_id, organization_id)
                    RETURNING id
                    """,
                arguments: [
                    connection, TextBytes(institution.key), institution.name, institution.url,
                    institution.organizationID, institution.isNamed,
                ])
        }
        return ids
    }

    /// Returns the row ID of the account; nil, with nothing stored, if its currency
    /// differs from that of the stored amounts.
    func store(
        _ account: ReceivedAccount, institutions: [ExactText: Int64],
        moved: [Place: Int64]
    ) throws -> Int64? {
        guard let institution = institutions[ExactText(account.institutionKey)] else {
            throw VaultError.database(reason: "an account names an institution that is not there")
        }
        let place = Place(institution: institution, bankID: ExactText(account.bankID))
        let known =
            try accounts(at: account.bankID)
            .first { $0.institution == institution }?.id ?? moved[place]
        let agreedCurrency =
            try known.map { try currencyOfAmounts(in: $0, received: account.currency) }
            ?? account.currency
        guard let agreedCurrency else { return nil }
        let currency = try currencyID(of: agreedCurrency)
        let id =
            try known
            ?? addAccount(account, institution: institution, currency: currency)
        try database.execute(
            sql: """
                UPDATE accounts SET institution_id = ?, name = ?, currency_id = ?,
                    last_received_at = ?, last_sync_id = coalesce(?, last_sync_id)
                WHERE id = ?
                """,
            arguments: [institution, account.name, currency, answer.receivedAt, sync, id])
        // Holdings are of the balance's time. A balance that can't be read is of today.
        var balanceDay: Int32? = Self.day(answer.receivedAt)
        if let balance = account.balance {
            balanceDay = try store(balance, account: id)
        }
        if let holdings = account.holdings, let balanceDay {
            try store(holdings, account: id, day: balanceDay)
        }
        if let coverage = account.coverage { try extendCoverage(coverage, account: id) }
        return id
    }

    /// The currency of a known account's amounts, now that its bank sends one. Amounts
    /// never mix currencies. A bank may send the currency later, or stop sending it.
    private func currencyOfAmounts(
        in account: Int64, received: Currency
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
        guard let row, try row.value(2) else { return received }
        let stored = try Currency(code: row.value(0), exponent: row.value(1))
        guard stored.exponent == received.exponent else { return nil }
        if received.code.isEmpty { return stored }
        return stored.code.isEmpty || stored == received ? received : nil
    }

    /// The place of an account in an answer.
    struct Place: Hashable {
        let institution: Int64
        let bankID: ExactText
    }

    /// Known accounts that the answer has under another institution.
    ///
    /// Account ids are unique only within their institution. An institution may come
    /// back under another key, as protocol version 1 names the organisation and version
    /// 2 a connection. An account of an institution missing from the answer matches if
    /// the two institutions share a mark, and the account has the same name or rows. A
    /// person may have two connections to one bank. It also matches if all accounts of
    /// the answer, at least two, are known by id and name, and none under its
    /// institution.
    func movedAccounts(_ institutions: [ExactText: Int64]) throws -> [Place: Int64] {
        let answered = Set(institutions.values)
        var marks: [Int64: InstitutionMarks] = [:]
        var moved: [(place: Place, account: Int64)] = []
        var namesakes: [(place: Place, account: Int64)] = []
        for account in answer.accounts {
            guard let institution = institutions[ExactText(account.institutionKey)] else {
                continue
            }
            let known = try accounts(at: account.bankID)
            guard !known.contains(where: { $0.institution == institution }) else { continue }
            let place = Place(institution: institution, bankID: ExactText(account.bankID))
            let silent = known.filter { !answered.contains($0.institution) }
            for id in Set(silent.map(\.institution) + [institution]) where marks[id] == nil {
                marks[id] = try InstitutionMarks(database, id)
            }
            let alike = silent.filter { $0.isNamed(as: account) }
            let same = try silent.filter {
                guard marks[$0.institution]?.share(marks[institution]) == true else { return false }
                return try $0.isNamed(as: account) || hasRows(of: account, in: $0.id)
            }
            if same.count == 1 { moved.append((place, same[0].id)) }
            if same.isEmpty, alike.count == 1 { namesakes.append((place, alike[0].id)) }
        }
        if namesakes.count >= 2, namesakes.count == answer.accounts.count { moved = namesakes }
        let claims = Dictionary(grouping: moved) { $0.account }
        return Dictionary(
            claims.values.filter { $0.count == 1 }.map { ($0[0].place, $0[0].account) },
            uniquingKeysWith: { first, _ in first })
    }

    private struct KnownAccount {
        let id: Int64
        let institution: Int64
        let name: String
        let currency: Currency

        /// A bank may send the currency later.
        func isNamed(as account: ReceivedAccount) -> Bool {
            let codes = [currency.code, account.currency.code]
            return name == account.name && currency.exponent == account.currency.exponent
                && (currency == account.currency || codes.contains(""))
        }
    }

    /// Whether an account already has most posted rows of an answer.
    private func hasRows(of account: ReceivedAccount, in id: Int64) throws -> Bool {
        let posted = account.transactions.filter { !$0.isPending }
        let find = try database.cachedStatement(
            sql: """
                SELECT 1 FROM transactions WHERE account_id = ? AND bank_id = CAST(? AS TEXT)
                    AND day = ? AND bank_amount = ?
                """)
        let known = try posted.filter { row in
            try Int.fetchOne(
                find,
                arguments: [
                    id, TextBytes(row.bankID), row.day.daysSinceEpoch, row.amount,
                ]) != nil
        }
        return known.count * 2 > posted.count
    }

    private func accounts(at bankID: String) throws -> [KnownAccount] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT accounts.id, institution_id, name, code, exponent FROM accounts
                JOIN currencies ON currencies.id = currency_id
                WHERE connection_id = ? AND bank_id = CAST(? AS TEXT)
                """,
            arguments: [connection, TextBytes(bankID)]
        ).map {
            try KnownAccount(
                id: $0.value(0), institution: $0.value(1), name: $0.value(2),
                currency: Currency(code: $0.value(3), exponent: $0.value(4)))
        }
    }

    private func addAccount(
        _ account: ReceivedAccount, institution: Int64, currency: Int64
    ) throws -> Int64 {
        try database.execute(
            sql: """
                INSERT INTO accounts
                    (connection_id, institution_id, bank_id, name, currency_id, last_received_at)
                VALUES (?, ?, CAST(? AS TEXT), ?, ?, ?)
                """,
            arguments: [
                connection, institution, TextBytes(account.bankID), account.name, currency,
                answer.receivedAt,
            ])
        return database.lastInsertedRowID
    }

    /// Stores a balance unless a newer one is known, and one a day for the history.
    ///
    /// - Returns: its day; nil if it was not stored.
    private func store(_ balance: ReceivedBalance, account: Int64) throws -> Int32? {
        let known = try Int64.fetchOne(
            database, sql: "SELECT balance_at FROM accounts WHERE id = ?", arguments: [account])
        let clock = BalanceClock(now: answer.receivedAt, known: known)
        guard let instant = clock.instant(of: balance) else { return nil }
        try database.execute(
            sql: """
                UPDATE accounts SET balance = ?, available_balance = ?, balance_at = ? WHERE id = ?
                """,
            arguments: [balance.minorUnits, balance.availableMinorUnits, instant, account])
        if let known, known > instant {
            // Without a date from the bank the clock may be wrong now, so only that day
            // is in doubt.
            let first = balance.at == nil ? Self.day(known) : Self.day(answer.receivedAt) + 1
            let last = balance.at == nil ? first : .max
            try database.execute(
                sql: "DELETE FROM daily_balances WHERE account_id = ? AND day BETWEEN ? AND ?",
                arguments: [account, first, last])
            try forgetHoldings(account: account, days: Int64(first)...Int64(last))
        }
        try database.execute(
            sql: """
                INSERT INTO daily_balances (account_id, day, balance) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET balance = excluded.balance
                """,
            arguments: [account, Self.day(instant), balance.minorUnits])
        return Self.day(instant)
    }

    private static func day(_ instant: Int64) -> Int32 {
        CalendarDay(secondsSinceEpoch: instant).daysSinceEpoch
    }

    /// Extends the covered days by a window. A window apart from them would leave a
    /// gap. It replaces them only if it is newer and they contain no transaction.
    private func extendCoverage(_ window: Range<CalendarDay>, account: Int64) throws {
        try database.execute(
            sql: """
                UPDATE accounts SET
                    covered_from = iif(:from <= covered_to, min(covered_from, :from), :from),
                    covered_to = iif(:from <= covered_to, max(covered_to, :to), :to)
                WHERE id = :account
                    AND (covered_from IS NULL OR (:from <= covered_to AND :to >= covered_from)
                        OR (:from > covered_to AND NOT EXISTS (
                            SELECT 1 FROM transactions
                            WHERE account_id = :account AND is_pending = 0
                                AND day >= covered_from AND day < covered_to)))
                """,
            arguments: [
                "from": window.lowerBound.daysSinceEpoch, "to": window.upperBound.daysSinceEpoch,
                "account": account,
            ])
    }

    func currencyID(of currency: Currency) throws -> Int64 {
        let known = try Row.fetchOne(
            database, sql: "SELECT id, exponent FROM currencies WHERE code = ?",
            arguments: [currency.code])
        guard let known else {
            try database.execute(
                sql: "INSERT INTO currencies (code, exponent) VALUES (?, ?)",
                arguments: [currency.code, currency.exponent])
            return database.lastInsertedRowID
        }
        let id: Int64 = try known.value("id")
        guard try known.value("exponent") == currency.exponent else {
            throw VaultError.damagedRow(
                table: "currencies", id: id, reason: "stored with another number of decimals")
        }
        return id
    }
}

/// The marks that identify an institution under two keys.
private struct InstitutionMarks {
    private let marks: Set<String>

    init(_ database: Database, _ institution: Int64) throws {
        let row = try Row.fetchOne(
            database,
            sql: "SELECT bank_key, organization_id, name, url FROM institutions WHERE id = ?",
            arguments: [institution])
        guard let row else {
            throw VaultError.database(reason: "there is no institution \(institution)")
        }
        let key: String = try row.value(0)
        let organization: String? = try row.value(1)
        let name: String = try row.value(2)
        let url: String? = try row.value(3)
        // "https://www.bank.example/login"; without an id, version 1's key is "domain#name".
        let host = url?.split(separator: "/").first { $0.contains(".") }
        let domain = key.split(separator: "#").first
        let hosts = [host, domain].compactMap { $0?.lowercased() }
            .map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 }
        let names = [key, organization ?? "", name].map {
            $0.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        marks = Set(hosts + names).subtracting([""])
    }

    func share(_ other: InstitutionMarks?) -> Bool {
        guard let other else { return false }
        return !marks.isDisjoint(with: other.marks)
    }
}

/// The instant of a balance, given a clock that may have been changed.
private struct BalanceClock {
    /// The time of the answer, in POSIX seconds.
    let now: Int64
    /// The instant of the known balance.
    let known: Int64?

    private static let tolerance: Int64 = 86_400
    /// 2020-01-01: an earlier clock has lost its time.
    private static let earliestNow: Int64 = 1_577_836_800

    /// Nil if a newer balance is known.
    ///
    /// No balance is newer than its answer. A known one in the future gives way to the
    /// bank's current one. If the bank dates both in the future, the clock was set
    /// back.
    func instant(of balance: ReceivedBalance) -> Int64? {
        let told = balance.at ?? now
        guard told > now + Self.tolerance else {
            let instant = min(told, now)
            guard let known, known <= now else { return instant }
            return known <= instant ? instant : nil
        }
        if let known, known > now + Self.tolerance { return told >= known ? told : nil }
        return known == nil && now < Self.earliestNow ? told : now
    }
}
