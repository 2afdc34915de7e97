internal import GRDB
internal import Model

extension Vault {
    /// The transaction with a row ID, or nil if there is none.
    public func transaction(_ id: Int64) throws(VaultError) -> TransactionRecord? {
        try read { database in
            let reader = try TransactionReader(database)
            let rows = try Row.fetchCursor(
                database,
                sql: TransactionReader.select + " WHERE transactions.id = ? AND voided_at IS NULL",
                arguments: [id])
            return try rows.next().map(reader.record)
        }
    }

    /// The row IDs of the transactions that pay a purchase back, the oldest first.
    public func refunds(of purchase: Int64) throws(VaultError) -> [Int64] {
        try read { database in
            try Int64.fetchAll(
                database,
                sql: """
                    SELECT conclusions.transaction_id FROM conclusions
                    JOIN verdicts ON verdicts.id = verdict_id
                    JOIN reasons ON reasons.id = partner_reason
                    JOIN transactions ON transactions.id = conclusions.transaction_id
                    WHERE partner_id = ? AND reasons.kind = ? AND voided_at IS NULL
                    ORDER BY day, conclusions.transaction_id
                    """,
                arguments: [purchase, Reason.Kind.refund.rawValue])
        }
    }

    /// Transactions by row ID; missing ones are left out.
    public func transactions(
        numbered ids: Set<Int64>
    ) throws(VaultError) -> [Int64: TransactionRecord] {
        guard !ids.isEmpty else { return [:] }
        return try read { database in
            let reader = try TransactionReader(database)
            let find = try database.cachedStatement(
                sql: TransactionReader.select + " WHERE transactions.id = ? AND voided_at IS NULL")
            var records: [Int64: TransactionRecord] = [:]
            for id in ids {
                if let row = try Row.fetchOne(find, arguments: [id]) {
                    records[id] = try reader.record(row)
                }
            }
            return records
        }
    }

    /// The vanished pending transaction with a row ID, or nil if it is not one.
    public func vanishedHold(_ id: Int64) throws(VaultError) -> TransactionRecord? {
        try read { database in
            let reader = try TransactionReader(database)
            let rows = try Row.fetchCursor(
                database,
                sql: TransactionReader.select + """
                     WHERE transactions.id = ? AND is_pending = 1 AND voided_at IS NOT NULL
                        AND account_id NOT IN (SELECT from_account FROM account_merges)
                    """,
                arguments: [id])
            return try rows.next().map(reader.record)
        }
    }

    public func transactions(
        _ query: TransactionQuery
    ) throws(VaultError) -> [TransactionRecord] {
        var records: [TransactionRecord] = []
        try forEachTransaction(query) { records.append($0) }
        return records
    }

    /// The row IDs of the transactions that match a query, in its order.
    public func transactionNumbers(_ query: TransactionQuery) throws(VaultError) -> [Int64] {
        try read { database in
            let (sql, arguments) = try TransactionReader.numberStatement(for: query, in: database)
            var numbers: [Int64] = []
            try RowIterator(database, sql: sql, arguments: arguments).forEach {
                numbers.append($0.integer(0))
            }
            return numbers
        }
    }

    /// Streams transactions, so that a million of them need little memory. `body` must
    /// not use the vault.
    public func forEachTransaction(
        _ query: TransactionQuery, _ body: (TransactionRecord) throws -> Void
    ) throws(VaultError) {
        try read { database in
            let reader = try TransactionReader(database, readsMany: query.limit == nil)
            let (sql, arguments) = try TransactionReader.statement(for: query, in: database)
            let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
            while let row = try rows.next() { try body(reader.record(row)) }
        }
    }

    /// The number of transactions that match a query, regardless of limit and offset.
    public func transactionCount(_ query: TransactionQuery) throws(VaultError) -> Int {
        try read { database in
            let (sql, arguments) = try TransactionReader.countStatement(for: query, in: database)
            return try Int.fetchOne(database, sql: sql, arguments: arguments) ?? 0
        }
    }
}

