internal import GRDB
public import Model

/// A reader of the person's decisions. Cheap if there are few.
struct DecisionReader {
    let database: Database

    /// The decisions that apply. What the person decided about a hold in doubt waits for the
    /// answer to its question.
    func decisions() throws -> Decisions {
        var corrections = try corrections()
        if !corrections.isEmpty {
            for (hold, _) in try SettlementDoubts(database: database).open() {
                corrections[hold] = nil
            }
            for entry in try removedEntries() { corrections[entry] = nil }
        }
        let pairs = try pairs()
        return Decisions(
            corrections: corrections, confirmations: try confirmations(),
            pairs: pairs, series: try series(), payeeAliases: try payeeAliases(),
            order: corrections.isEmpty && !pairs.values.contains(.linked)
                ? WordOrder() : try order())
    }

    /// Corrected transactions of entries and files that the person removed. Corrections come back
    /// with them.
    private func removedEntries() throws -> [Int64] {
        try Int64.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT transactions.id FROM transaction_corrections
                    JOIN transactions ON transactions.id = transaction_id
                    WHERE import_id IS NOT NULL AND voided_at IS NOT NULL
                        AND NOT EXISTS (
                            SELECT 1 FROM imported_rows JOIN import_decisions USING (import_id)
                            WHERE imported_rows.transaction_id = transactions.id)
                    """))
    }

    func corrections() throws -> [Int64: Correction] {
        var corrections: [Int64: Correction] = [:]
        let rows = try Row.fetchCursor(
            try database.cachedStatement(sql: "SELECT * FROM transaction_corrections"))
        while let row = try rows.next() {
            try corrections[row.value("transaction_id")] = Correction(row)
        }
        return corrections
    }

    /// Which of corrections and rules came later.
    func order() throws -> WordOrder {
        var order = try rulesInOrder()
        let corrections = try Row.fetchCursor(
            try database.cachedStatement(
                sql: "SELECT transaction_id, numbers FROM transaction_corrections"))
        while let row = try corrections.next() {
            try order.corrections[row.value(0)] = AttributeNumbers(row.value(1))
        }
        let marked = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT first_id, second_id, number FROM pair_decisions
                    WHERE decision = 'linked'
                    """))
        while let row = try marked.next() {
            try order.pairs[TransactionPair(row.value(0), row.value(1))] = row.value(2)
        }
        return order
    }

    /// The highest number of a rule. Reads no correction, however many there are.
    func newestRule() throws -> Int64 {
        try rulesInOrder().rules.values.map(\.highest).max() ?? 0
    }

    private func rulesInOrder() throws -> WordOrder {
        var order = WordOrder()
        let stored = try Row.fetchCursor(
            try database.cachedStatement(sql: "SELECT id, number, numbers FROM stored_rules"))
        while let row = try stored.next() {
            try order.rules[StoredRule.reference(of: row.value(0))] = AttributeNumbers(
                all: row.value(1), row.value(2))
        }
        let ofFiles = try Row.fetchCursor(
            try database.cachedStatement(
                sql: "SELECT rule, fingerprint, number FROM rule_numbers ORDER BY number"))
        while let row = try ofFiles.next() {
            let (content, number): (String, Int64) = try (row.value(1), row.value(2))
            let rule: String = try row.value(0)
            if order.rules[rule] == nil { order.rules[rule] = AttributeNumbers(all: number) }
            order.contents[content, default: [:]][rule] = number
        }
        return order
    }

    func confirmations() throws -> [Int64: ConfirmedValues] {
        var confirmations: [Int64: ConfirmedValues] = [:]
        let rows = try Row.fetchCursor(
            try database.cachedStatement(
                sql: "SELECT transaction_id, class, category FROM confirmations"))
        while let row = try rows.next() {
            let seen: TransactionClass = try Self.known(
                row.value(1), table: "confirmations", id: row.value(0))
            try confirmations[row.value(0)] = ConfirmedValues(seen, category: row.value(2))
        }
        return confirmations
    }

    func pairs() throws -> [TransactionPair: PairDecision] {
        var pairs: [TransactionPair: PairDecision] = [:]
        let rows = try Row.fetchCursor(
            try database.cachedStatement(
                sql: "SELECT first_id, second_id, decision FROM pair_decisions"))
        while let row = try rows.next() {
            try pairs[TransactionPair(row.value(0), row.value(1))] = Self.known(
                row.value(2), table: "pair_decisions", id: row.value(0))
        }
        let mirrored = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT source_id, transaction_id FROM mirrored_transactions
                    JOIN transactions ON transactions.id = transaction_id
                    WHERE voided_at IS NULL AND EXISTS (
                        SELECT 1 FROM imported_rows WHERE transaction_id = transactions.id
                            AND imported_rows.import_id = transactions.import_id)
                    """))
        while let row = try mirrored.next() {
            let pair = TransactionPair(try row.value(0), try row.value(1))
            // The person's word counts first; the next pass follows it.
            if pairs[pair] == nil { pairs[pair] = .followed }
        }
        return pairs
    }

    private func series() throws -> [Int64: SeriesDecision] {
        var series: [Int64: SeriesDecision] = [:]
        let rows = try Row.fetchCursor(
            try database.cachedStatement(
                sql: "SELECT transaction_id, decision FROM series_decisions"))
        while let row = try rows.next() {
            try series[row.value(0)] = Self.known(
                row.value(1), table: "series_decisions", id: row.value(0))
        }
        return series
    }

    private func payeeAliases() throws -> [String: String] {
        var aliases: [String: String] = [:]
        let rows = try Row.fetchCursor(
            try database.cachedStatement(sql: "SELECT payee, name FROM payee_aliases"))
        while let row = try rows.next() { try aliases[row.value(0)] = row.value(1) }
        return aliases
    }

    fileprivate static func known<Value: RawRepresentable<String>>(
        _ word: String, table: String, id: Int64
    ) throws -> Value {
        guard let value = Value(rawValue: word) else {
            throw VaultError.damagedRow(
                table: table, id: id, reason: "it holds a word that no version writes")
        }
        return value
    }
}

extension Correction {
    init(_ row: Row) throws {
        let id: Int64 = try row.value("transaction_id")
        func known<Value: RawRepresentable<String>>(_ column: String) throws -> Value? {
            guard let word: String = try row.value(column) else { return nil }
            return try DecisionReader.known(word, table: "transaction_corrections", id: id)
        }
        let splits: String? = try row.value("splits")
        let plan = splits.flatMap(SplitPlan.init(canonicalText:))
        guard splits == nil || plan != nil else {
            throw VaultError.damagedRow(
                table: "transaction_corrections", id: id, reason: "unreadable splits")
        }
        try self.init(
            class: try known("class"), category: row.value("category"), lens: try known("lens"),
            payee: row.value("payee"), loan: row.value("loan"), note: row.value("note"),
            tags: (row.value("tags") as String?)?.split(separator: "\n").map(String.init) ?? [],
            excluded: row.value("is_excluded"), splits: plan,
            reach: try known("reach") ?? .usual)
    }
}

extension Vault {
    /// The person's decisions on pairs of transactions.
    public func pairDecisions() throws(VaultError) -> [TransactionPair: PairDecision] {
        try read { database in try DecisionReader(database: database).decisions().pairs }
    }

    /// Stores the person's decision on a pair.
    public func decide(
        _ decision: PairDecision, _ pair: TransactionPair,
        correcting corrections: [Int64: Correction] = [:], summary: String
    ) throws(VaultError) {
        try decide(decision, [pair], correcting: corrections, summary: summary)
    }

    /// Stores the person's decision on pairs. Linking unlinks either transaction from
    /// other pairs.
    ///
    /// - Parameters:
    ///   - corrections: further corrections, each replacing an earlier one.
    ///   - summary: a short description for `history`.
    public func decide(
        _ decision: PairDecision, _ pairs: [TransactionPair],
        correcting corrections: [Int64: Correction] = [:], summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            let store = CorrectionStore(database: database)
            for (transaction, correction) in corrections {
                try store.store(correction, transaction: transaction)
            }
            let now = try Journal.nextNumber(database)
            let newestRule = try DecisionReader(database: database).newestRule()
            for pair in pairs {
                if decision == .linked {
                    try database.execute(
                        sql: """
                            DELETE FROM pair_decisions WHERE decision = 'linked'
                                AND (first_id IN (?, ?) OR second_id IN (?, ?))
                                AND NOT (first_id = ? AND second_id = ?)
                            """,
                        arguments: [
                            pair.first, pair.second, pair.first, pair.second, pair.first,
                            pair.second,
                        ])
                }
                try database.execute(
                    sql: """
                        INSERT INTO pair_decisions (first_id, second_id, decision, number)
                        VALUES (?, ?, ?, ?)
                        ON CONFLICT DO UPDATE SET decision = excluded.decision,
                            number = excluded.number
                        WHERE decision <> excluded.decision OR number < ?
                        """,
                    arguments: [pair.first, pair.second, decision.rawValue, now, newestRule])
            }
        }
    }

    /// The person's names for payees, by the payee's key.
    public func payeeAliases() throws(VaultError) -> [String: String] {
        try read { database in try DecisionReader(database: database).decisions().payeeAliases }
    }

    /// Stores names for payees, replacing earlier ones.
    ///
    /// - Parameters:
    ///   - names: by the payee's key; nil removes the name.
    ///   - summary: a short description for `history`.
    public func decideAliases(
        _ names: [String: String?], summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            for (key, name) in names {
                if let name {
                    try database.execute(
                        sql: """
                            INSERT INTO payee_aliases (payee, name) VALUES (?, ?)
                            ON CONFLICT DO UPDATE SET name = excluded.name
                            """,
                        arguments: [key, name])
                } else {
                    try database.execute(
                        sql: "DELETE FROM payee_aliases WHERE payee = ?", arguments: [key])
                }
            }
        }
    }
}
