internal import GRDB
public import Model

/// A value of a correction that a handler set instead of the person.
public struct HandlerValue: Hashable, Sendable {
    public let transaction: Int64
    public let attribute: Attribute
    /// As in ``Correction/values(of:)``.
    public let value: String
    /// The handler's id.
    public let handler: String

    /// All values of a handler's correction.
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

/// A stored rule made from a correction, for all similar transactions. It overrules no
/// correction.
public struct CorrectionRule: Hashable, Sendable {
    public let definition: String
    /// The stored rule that it replaces, keeping its number; nil for a new one.
    public let replaced: Int64?
    /// What the correction sets.
    public let attributes: Set<Attribute>
    /// What was only confirmed before, as corrections that overrule it, by the transaction's row
    /// ID.
    public let keeping: [Int64: Correction]

    public init(
        _ definition: String, replacing replaced: Int64? = nil,
        setting attributes: Set<Attribute> = [], keeping: [Int64: Correction] = [:]
    ) {
        self.definition = definition
        self.replaced = replaced
        self.attributes = attributes
        self.keeping = keeping
    }
}

extension Vault {
    /// The values that handlers set. A value that its correction no longer has is void.
    ///
    /// - Parameter transactions: nil for all of them.
    public func handlerValues(
        of transactions: Set<Int64>? = nil
    ) throws(VaultError) -> [HandlerValue] {
        try read { try HandlerValueStore(database: $0).values(of: transactions) }
    }

    /// The person's corrections of transactions; missing for those without one.
    public func corrections(of transactions: [Int64]) throws(VaultError) -> [Int64: Correction] {
        try read { database in
            let all = try DecisionReader(database: database).corrections()
            let wanted = Set(transactions)
            return all.filter { wanted.contains($0.key) }
        }
    }

    /// Stores corrections by transaction, replacing earlier ones. An empty one removes
    /// the earlier one.
    ///
    /// - Parameters:
    ///   - rules: rules made from the corrections. They go before all others, as the
    ///     person's latest decision.
    ///   - stated: what the person set explicitly. It counts as theirs, even if a
    ///     handler set the same. A class, category or splits take the place of a confirmation.
    ///   - forgets: whether to remove confirmations in any case.
    ///   - actions: row IDs of outbox actions that this completes.
    ///   - values: the values set by handlers.
    ///   - summary: a short description for `history`.
    public func correct(
        _ corrections: [Int64: Correction], addingRules rules: [CorrectionRule] = [],
        stating stated: Correction = Correction(), forgettingConfirmations forgets: Bool = false,
        finishing actions: [Int64] = [], settingForHandlers values: [HandlerValue] = [],
        summary: String
    ) throws(VaultError) {
        let instant = clock()
        try decide(summary, isAutomatic: !actions.isEmpty) { database in
            try Self.finish(actions, database)
            let store = CorrectionStore(database: database)
            for (transaction, correction) in corrections {
                try store.store(correction, transaction: transaction, stating: stated)
            }
            if forgets || stated.class != nil || stated.category != nil
                || stated.splits != nil
            {
                try ConfirmationStore(database: database).remove(corrections.keys)
            }
            let ofHandlers = HandlerValueStore(database: database)
            try ofHandlers.drop(stated, of: corrections.keys)
            try ofHandlers.store(values)
            for rule in rules { try store.store(rule, at: instant) }
        }
    }
}

struct CorrectionStore {
    let database: Database

    func store(_ rule: CorrectionRule, at instant: Int64) throws {
        if let replaced = rule.replaced {
            try database.execute(
                sql: """
                    UPDATE stored_rules SET definition = ?, numbers = ?,
                        position = (SELECT min(position) - 1 FROM stored_rules)
                    WHERE id = ?
                    """,
                arguments: [
                    rule.definition, try numbers(of: replaced, without: rule.attributes), replaced,
                ])
        } else {
            try database.execute(
                sql: """
                    INSERT INTO stored_rules (position, definition, created_at, origin, number)
                    SELECT coalesce(min(position) - 1, 0), ?, ?, 'correction', 0
                    FROM stored_rules
                    """,
                arguments: [rule.definition, instant])
        }
        try keep(rule.keeping)
    }

    /// The numbers of a stored rule that sets some attributes anew, without overruling a correction
    /// of them.
    private func numbers(of rule: Int64, without attributes: Set<Attribute>) throws -> String? {
        let row = try Row.fetchOne(
            database, sql: "SELECT number, numbers FROM stored_rules WHERE id = ?",
            arguments: [rule])
        var numbers = try AttributeNumbers(all: row?.value(0) ?? 0, row?.value(1))
        for attribute in attributes { numbers[attribute] = 0 }
        return numbers.text
    }

    /// Stores corrections of what was only confirmed.
    func keep(_ confirmed: [Int64: Correction]) throws {
        for (transaction, correction) in confirmed {
            try store(correction, transaction: transaction)
        }
    }

