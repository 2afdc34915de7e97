internal import GRDB
internal import Model

extension Vault {
    /// Imports a file: adds the rows that its accounts don't have, as one command that
    /// can be undone.
    ///
    /// Rows and stored transactions are recognised one to one by day, amount and text, as
    /// those of merged accounts are. A file that was imported before adds nothing.
    ///
    /// - Parameters:
    ///   - summary: a short description for `history`.
    ///   - dryRun: whether to leave everything as it is.
    /// - Returns: the outcome for each account, in the file's order.
    /// - Complexity: linear in the number of the accounts' transactions.
    public func importFile(
        _ file: ImportedFile, summary: String, dryRun: Bool
    ) throws(VaultError) -> [ImportOutcome] {
        let instant = clock()
        return try write { database in
            var outcomes: [ImportOutcome] = []
            try database.inSavepoint {
                let importer = try FileImporter(database: database, file: file, instant: instant)
                let accounts = try importer.accounts()
                let imports = try importer.imports(accounts)
                outcomes = try zip(file.accounts.indices, imports).map {
                    try importer.store($0, $1, account: accounts[$0])
                }
                let isKnown =
                    file.hasRowsAlone
                    && outcomes.allSatisfy { !$0.isNewAccount && $0.new.isEmpty }
                // It still has its rows, so that they stay if the import before is undone.
                let summary = isKnown ? "\(summary), nothing new" : summary
                try Journal(database).record(summary, madeAt: instant) {
                    for id in imports {
                        try database.execute(
                            sql: "INSERT INTO import_decisions (import_id) VALUES (?)",
                            arguments: [id])
                    }
                    try importer.decideTypes(accounts)
                    try ImportedDecisions(database, file).store(&outcomes)
                }
                try ImportedTransactions(database).settle(at: instant)
                return dryRun ? .rollback : .commit
            }
            return outcomes
        }
    }

    /// Runs reading use cases on the vault as a file's rows alone would leave it, without a decision
    /// about any of them. Nothing is stored.
    ///
    /// - Parameter body: gets the outcome for each account.
    public func supposing<Value>(
        imported file: ImportedFile, _ body: ([ImportOutcome]) throws -> Value
    ) throws -> Value {
        var outcomes: [ImportOutcome] = []
        return try supposing({ database in
            let importer = try FileImporter(database: database, file: file, instant: clock())
            let accounts = try importer.accounts()
            let imports = try importer.imports(accounts)
            outcomes = try zip(file.accounts.indices, imports).map {
                try importer.store($0, $1, account: accounts[$0])
            }
            for id in imports {
                try database.execute(
                    sql: "INSERT INTO import_decisions (import_id) VALUES (?)", arguments: [id])
            }
            try ImportedDecisions(database, file).remove(from: outcomes)
        }) { try body(outcomes) }
    }

