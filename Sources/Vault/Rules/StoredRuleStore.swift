internal import GRDB
public import Model

extension Vault {
    /// The stored rules, in the order of evaluation within one priority.
    ///
    /// - Parameter known: rules from an earlier read. Unchanged ones take a fraction of
    ///   the time.
    public func storedRules(known: [StoredRule] = []) throws(VaultError) -> [StoredRule] {
        try read { database in
            var rules: [StoredRule] = []
            rules.reserveCapacity(known.count)
            try RowIterator(
                database,
                sql: """
                    SELECT id, position, definition, is_enabled, origin, created_at
                    FROM stored_rules ORDER BY position, id
                    """
            ).forEach { row in
                if rules.count < known.count, known[rules.count].isStored(in: row) {
                    rules.append(known[rules.count])
                } else {
                    rules.append(try StoredRule(row))
                }
            }
            return rules
        }
    }

    /// The number of the next new rule, unless another command is faster. Numbers of
    /// removed rules are never reused.
    public func nextStoredRule() throws(VaultError) -> Int64 {
        try read { database in
            let last = try Int64.fetchOne(
                database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'stored_rules'")
            return (last ?? 0) + 1
        }
    }

    /// Stores a new rule.
    ///
    /// - Parameters:
    ///   - successor: the rule to insert it before; nil for the end.
    ///   - yields: whether it overrules no correction.
    ///   - keeping: what was only confirmed before, as corrections that overrule it.
    ///   - summary: a short description for `history`.
    /// - Returns: the rule's number.
    public func addStoredRule(
        _ definition: String, origin: StoredRule.Origin = .hand, before successor: Int64? = nil,
        yields: Bool = false, keeping: [Int64: Correction] = [:], summary: String
    ) throws(VaultError) -> Int64 {
        let instant = clock()
        return try decide(summary) { database in
            let position = try StoredRulePositions(database).position(before: successor)
            try database.execute(
                sql: """
                    INSERT INTO stored_rules (position, definition, created_at, origin, number)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    position, definition, instant, origin.rawValue,
                    yields ? 0 : try Journal.nextNumber(database),
                ])
            let id = database.lastInsertedRowID
            try CorrectionStore(database: database).keep(keeping)
            return id
        }
    }

    /// Changes the definition of a stored rule.
    ///
    /// - Parameter attributes: those the rule now sets differently. It wins over
    ///   earlier corrections of them.
    public func changeStoredRule(
        _ id: Int64, to definition: String, overturning attributes: Set<Attribute>,
        summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT number, numbers FROM stored_rules WHERE id = ?",
                arguments: [id])
            guard let row else { return }
            var numbers = try AttributeNumbers(all: row.value(0), row.value(1))
            let now = try Journal.nextNumber(database)
            if attributes == Set(Attribute.allCases) {
                numbers = AttributeNumbers(all: now)
            } else {
                for attribute in attributes { numbers[attribute] = now }
            }
            try database.execute(
                sql: """
                    UPDATE stored_rules SET definition = ?1, number = ?2, numbers = ?3
                    WHERE id = ?4 AND definition <> ?1
                    """,
                arguments: [definition, numbers.all, numbers.text, id])
        }
    }

    public func removeStoredRule(_ id: Int64, summary: String) throws(VaultError) {
        try decide(summary) { database in
            try database.execute(sql: "DELETE FROM stored_rules WHERE id = ?", arguments: [id])
        }
    }

    /// Enables or disables a stored rule.
    public func enableStoredRule(
        _ id: Int64, _ isEnabled: Bool, summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            try database.execute(
                sql: "UPDATE stored_rules SET is_enabled = ? WHERE id = ? AND is_enabled <> ?",
                arguments: [isEnabled, id, isEnabled])
        }
    }

    /// Moves a stored rule before another one; nil moves it to the end.
    public func moveStoredRule(
        _ id: Int64, before successor: Int64?, summary: String
    ) throws(VaultError) {
        guard successor != id else { return }
        try decide(summary) { database in
            let positions = try StoredRulePositions(database, without: id)
            let position = try positions.position(before: successor)
            try database.execute(
                sql: "UPDATE stored_rules SET position = ? WHERE id = ?",
                arguments: [position, id])
        }
    }
}

/// The positions of stored rules, with gaps so that an insertion moves few rules.
private struct StoredRulePositions {
    private let database: Database
    private var rules: [(id: Int64, position: Int64)]

    private static let room: Int64 = 1 << 20

    /// - Parameter id: a rule that is about to move.
    init(_ database: Database, without id: Int64? = nil) throws {
        self.database = database
        rules = try Row.fetchAll(
            database, sql: "SELECT id, position FROM stored_rules ORDER BY position, id"
        ).map { try ($0.value("id"), $0.value("position")) }.filter { $0.0 != id }
    }

    /// A free position before a rule, or at the end. Renumbers the rules if there is no
    /// gap.
    func position(before successor: Int64?) throws -> Int64 {
        let place = rules.firstIndex { $0.id == successor } ?? rules.count
        let earlier = place > 0 ? rules[place - 1].position : nil
        let later = place < rules.count ? rules[place].position : nil
        switch (earlier, later) {
        case (nil, nil): return 0
        case (let earlier?, nil): return earlier + Self.room
        case (nil, let later?): return later - Self.room
        case (let earlier?, let later?) where later - earlier > 1:
            return earlier + (later - earlier) / 2
        case (_?, _?):
            for (number, rule) in rules.enumerated() {
                try database.execute(
                    sql: "UPDATE stored_rules SET position = ? WHERE id = ?",
                    arguments: [Int64(number) * Self.room, rule.id])
            }
            return Int64(place) * Self.room - Self.room / 2
        }
    }
}

extension StoredRule {
    fileprivate init(_ row: CursorRow) throws {
        guard let origin = Origin(rawValue: row.text(4)) else {
            throw VaultError.damagedRow(
                table: "stored_rules", id: row.integer(0),
                reason: "it holds a word that no version writes")
        }
        self.init(
            id: row.integer(0), position: row.integer(1), definition: row.text(2),
            isEnabled: row.integer(3) != 0, origin: origin, createdAt: row.integer(5))
    }

    fileprivate func isStored(in row: CursorRow) -> Bool {
        row.integer(0) == id && row.integer(1) == position && row.holds(definition, in: 2)
            && (row.integer(3) != 0) == isEnabled && row.holds(origin.rawValue, in: 4)
            && row.integer(5) == createdAt
    }
}
