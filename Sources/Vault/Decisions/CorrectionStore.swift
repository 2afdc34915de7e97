internal import GRDB
public import Model

/// A value of a correction that a handler set, not the person.
public struct HandlerValue: Hashable, Sendable {
    public let transaction: Int64
    public let attribute: Attribute
    /// As ``Correction/values(of:)`` has it.
    public let value: String
    /// The handler's id.
    public let handler: String

    /// All values of a correction that a handler asked for.
    public static func all(
        of correction: Correction, on transaction: Int64, by handler: String
    ) -> [HandlerValue] {
        Attribute.allCases.flatMap { attribute in
            correction.values(of: attribute).map {
                HandlerValue(
                    transaction: transaction, attribute: attribute, value: $0, handler: handler)
            }
        }
    }
}

/// A stored rule that a correction becomes, for all transactions that are alike.
public struct CorrectionRule: Hashable, Sendable {
    public let definition: String
    /// The stored rule whose place it takes, with the same number; nil for a new one.
    public let replaced: Int64?
    /// The numbers of transactions whose corrections hold against the rule.
    public let exceptions: [Int64]

    public init(_ definition: String, replacing replaced: Int64? = nil, exceptions: [Int64] = []) {
        self.definition = definition
        self.replaced = replaced
        self.exceptions = exceptions
    }
}

extension Vault {
    /// The values that handlers set. One that a correction does not hold any more says
    /// nothing.
    ///
    /// - Parameter transactions: nil for all of them.
    public func handlerValues(
        of transactions: Set<Int64>? = nil
    ) throws(VaultError) -> [HandlerValue] {
        try read { try HandlerValueStore(database: $0).values(of: transactions) }
    }

    /// What the person set for transactions; those for which nothing was set
    /// are left out.
    public func corrections(of transactions: [Int64]) throws(VaultError) -> [Int64: Correction] {
        try read { database in
            let all = try DecisionReader(database: database).corrections()
            let wanted = Set(transactions)
            return all.filter { wanted.contains($0.key) }
        }
    }

    /// Sets corrections by the number of their transaction, each in place of
    /// what was set before; one that sets nothing takes the earlier one away.
    ///
    /// - Parameters:
    ///   - rules: what the corrections become too. They are put before all others:
    ///     they are the person's last word on what they match.
    ///   - stated: what the person said in so many words: it is theirs, also if a
    ///     handler set the same.
    ///   - actions: the numbers of handlers' actions in the outbox that are done
    ///     with it.
    ///   - values: what handlers set with it.
    ///   - summary: a short description for `history`.
    public func correct(
        _ corrections: [Int64: Correction], addingRules rules: [CorrectionRule] = [],
        stating stated: Correction = Correction(), finishing actions: [Int64] = [],
        settingForHandlers values: [HandlerValue] = [], summary: String
    ) throws(VaultError) {
        let instant = clock()
        try decide(summary, isAutomatic: !actions.isEmpty) { database in
            try Self.finish(actions, database)
            for (transaction, correction) in corrections {
                try CorrectionStore(database: database).store(correction, transaction: transaction)
            }
            let ofHandlers = HandlerValueStore(database: database)
            try ofHandlers.drop(stated, of: corrections.keys)
            try ofHandlers.store(values)
            for rule in rules {
                try CorrectionStore(database: database).store(rule, at: instant)
            }
        }
    }
}

struct CorrectionStore {
    let database: Database

    func store(_ rule: CorrectionRule, at instant: Int64) throws {
        if let replaced = rule.replaced {
            try database.execute(
                sql: """
                    UPDATE stored_rules SET definition = ?, position =
                        (SELECT min(position) - 1 FROM stored_rules)
                    WHERE id = ?
                    """,
                arguments: [rule.definition, replaced])
        } else {
            try database.execute(
                sql: """
                    INSERT INTO stored_rules (position, definition, created_at, origin)
                    SELECT coalesce(min(position) - 1, 0), ?, ?, 'correction'
                    FROM stored_rules
                    """,
                arguments: [rule.definition, instant])
        }
        let reference = StoredRule.reference(of: rule.replaced ?? database.lastInsertedRowID)
        for transaction in rule.exceptions {
            try database.execute(
                sql: "INSERT OR IGNORE INTO overruled_rules (transaction_id, rule) VALUES (?, ?)",
                arguments: [transaction, reference])
        }
    }

    func store(_ correction: Correction, transaction: Int64) throws {
        try database.execute(
            sql: "DELETE FROM overruled_rules WHERE transaction_id = ?", arguments: [transaction])
        guard !correction.isEmpty else {
            try database.execute(
                sql: "DELETE FROM transaction_corrections WHERE transaction_id = ?",
                arguments: [transaction])
            return
        }
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO transaction_corrections
                    (transaction_id, class, category, lens, payee, note, tags, is_excluded)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                transaction, correction.class?.rawValue, correction.category,
                correction.lens?.rawValue, correction.payee, correction.note,
                correction.tags.isEmpty ? nil : correction.tags.joined(separator: "\n"),
                correction.excluded,
            ])
        let overruled = correction.overruledRules.sorted {
            ($0.reference, $0.fingerprint ?? "") < ($1.reference, $1.fingerprint ?? "")
        }
        for rule in overruled {
            // Under one name one fingerprint is enough: the name tells the rule.
            try database.execute(
                sql: """
                    INSERT INTO overruled_rules (transaction_id, rule, fingerprint)
                    VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint
                    """,
                arguments: [transaction, rule.reference, rule.fingerprint])
        }
    }
}

