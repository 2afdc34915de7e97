internal import GRDB
public import Model

/// An account that the person keeps without a bank.
public struct HandAccount: Hashable, Sendable {
    public let name: String
    public let type: AccountType
    public let currency: Currency
    /// As in ``AccountRecord/follows``, each of one line.
    public let follows: [String]

    public init(name: String, type: AccountType, currency: Currency, follows: [String]) {
        self.name = name
        self.type = type
        self.currency = currency
        self.follows = follows
    }
}

/// A balance that the person entered, in minor units.
public typealias HandValue = ImportedAccount.Closing

extension Vault {
    /// Adds an account with its first value.
    ///
    /// - Returns: its row ID.
    public func addAccount(
        _ account: HandAccount, worth value: HandValue
    ) throws(VaultError) -> Int64 {
        try enter { entries in
            let id = try NewAccount(
                name: account.name, bank: "By hand", source: account.name,
                currency: account.currency
            ).add(
                to: Vault.handConnection(entries.database, createdAt: entries.instant),
                entries.database, at: entries.instant)
            let made = try entries.note(account: id)
            let valued = try entries.note(account: id, value)
            try entries.database.execute(
                sql: "UPDATE accounts SET import_id = ? WHERE id = ?", arguments: [made, id])
            let added = try entries.account(id)
            try entries.decide(
                "accounts add \(added.quoted) \(added.text(value.minorUnits))"
            ) {
                try entries.count(made)
                try entries.count(valued)
                try entries.database.execute(
                    sql: """
                        INSERT INTO account_decisions (account_id, type, follows)
                        VALUES (?, ?, ?)
                        """,
                    arguments: [id, account.type.rawValue, Self.lines(account.follows)])
            }
            return id
        }
    }

    /// Sets the value of a day, in place of an earlier one of that day.
    public func setValue(_ value: HandValue, account: Int64) throws(VaultError) {
        try enter { entries in
            let id = try entries.note(account: account, value)
            let known = try entries.account(account)
            let words = "\(known.quoted) \(known.text(value.minorUnits)) --on \(value.day)"
            try entries.decide("accounts value \(words)") {
                try entries.remove(valueOf: value.day, account: account)
                try entries.count(id)
            }
        }
    }

    /// Removes the value of a day.
    public func removeValue(of day: CalendarDay, account: Int64) throws(VaultError) {
        try enter { entries in
            let name = try entries.account(account).quoted
            try entries.decide("accounts value \(name) --on \(day) --remove") {
                try entries.remove(valueOf: day, account: account)
            }
        }
    }

