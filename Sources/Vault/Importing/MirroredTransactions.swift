internal import GRDB
internal import Model

extension Vault {
    /// Whether an account kept by hand has transactions that follow from others.
    public func hasMirroredTransactions() throws(VaultError) -> Bool {
        try read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM mirrored_transactions)") ?? false
        }
    }

    /// Gives each account kept by hand the opposite sides of the transactions that it
    /// follows, and takes away those that it follows no more.
    ///
    /// What the person decided about a transaction comes first: it isn't followed if it has
    /// another class or partner, or was unlinked from its opposite side.
    ///
    /// - Parameter followed: the row ID of the account by that of the transaction.
    public func mirror(_ followed: [Int64: Int64]) throws(VaultError) {
        let instant = clock()
        try write { database in
            try MirroredTransactions(HandEntries(database: database, instant: instant))
                .follow(followed)
        }
    }
}

private struct MirroredTransactions {
    private struct Place: Hashable {
        let source: Int64
        let account: Int64
    }

    private struct Mirror {
        let transaction: StoredTransaction
        /// The entry that made the account.
        let entry: Int64
        /// Whether it is there as the other side of its source, and not only by a file.
        let isFollowed: Bool
    }

    private let entries: HandEntries
    private var database: Database { entries.database }
    private var mirrors: [Place: Mirror] = [:]

    init(_ entries: HandEntries) throws {
        self.entries = entries
        let rows = try RowIterator(
            entries.database,
            sql: """
                SELECT \(StoredTransaction.columns), account_id, import_id, source_id,
                    EXISTS (SELECT 1 FROM imported_rows WHERE transaction_id = transactions.id
                        AND imported_rows.import_id = transactions.import_id)
                FROM transactions JOIN mirrored_transactions ON transaction_id = id
                """)
        var mirrors: [Place: Mirror] = [:]
        try rows.forEach { row in
            mirrors[Place(source: row.integer(15), account: row.integer(13))] = Mirror(
                transaction: try StoredTransaction(row), entry: row.integer(14),
                isFollowed: row.integer(16) != 0)
        }
        self.mirrors = mirrors
    }

    func follow(_ followed: [Int64: Int64]) throws {
        let others = try decidedOtherwise()
        let wanted = Set(
            followed.filter { !others.contains($0.key) }.map {
                Place(source: $0.key, account: $0.value)
            })
        var isChanged = false
        for (place, mirror) in mirrors.sorted(by: {
            $0.value.transaction.id < $1.value.transaction.id
        })
        where !wanted.contains(place) && mirror.isFollowed {
            try database.execute(
                sql: "DELETE FROM imported_rows WHERE transaction_id = ? AND import_id = ?",
                arguments: [mirror.transaction.id, mirror.entry])
            isChanged = true
        }
        let table = try TransactionTable(database)
        for place in wanted.sorted(by: { $0.source < $1.source }) {
            let content = try opposite(of: place)
            guard let mirror = mirrors[place] else {
                try add(content, at: place)
                isChanged = true
                continue
            }
            let known = mirror.transaction
            guard known.isVoid || !mirror.isFollowed || known.content != content else { continue }
            try table.change(known.id, to: known.bankID.text, content)
            try table.forgetMissing(known.id)
            try entries.note(known.id, of: mirror.entry)
            isChanged = true
        }
        guard isChanged else { return }
        try PassState.noteChange(in: database)
        try ImportedTransactions(database).settle(at: entries.instant)
    }

    private func add(_ content: TransactionContent, at place: Place) throws {
        let entry = try Int64.fetchOne(
            database, sql: "SELECT import_id FROM accounts WHERE id = ?",
            arguments: [place.account])
        guard let entry else {
            throw VaultError.database(reason: "an account that follows was not made by hand")
        }
        let id = try entries.add(
            content, named: "mirror:\(place.source)", account: place.account, import: entry)
        try database.execute(
            sql: "INSERT INTO mirrored_transactions (transaction_id, source_id) VALUES (?, ?)",
            arguments: [id, place.source])
    }

    /// The content of the other side, with the amount as the account stores it.
    private func opposite(of place: Place) throws -> TransactionContent {
        let find = try BoundStatement(
            database,
            sql: "SELECT \(StoredTransaction.columns), amount FROM transactions WHERE id = ?")
        try find.bind(place.source, at: 1)
        let found = try find.first { (try StoredTransaction($0), counted: $0.integer(13)) }
        guard let (source, counted) = found, counted != .min else {
            throw VaultError.database(reason: "a followed transaction is not there")
        }
        var content = source.content
        content.amount = try entries.bankAmount(-counted, account: place.account)
        return content
    }

    /// Transactions that the person wants otherwise.
    private func decidedOtherwise() throws -> Set<Int64> {
        var others = Set(
            try Int64.fetchAll(
                database,
                sql: """
                    SELECT transaction_id FROM transaction_corrections
                    WHERE class IS NOT NULL AND class <> 'transfer'
                    """))
        let sources = Dictionary(
            mirrors.map { ($0.value.transaction.id, $0.key.source) },
            uniquingKeysWith: { first, _ in first })
        let rows = try Row.fetchCursor(
            database, sql: "SELECT first_id, second_id, decision = 'linked' FROM pair_decisions")
        while let row = try rows.next() {
            let (first, second): (Int64, Int64) = (try row.value(0), try row.value(1))
            let isLinked: Bool = try row.value(2)
            for (side, other) in [(first, second), (second, first)]
            where (sources[other] == side) != isLinked { others.insert(side) }
        }
        return others
    }
}