struct HandlerValueStore {
    let database: Database

    func values(of transactions: Set<Int64>?) throws -> [HandlerValue] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT transaction_id, attribute, value, handler FROM handler_values
                WHERE ?1 IS NULL OR transaction_id IN (SELECT value FROM json_each(?1))
                ORDER BY transaction_id, attribute, value
                """,
            arguments: [transactions.map { "\($0.sorted())" }]
        ).map { row in
            guard let attribute = Attribute(rawValue: row[1]) else {
                throw VaultError.damagedRow(
                    table: "handler_values", id: row[0],
                    reason: "it holds a word that no version writes")
            }
            return HandlerValue(
                transaction: row[0], attribute: attribute, value: row[2], handler: row[3])
        }
    }

    /// Keeps values, each in place of what handlers set before; tags add up.
    func store(_ values: [HandlerValue]) throws {
        for value in values {
            if value.attribute != .tags { try drop(value.attribute, of: value.transaction) }
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO handler_values
                        (transaction_id, attribute, value, handler) VALUES (?, ?, ?, ?)
                    """,
                arguments: [
                    value.transaction, value.attribute.rawValue, value.value, value.handler,
                ])
        }
    }

    /// Makes what the person said their own.
    func drop(_ stated: Correction, of transactions: some Sequence<Int64>) throws {
        let stated = Attribute.allCases.filter { !stated.values(of: $0).isEmpty }.map {
            ($0, stated.values(of: $0))
        }
        guard !stated.isEmpty else { return }
        for transaction in transactions {
            for (attribute, values) in stated {
                for tag in attribute == .tags ? values : [] {
                    try drop(attribute, tag, of: transaction)
                }
                if attribute != .tags { try drop(attribute, of: transaction) }
            }
        }
    }

    /// Moves what handlers set for one transaction to another, but for what the person
    /// set there.
    func move(from old: Int64, to new: Int64, besides own: Correction) throws {
        for value in try values(of: [old])
        where !own.values(of: value.attribute).contains(value.value) {
            try database.execute(
                sql: """
                    INSERT INTO handler_values (transaction_id, attribute, value, handler)
                    VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """,
                arguments: [new, value.attribute.rawValue, value.value, value.handler])
        }
        try database.execute(
            sql: "DELETE FROM handler_values WHERE transaction_id = ?", arguments: [old])
    }

    /// - Parameter value: nil for all of the attribute.
    private func drop(
        _ attribute: Attribute, _ value: String? = nil, of transaction: Int64
    ) throws {
        try database.execute(
            sql: """
                DELETE FROM handler_values
                WHERE transaction_id = ? AND attribute = ? AND value = coalesce(?, value)
                """,
            arguments: [transaction, attribute.rawValue, value])
    }
}

/// Moves what the person said about one transaction to another that is the
/// same purchase. Where both have a word on something, the other's own holds.
struct DecisionMove {
    private let database: Database
    private let corrections: [Int64: Correction]

    init(_ database: Database) throws {
        self.database = database
        corrections = try DecisionReader(database: database).corrections()
    }

    func move(from old: Int64, to new: Int64) throws {
        if let correction = corrections[old] {
            let store = CorrectionStore(database: database)
            let own = corrections[new] ?? Correction()
            try store.store(own.completed(by: correction), transaction: new)
            try store.store(Correction(), transaction: old)
            try HandlerValueStore(database: database).move(from: old, to: new, besides: own)
        }
        try movePairs(from: old, to: new)
        for (table, column) in [
            ("series_decisions", "decision"), ("series_reminders", "days_before"),
        ] {
            try database.execute(
                sql: """
                    INSERT INTO \(table) (transaction_id, \(column))
                    SELECT ?, \(column) FROM \(table) WHERE transaction_id = ?
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [new, old])
            try database.execute(
                sql: "DELETE FROM \(table) WHERE transaction_id = ?", arguments: [old])
        }
    }

    private func movePairs(from old: Int64, to new: Int64) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT first_id + second_id - ?, decision FROM pair_decisions
                WHERE first_id = ? OR second_id = ?
                """,
            arguments: [old, old, old])
        try database.execute(
            sql: "DELETE FROM pair_decisions WHERE first_id = ? OR second_id = ?",
            arguments: [old, old])
        for row in rows where row[0] != new {
            let other: Int64 = row[0]
            let decision: String = row[1]
            try database.execute(
                sql: """
                    INSERT INTO pair_decisions (first_id, second_id, decision) VALUES (?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [min(new, other), max(new, other), decision])
        }
    }
}

extension Correction {
    /// This one, with what it leaves open set as another one sets it.
    fileprivate func completed(by other: Correction) -> Correction {
        Correction(
            class: self.class ?? other.class, category: category ?? other.category,
            lens: lens ?? other.lens, payee: payee ?? other.payee, note: note ?? other.note,
            tags: tags + other.tags.filter { !tags.contains($0) },
            excluded: excluded ?? other.excluded,
            overruledRules: overruledRules.union(other.overruledRules))
    }
}