    /// The values of an account that the person entered, the oldest first.
    public func values(ofAccount account: Int64) throws(VaultError) -> [HandValue] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT closing_day, closing_balance FROM imports
                    JOIN import_decisions ON import_id = imports.id
                    WHERE account_id = ? AND file = '' AND closing_day IS NOT NULL
                    ORDER BY closing_day
                    """,
                arguments: [account]
            ).map { row in
                try HandValue(
                    day: row.day(0),
                    minorUnits: ImportedTransactions(database).bankBalance(
                        row.value(1), account: account))
            }
        }
    }

    /// Sets the texts of transactions that change an account's balance.
    public func follow(_ texts: [String], account: Int64) throws(VaultError) {
        let words = texts.isEmpty ? "--off" : JournalWords.listed(texts.map(JournalWords.quoted))
        try decide(about: account, { "accounts follow \($0.quoted) \(words)" }) { database in
            try database.execute(
                sql: """
                    INSERT INTO account_decisions (account_id, follows) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET follows = excluded.follows
                    """,
                arguments: [account, Self.lines(texts)])
        }
    }

    private static func lines(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    /// Adds a transaction with what the person says about it.
    ///
    /// - Returns: its row ID.
    public func addTransaction(
        _ transaction: ReceivedTransaction, account: Int64, correction: Correction
    ) throws(VaultError) -> Int64 {
        try enter { entries in
            let made = try entries.note(account: account)
            let id = try entries.add(transaction, account: account, import: made)
            let known = try entries.account(account)
            let category = correction.category.map { " --category \($0)" } ?? ""
            try entries.decide(
                "transactions add \(id) \(known.text(transaction.amount)) "
                    + "\(JournalWords.quoted(transaction.payee)) --account \(known.quoted)\(category)"
            ) {
                try entries.count(made)
                if correction != Correction() {
                    try CorrectionStore(database: entries.database)
                        .store(correction, transaction: id)
                }
            }
            return id
        }
    }

    /// Removes a transaction that the person entered.
    ///
    /// - Returns: whether it is one.
    public func removeTransaction(_ transaction: Int64) throws(VaultError) -> Bool {
        try enter { entries in
            let row = try Row.fetchOne(
                entries.database,
                sql: """
                    SELECT imports.id, transactions.account_id, amount, value
                    FROM transactions JOIN imports ON imports.id = import_id
                    JOIN texts ON texts.id = payee_id
                    WHERE transactions.id = ? AND file = '' AND voided_at IS NULL
                        AND transactions.id NOT IN (
                            SELECT transaction_id FROM mirrored_transactions)
                    """,
                arguments: [transaction])
            guard let row else { return false }
            let made: Int64 = try row.value(0)
            let amount = try entries.account(row.value(1)).text(row.value(2))
            let payee = try JournalWords.quoted(row.value(3))
            try entries.decide("transactions remove \(transaction) \(amount) \(payee)") {
                try entries.database.execute(
                    sql: "DELETE FROM import_decisions WHERE import_id = ?", arguments: [made])
            }
            return true
        }
    }

    /// Removes an account that files or the person made, with its transactions.
    ///
    /// - Returns: false, with nothing changed, if another account was merged into it.
    public func removeAccount(_ account: Int64) throws(VaultError) -> Bool {
        try enter { entries in
            let hasMerged = try Bool.fetchOne(
                entries.database,
                sql: "SELECT EXISTS (SELECT 1 FROM account_merges WHERE into_account = ?)",
                arguments: [account])
            guard hasMerged != true else { return false }
            let name = try entries.account(account).quoted
            try entries.decide("accounts remove \(name)") {
                try entries.database.execute(
                    sql: """
                        DELETE FROM import_decisions
                        WHERE import_id IN (SELECT id FROM imports WHERE account_id = ?)
                        """,
                    arguments: [account])
            }
            return true
        }
    }

    /// Stores entries, and settles what counts by them.
    private func enter<Value>(_ body: (HandEntries) throws -> Value) throws(VaultError) -> Value {
        let instant = clock()
        return try write { database in
            let value = try body(HandEntries(database: database, instant: instant))
            try ImportedTransactions(database).settle(at: instant)
            return value
        }
    }
}

/// What a person entered, as imports without a file.
struct HandEntries {
    let database: Database
    /// POSIX seconds.
    let instant: Int64

    func account(_ id: Int64) throws -> JournalAccount { try JournalAccount(id, in: database) }

    func decide(_ summary: String, _ body: () throws -> Void) throws {
        try Journal(database).record(summary, madeAt: instant, body)
    }

    /// Returns the row ID of the entry, which doesn't count yet.
    func note(account: Int64, _ value: HandValue? = nil) throws -> Int64 {
        try database.execute(
            sql: """
                INSERT INTO imports
                    (account_id, source, file, imported_at, closing_day, closing_balance)
                VALUES (?, '', '', ?, ?, ?)
                """,
            arguments: [
                account, instant, value?.day.daysSinceEpoch,
                try value.map {
                    try ImportedTransactions(database).bankBalance($0.minorUnits, account: account)
                },
            ])
        return database.lastInsertedRowID
    }

    func count(_ entry: Int64) throws {
        try database.execute(
            sql: "INSERT INTO import_decisions (import_id) VALUES (?)", arguments: [entry])
    }

    func remove(valueOf day: CalendarDay, account: Int64) throws {
        try database.execute(
            sql: """
                DELETE FROM import_decisions WHERE import_id IN (
                    SELECT id FROM imports WHERE account_id = ? AND file = '' AND closing_day = ?)
                """,
            arguments: [account, day.daysSinceEpoch])
    }

    /// Adds a transaction that counts as long as the entry does.
    func add(_ row: ReceivedTransaction, account: Int64, import entry: Int64) throws -> Int64 {
        let texts = try TextStore(database)
        let content = TransactionContent(
            day: row.day.daysSinceEpoch, amount: try bankAmount(row.amount, account: account),
            description: try texts.id(of: row.description), payee: try texts.id(of: row.payee),
            memo: try texts.id(of: row.memo), merchantCode: try texts.id(of: row.merchantCode),
            isPending: false, postedAt: row.postedAt, transactedAt: row.transactedAt)
        return try add(content, named: "hand:\(entry)", account: account, import: entry)
    }

    /// An amount that counts as the account stores it.
    func bankAmount(_ counted: Int64, account: Int64) throws -> Int64 {
        try ImportedTransactions(database).isReversed(account) ? 0 &- counted : counted
    }

    func add(
        _ content: TransactionContent, named name: String, account: Int64, import entry: Int64
    ) throws -> Int64 {
        let id = try TransactionTable(database)
            .add(name, content, account: account, receivedAt: instant)
        try database.execute(
            sql: "UPDATE transactions SET import_id = ? WHERE id = ?", arguments: [entry, id])
        try note(id, of: entry)
        return id
    }

    /// Lets a transaction count as long as the entry does.
    func note(_ transaction: Int64, of entry: Int64) throws {
        try database.execute(
            sql: """
                INSERT INTO imported_rows (transaction_id, import_id) VALUES (?, ?)
                ON CONFLICT DO NOTHING
                """,
            arguments: [transaction, entry])
    }
}