struct TransactionReader {
    static let select = """
        SELECT transactions.id, transactions.account_id, transactions.bank_id, day, amount,
            descriptions.value, payees.value, memos.value, codes.value, is_pending,
            verdict_id, partner_id,
            (SELECT currency_id FROM accounts WHERE accounts.id = transactions.account_id)
        FROM transactions
        \(texts)
        \(conclusions)
        """

    private static let texts = """
        JOIN texts AS descriptions ON descriptions.id = description_id
        JOIN texts AS payees ON payees.id = payee_id
        JOIN texts AS memos ON memos.id = memo_id
        JOIN texts AS codes ON codes.id = merchant_code_id
        """

    static let conclusions = """
        LEFT JOIN conclusions ON conclusions.transaction_id = transactions.id
        LEFT JOIN verdicts ON verdicts.id = verdict_id
        """

    private let currencies: [Int64: Currency]
    private let verdicts: VerdictStore
    /// All verdicts, if many are needed.
    private let allVerdicts: [Int64: Verdict]?
    private let splitParts: SplitPartStore

    /// - Parameter readsMany: whether to read all verdicts at once. Faster than one by
    ///   one for the whole vault, slower for a page.
    init(_ database: Database, readsMany: Bool = false) throws {
        let rows = try Row.fetchAll(
            database, sql: "SELECT id, code, exponent FROM currencies")
        currencies = try Dictionary(
            rows.map { try ($0.value(0), Currency(code: $0.value(1), exponent: $0.value(2))) },
            uniquingKeysWith: { first, _ in first })
        verdicts = VerdictStore(database)
        allVerdicts = readsMany ? try verdicts.all() : nil
        splitParts = SplitPartStore(database: database)
    }

    func record(_ row: Row) throws -> TransactionRecord {
        func text(_ bytes: TextBytes) -> String { bytes.text }
        let id: Int64 = try row.value(0)
        guard let currency = try (row.value(12) as Int64?).flatMap({ currencies[$0] }) else {
            throw VaultError.damagedRow(
                table: "transactions", id: id, reason: "it has no account")
        }
        let verdict = try (row.value(10) as Int64?).flatMap { id in
            if let allVerdicts { allVerdicts[id] } else { try verdicts.verdict(id) }
        }
        let linked: Int64? = try row.value(11)
        let isRefund = verdict?.partner?.kind == .refund
        return try TransactionRecord(
            id: id, account: row.value(1), bankID: text(row.value(2)), day: try row.day(3, row: id),
            amount: Money(minorUnits: row.value(4), currency: currency),
            description: text(row.value(5)),
            bankPayee: text(row.value(6)), memo: text(row.value(7)),
            merchantCode: text(row.value(8)),
            isPending: row.value(9),
            verdict: verdict, partner: isRefund ? nil : linked, purchase: isRefund ? linked : nil,
            splits: verdict?.splits == nil ? [] : try splitParts.parts(of: id))
    }

    static func statement(
        for query: TransactionQuery, in database: Database
    ) throws -> (sql: String, StatementArguments) {
        try statement(select, for: query, in: database)
    }

    static func numberStatement(
        for query: TransactionQuery, in database: Database
    ) throws -> (sql: String, StatementArguments) {
        try statement(
            "SELECT transactions.id FROM transactions\n\(conclusions)", for: query, in: database)
    }

    private static func statement(
        _ select: String, for query: TransactionQuery, in database: Database
    ) throws -> (sql: String, StatementArguments) {
        var (conditions, arguments) = try conditions(of: query, in: database)
        // Pending rows come above the newest, as at a bank.
        switch query.order {
        case .newestFirst:
            conditions += "\nORDER BY is_pending DESC, day DESC, transactions.id DESC"
        case .oldestFirst: conditions += "\nORDER BY is_pending, day, transactions.id"
        case .largestFirst:
            conditions += "\nORDER BY \(size) DESC, day DESC, transactions.id DESC"
        case .byPayee:
            conditions += "\nORDER BY lower(\(displayedPayee)), day DESC, transactions.id DESC"
        }
        if query.limit != nil || query.offset > 0 {
            conditions += "\nLIMIT ? OFFSET ?"
            arguments += [query.limit ?? -1, query.offset]
        }
        return (select + conditions, StatementArguments(arguments))
    }