    /// The account of an earlier import of the same account of a file, by row ID; nil if
    /// there is none that counts.
    public func account(importedAs source: String) throws(VaultError) -> Int64? {
        try read { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT account_id FROM imports JOIN import_decisions ON import_id = imports.id
                    WHERE source = ? AND source <> '' ORDER BY imports.id DESC LIMIT 1
                    """,
                arguments: [source])
        }.map { account throws(VaultError) in
            try read { try MergedAccounts($0).account(standingFor: account) }
        }
    }

    /// The imports after a row ID that count, from an instant on, oldest first.
    ///
    /// - Parameter instant: POSIX seconds.
    public func fileImports(
        after last: Int64, since instant: Int64
    ) throws(VaultError) -> [FileImport] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT imports.id, file, account_id, imported_at, (
                        SELECT count(*) FROM transactions WHERE import_id = imports.id)
                    FROM imports JOIN import_decisions ON import_id = imports.id
                    WHERE imports.id > ? AND imported_at >= ? AND file <> '' ORDER BY imports.id
                    """,
                arguments: [last, instant]
            ).map { row in
                try FileImport(
                    id: row.value(0), file: row.value(1), account: row.value(2),
                    importedAt: row.value(3), newTransactions: row.value(4))
            }
        }
    }

    /// The number of rows of a file that an account has, by day and amount, and the number
    /// of rows in its days.
    public func commonRows(
        _ rows: [ReceivedTransaction], account: Int64
    ) throws(VaultError) -> (common: Int, possible: Int) {
        try read { database in
            var counts: [RowKey: Int] = [:]
            let transactions = ImportedTransactions(database)
            let stored = try transactions.counting(in: account)
            let isReversed = try transactions.isReversed(account)
            for known in stored {
                counts[RowKey(known.content.day, known.content.amount), default: 0] += 1
            }
            guard let first = stored.first?.content.day, let last = stored.last?.content.day else {
                return (0, 0)
            }
            let possible = rows.count { (first...last).contains($0.day.daysSinceEpoch) }
            let common = rows.count { row in
                let key = RowKey(row.day.daysSinceEpoch, isReversed ? 0 &- row.amount : row.amount)
                guard let left = counts[key], left > 0 else { return false }
                counts[key] = left - 1
                return true
            }
            return (common, possible)
        }
    }

    /// Whether an earlier file that counts brought an account just these rows.
    ///
    /// - Complexity: as ``importFile(_:summary:dryRun:)``.
    public func hasImported(
        _ rows: [ReceivedTransaction], account: Int64
    ) throws(VaultError) -> Bool {
        let place = ImportedAccount(place: .known(account), source: "", rows: rows, closing: nil)
        let outcomes = try importFile(
            ImportedFile(name: "", accounts: [place]), summary: "", dryRun: true)
        guard !rows.isEmpty, let outcome = outcomes.first, outcome.new.isEmpty else { return false }
        let transactions = Set(outcome.transactions)
        return try read { database in
            let imports = try Int64.fetchAll(
                database,
                sql: """
                    SELECT imports.id FROM imports JOIN import_decisions ON import_id = imports.id
                    WHERE account_id = ? AND file <> ''
                    """,
                arguments: [account])
            return try imports.contains { id in
                try transactions
                    == Int64.fetchSet(
                        database,
                        sql: "SELECT transaction_id FROM imported_rows WHERE import_id = ?",
                        arguments: [id])
            }
        }
    }

    private struct RowKey: Hashable {
        let day: Int32
        let amount: Int64

        init(_ day: Int32, _ amount: Int64) {
            self.day = day
            self.amount = amount
        }
    }
}

/// The storing of one file.
private struct FileImporter {
    let database: Database
    let file: ImportedFile
    /// POSIX seconds.
    let instant: Int64
    private let texts: TextStore
    private let agreement: TextAgreement
    private let stored: ImportedTransactions

    init(database: Database, file: ImportedFile, instant: Int64) throws {
        self.database = database
        self.file = file
        self.instant = instant
        texts = try TextStore(database)
        agreement = TextAgreement(texts, limits: SettlementLimits())
        stored = ImportedTransactions(database)
    }

    /// The row ID of each account of the file; new ones are added.
    func accounts() throws -> [(id: Int64, isNew: Bool)] {
        try file.accounts.map { account in
            switch account.place {
            case .known(let id): (id, false)
            case .new(let name, let bank, let currency):
                (
                    try NewAccount(
                        name: name, bank: bank, source: account.source, currency: currency
                    ).add(
                        to: Vault.fileConnection(database, createdAt: instant), database,
                        at: instant),
                    true
                )
            }
        }
    }

    /// Gives new accounts the types that the file says. The person may decide otherwise.
    func decideTypes(_ accounts: [(id: Int64, isNew: Bool)]) throws {
        for (account, place) in zip(file.accounts, accounts) where place.isNew {
            guard let type = account.type else { continue }
            try database.execute(
                sql: """
                    INSERT INTO account_decisions (account_id, type) VALUES (?, ?)
                    ON CONFLICT (account_id) DO UPDATE SET type = excluded.type
                    """,
                arguments: [place.id, type.rawValue])
        }
    }