    /// Stores a correction. What it changes is said now; the rest, when it was said.
    ///
    /// - Parameter stated: what is said now even if it is no change, where a rule came in between.
    func store(
        _ correction: Correction, transaction: Int64, stating stated: Correction = Correction()
    ) throws {
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: "SELECT * FROM transaction_corrections WHERE transaction_id = ?"),
            arguments: [transaction])
        let earlier = try row.map(Correction.init) ?? Correction()
        let known = try AttributeNumbers(row?.value("numbers"))
        let now = try Journal.nextNumber(database)
        let newestRule =
            stated.isEmpty ? 0 : try DecisionReader(database: database).newestRule()
        let saidAgain = Attribute.allCases.filter {
            !stated.values(of: $0).isEmpty && known[$0] < newestRule
        }
        guard correction != earlier || !saidAgain.isEmpty else { return }
        try write(correction, transaction: transaction) { attribute in
            let isSaidNow =
                correction.values(of: attribute) != earlier.values(of: attribute)
                || saidAgain.contains(attribute)
            return isSaidNow ? now : known[attribute]
        }
    }

    /// - Parameter number: the journal's number of what it sets.
    fileprivate func write(
        _ correction: Correction, transaction: Int64, number: (Attribute) -> Int64
    ) throws {
        guard !correction.isEmpty else {
            try database.execute(
                sql: "DELETE FROM transaction_corrections WHERE transaction_id = ?",
                arguments: [transaction])
            return
        }
        var numbers = AttributeNumbers()
        for attribute in Attribute.allCases
        where attribute != .tags && !correction.values(of: attribute).isEmpty {
            numbers[attribute] = number(attribute)
        }
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO transaction_corrections
                    (transaction_id, class, category, lens, payee, note, tags, is_excluded,
                     loan, splits, reach, numbers)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                transaction, correction.class?.rawValue, correction.category,
                correction.lens?.rawValue, correction.payee, correction.note,
                correction.tags.isEmpty ? nil : correction.tags.joined(separator: "\n"),
                correction.excluded, correction.loan, correction.splits?.canonicalText,
                correction.storedReach, numbers.text,
            ])
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
            guard let attribute = try Attribute(rawValue: row.value(1)) else {
                throw try VaultError.damagedRow(
                    table: "handler_values", id: row.value(0),
                    reason: "it holds a word that no version writes")
            }
            return try HandlerValue(
                transaction: row.value(0), attribute: attribute, value: row.value(2),
                handler: row.value(3))
        }
    }

    /// Stores handlers' values, replacing earlier ones; tags add up.
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

    /// Makes explicitly set values the person's own.
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

    /// Moves handlers' values from one transaction to another, except for the person's
    /// own values.
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

/// The transfer of decisions from one transaction to another of the same purchase. The
/// other's own decisions win.
struct DecisionMove {
    private let database: Database
    private let corrections: [Int64: Correction]
    private let numbers: [Int64: AttributeNumbers]

    init(_ database: Database) throws {
        self.database = database
        let reader = DecisionReader(database: database)
        corrections = try reader.corrections()
        numbers = try reader.order().corrections
    }

    func move(from old: Int64, to new: Int64) throws {
        if let correction = corrections[old] {
            let store = CorrectionStore(database: database)
            let own = corrections[new] ?? Correction()
            try store.write(own.completed(by: correction), transaction: new) { attribute in
                (own.values(of: attribute).isEmpty ? numbers[old] : numbers[new])?[attribute] ?? 0
            }
            try store.store(Correction(), transaction: old)
            try HandlerValueStore(database: database).move(from: old, to: new, besides: own)
        }
        try ConfirmationStore(database: database).move(from: old, to: new)
        try movePairs(from: old, to: new)
        try database.execute(
            sql: "UPDATE mirrored_transactions SET source_id = ? WHERE source_id = ?",
            arguments: [new, old])
        for (table, column) in [
            ("series_decisions", "decision"), ("series_reminders", "days_before"),
            ("series_notes", "note"),
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
                SELECT first_id + second_id - ?, decision, number FROM pair_decisions
                WHERE first_id = ? OR second_id = ?
                """,
            arguments: [old, old, old])
        try database.execute(
            sql: "DELETE FROM pair_decisions WHERE first_id = ? OR second_id = ?",
            arguments: [old, old])
        for row in rows where try row.value(0) != new {
            let other: Int64 = try row.value(0)
            let (decision, number): (String, Int64) = try (row.value(1), row.value(2))
            try database.execute(
                sql: """
                    INSERT INTO pair_decisions (first_id, second_id, decision, number)
                    VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """,
                arguments: [min(new, other), max(new, other), decision, number])
        }
    }
}

extension Correction {
    /// NULL without a category and for the usual one.
    fileprivate var storedReach: String? {
        category == nil || reach == .usual ? nil : reach.rawValue
    }

    /// This correction, with missing values taken from another.
    fileprivate func completed(by other: Correction) -> Correction {
        Correction(
            class: self.class ?? other.class,
            category: category ?? (splits == nil ? other.category : nil),
            lens: lens ?? other.lens, payee: payee ?? other.payee, loan: loan ?? other.loan,
            note: note ?? other.note,
            tags: tags + other.tags.filter { !tags.contains($0) },
            excluded: excluded ?? other.excluded,
            splits: splits ?? (category == nil ? other.splits : nil),
            reach: category == nil && splits == nil ? other.reach : reach)
    }
}