    static func countStatement(
        for query: TransactionQuery, in database: Database
    ) throws -> (sql: String, StatementArguments) {
        let (conditions, arguments) = try conditions(of: query, in: database)
        let sql = "SELECT count(*) FROM transactions\n\(conclusions)\(conditions)"
        return (sql, StatementArguments(arguments))
    }

    /// "(?, ?)" for two values.
    static func places(for values: [String]) -> String {
        "(" + values.map { _ in "?" }.joined(separator: ", ") + ")"
    }

    /// Whether a part is in one of some categories.
    static func isPartInCategories(_ places: String) -> String {
        """
        (\(PartColumns.category) IN \(places)
            AND (coalesce(split_parts.class, 'expense') = 'expense'
                OR \(PartColumns.category) <> 'other'))
        """
    }

    /// Whether a transaction's parts count instead of it.
    private static let hasParts = """
        (verdicts.splits IS NOT NULL AND EXISTS
            (SELECT 1 FROM split_parts WHERE transaction_id = transactions.id))
        """

    static func conditions(
        of query: TransactionQuery, in database: Database
    ) throws -> (sql: String, arguments: [any DatabaseValueConvertible]) {
        var conditions = ["voided_at IS NULL"]
        var arguments: [any DatabaseValueConvertible] = []
        if let days = query.days {
            conditions.append("is_pending IN (0, 1) AND day >= ? AND day < ?")
            arguments += [days.lowerBound.daysSinceEpoch, days.upperBound.daysSinceEpoch]
        }
        if !query.accounts.isEmpty {
            let places = query.accounts.map { _ in "?" }.joined(separator: ", ")
            conditions.append("transactions.account_id IN (\(places))")
            arguments += query.accounts
        }
        if let numbers = query.numbers {
            conditions.append("transactions.id IN (SELECT value FROM json_each(?))")
            arguments.append("[\(numbers.map(String.init).joined(separator: ","))]")
        }
        if let payee = query.payee {
            conditions.append("\(displayedPayee) = ?")
            arguments.append(payee)
        }
        if let instant = query.receivedSince {
            conditions.append("first_received_at >= ?")
            arguments.append(instant)
        }
        if let transactionClass = query.transactionClass {
            conditions.append("verdicts.class = ?")
            arguments.append(transactionClass.rawValue)
        }
        if !query.categories.isEmpty {
            let places = places(for: query.categories)
            conditions.append(
                """
                (CASE WHEN \(hasParts)
                 THEN EXISTS (SELECT 1 FROM split_parts
                    WHERE transaction_id = transactions.id AND \(isPartInCategories(places)))
                 ELSE verdicts.category IN \(places)
                    AND (verdicts.class = 'expense' OR verdicts.category <> 'other') END)
                """)
            arguments += query.categories + query.categories
        }
        for tag in query.tags {
            // Tags are stored one per line.
            conditions.append(
                "instr(char(10) || lower(verdicts.tags) || char(10), char(10) || lower(?) || char(10))"
            )
            arguments.append(tag)
        }
        if let stage = query.uncategorisedBy {
            conditions.append(
                """
                (verdicts.class = 'expense' AND transactions.amount < 0
                    AND (verdicts.splits IS NULL OR EXISTS
                        (SELECT 1 FROM split_parts
                            WHERE transaction_id = transactions.id AND category IS NULL))
                    AND EXISTS (SELECT 1 FROM reasons
                        WHERE reasons.id = verdicts.category_reason AND decided_by = ?))
                """)
            arguments.append(stage)
        }
        if query.isGuessed {
            conditions.append("verdicts.category_reason IN (SELECT id FROM reasons WHERE kind = ?)")
            arguments.append(Reason.Kind.guess.rawValue)
        }
        if let rule = query.rule {
            let stages = query.stagesOfRule ?? []
            let isOfStage =
                stages.isEmpty ? "" : " AND reasons.decided_by IN \(places(for: stages))"
            // A reason for tags can name several rules.
            conditions.append(
                """
                conclusions.verdict_id IN (SELECT rows.id FROM verdicts AS rows JOIN reasons
                    ON reasons.id IN (rows.class_reason, rows.category_reason, rows.lens_reason,
                        rows.payee_reason, rows.notes_reason, rows.tags_reason,
                        rows.excluded_reason, rows.series_reason, rows.splits_reason,
                        rows.loan_reason)
                    WHERE instr(', ' || reasons.rule || ', ', ', ' || ? || ', ') > 0\(isOfStage))
                """)
            arguments.append(rule)
            arguments += stages
        }
        if query.isLoan {
            conditions.append(
                """
                (verdicts.loan IS NOT NULL OR verdicts.splits IS NOT NULL AND EXISTS
                    (SELECT 1 FROM split_parts
                        WHERE transaction_id = transactions.id AND split_parts.loan IS NOT NULL))
                """)
        }
        let isSigned = query.least?.isSigned == true || query.greatest?.isSigned == true
        let amount = isSigned ? Self.amount : Self.sizeInUnits
        if let least = query.least {
            conditions.append("\(amount) >= \(inAccountsUnits(least, isLeast: true))")
        }
        if let greatest = query.greatest {
            conditions.append("\(amount) <= \(inAccountsUnits(greatest, isLeast: false))")
        }
        if query.hidesTransfers {
            conditions.append("coalesce(verdicts.class, '') NOT IN ('transfer', 'ignore')")
        }
        if query.leavesOutHiddenAccounts {
            conditions.append("transactions.account_id NOT IN \(Vault.hiddenAccounts)")
        }
        for search in query.searches {
            let found = try FoundTexts(where: search.finds, in: database)
            let amounts = search.amounts.map { least, greatest in
                let amount = least.isSigned ? Self.amount : Self.sizeInUnits
                return " OR \(amount) BETWEEN \(inAccountsUnits(least, isLeast: true))"
                    + " AND \(inAccountsUnits(greatest, isLeast: false))"
            }
            conditions.append("(\(found.condition)\(amounts ?? ""))")
            arguments += found.arguments
        }
        return ("\nWHERE " + conditions.joined(separator: " AND "), arguments)
    }

    /// A bound in the minor units of a transaction's account.
    private static func inAccountsUnits(_ bound: AmountBound, isLeast: Bool) -> String {
        byExponent { "\(bound.minorUnits(exponent: $0, isLeast: isLeast))" }
    }

    /// A value that depends on the decimals of a transaction's currency.
    private static func byExponent(_ value: (Int) -> String) -> String {
        let cases = (0...18).map { "WHEN \($0) THEN \(value($0))" }
        return """
            (CASE (SELECT exponent FROM accounts JOIN currencies ON currencies.id = currency_id
                WHERE accounts.id = transactions.account_id) \(cases.joined(separator: " ")) END)
            """
    }

    /// The size of an amount in whole units of its currency, for sorting.
    private static var size: String {
        sizeInUnits + " * " + byExponent { "1e-\($0)" }
    }

    private static let amount = "transactions.amount"

    /// Not abs(), which fails for the lowest integer.
    private static let sizeInUnits = "max(\(amount), -\(amount))"

    /// As ``TransactionRecord/payee``.
    static let displayedPayee = """
        coalesce(verdicts.payee,
            nullif((SELECT value FROM texts WHERE texts.id = payee_id), ''),
            (SELECT value FROM texts WHERE texts.id = description_id))
        """
}