    /// Notes the file, once for each account.
    func imports(_ accounts: [(id: Int64, isNew: Bool)]) throws -> [Int64] {
        try zip(file.accounts, accounts).map { account, place in
            try database.execute(
                sql: """
                    INSERT INTO imports (account_id, source, file, imported_at, closing_day,
                        closing_balance) VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    place.id, account.source, file.name, instant,
                    account.closing?.day.daysSinceEpoch,
                    try account.closing.map {
                        try stored.bankBalance($0.minorUnits, account: place.id)
                    },
                ])
            let id = database.lastInsertedRowID
            if place.isNew {
                try database.execute(
                    sql: "UPDATE accounts SET import_id = ? WHERE id = ?",
                    arguments: [id, place.id]
                )
            }
            return id
        }
    }

    func store(
        _ position: Int, _ importID: Int64, account: (id: Int64, isNew: Bool)
    ) throws -> ImportOutcome {
        let rows = file.accounts[position].rows
        let known = try stored.counting(in: account.id)
        let isReversed = try stored.isReversed(account.id)
        let theirs = try rows.enumerated().map { number, row in
            StoredTransaction(
                id: Int64(number), bankID: id(of: row, importID, number),
                content: try content(of: row, isReversed: isReversed), firstReceivedAt: instant)
        }
        let matched = try DoubledTransactions(theirs, known, agreement, isOneAccount: true)
        let note = try BoundStatement(
            database,
            sql: """
                INSERT INTO imported_rows (transaction_id, import_id) VALUES (?, ?)
                ON CONFLICT DO NOTHING
                """)
        func noteRow(_ transaction: Int64) throws {
            try note.bind(transaction, at: 1)
            try note.bind(importID, at: 2)
            try note.execute()
        }
        let table = try TransactionTable(database)
        let mark = try BoundStatement(
            database, sql: "UPDATE transactions SET import_id = ? WHERE id = ?")
        let paired = Dictionary(
            matched.pairs.map { ($0.double, $0.kept) }, uniquingKeysWith: { first, _ in first })
        var new: [Int] = []
        var transactions: [Int64] = []
        for (number, row) in theirs.enumerated() {
            if let kept = paired[row.id] {
                transactions.append(kept)
                try noteRow(kept)
                continue
            }
            let id = try table.add(
                row.bankID.text, row.content, account: account.id, receivedAt: instant)
            try mark.bind(importID, at: 1)
            try mark.bind(id, at: 2)
            try mark.execute()
            try noteRow(id)
            transactions.append(id)
            new.append(number)
        }
        let fromFiles = try Set(
            Int64.fetchAll(
                database,
                sql: "SELECT id FROM transactions WHERE account_id = ? AND import_id IS NOT NULL",
                arguments: [account.id]))
        let fromConnection = theirs.indices.filter { number in
            paired[theirs[number].id].map { !fromFiles.contains($0) } ?? false
        }
        return ImportOutcome(
            account: account.id, isNewAccount: account.isNew, transactions: transactions, new: new,
            fromConnection: fromConnection,
            doubtful: matched.doubtful.map {
                ImportOutcome.Doubt(row: Int($0.earlier), transaction: $0.kept)
            }.sorted { $0.row < $1.row })
    }

    /// An id that no connection uses. The bank's own comes again in the next file.
    private func id(of row: ReceivedTransaction, _ importID: Int64, _ number: Int) -> String {
        let kind = file.isOfProgram ? "program" : "file"
        return row.bankID.isEmpty ? "\(kind):\(importID):\(number)" : "\(kind)::\(row.bankID)"
    }

    private func content(
        of row: ReceivedTransaction, isReversed: Bool
    ) throws -> TransactionContent {
        guard !isReversed || row.amount != .min else {
            throw VaultError.database(reason: "an amount is too large to reverse its sign")
        }
        return TransactionContent(
            day: row.day.daysSinceEpoch, amount: isReversed ? -row.amount : row.amount,
            description: try texts.id(of: row.description), payee: try texts.id(of: row.payee),
            memo: try texts.id(of: row.memo), merchantCode: try texts.id(of: row.merchantCode),
            isPending: false, postedAt: row.postedAt, transactedAt: row.transactedAt)
    }
}

/// An account that no connection has.
struct NewAccount {
    let name: String
    let bank: String
    let source: String
    let currency: Currency

    /// Returns its row ID.
    func add(
        to connection: Connection, _ database: Database, at instant: Int64
    ) throws -> Int64 {
        let (connection, kind) = (connection.id, connection.kind.rawValue)
        let store = AccountStore(
            database: database, connection: connection, sync: nil,
            answer: ReceivedAnswer(institutions: [], accounts: [], receivedAt: instant))
        let institutions = try store.store([
            ReceivedInstitution(key: "\(kind):\(bank)", name: bank, url: nil)
        ])
        let sameName = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM accounts WHERE connection_id = ?",
            arguments: [connection])
        // An account whose import was undone keeps its id.
        let account = ReceivedAccount(
            institutionKey: "\(kind):\(bank)", bankID: "\(kind):\(sameName ?? 0):\(source)",
            name: name, currency: currency, balance: nil, transactions: [], coverage: nil)
        guard let id = try store.store(account, institutions: institutions, moved: [:]) else {
            throw VaultError.database(reason: "a new account has another currency")
        }
        return id
    }
}
