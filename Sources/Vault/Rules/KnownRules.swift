internal import GRDB
public import Model

/// A rule that decisions refer to.
public struct DecidedRule: Hashable, Sendable {
    /// The rule's name in the decision.
    public let reference: String
    /// Its current identity: as last found, else as of the decision.
    public let identity: RuleIdentity

    public init(_ reference: String, knownAs identity: RuleIdentity) {
        self.reference = reference
        self.identity = identity
    }
}

extension Vault {
    /// Disabled rules, and those that corrections overrule.
    public func decidedRules() throws(VaultError) -> [DecidedRule] {
        try read { database in
            try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT rule, coalesce(found_as, rule),
                            coalesce(known_rules.fingerprint, max(decided.fingerprint))
                        FROM (
                            SELECT rule, fingerprint FROM disabled_rules
                            UNION SELECT rule, fingerprint FROM overruled_rules
                        ) AS decided LEFT JOIN known_rules ON decided_as = rule
                        GROUP BY rule ORDER BY rule
                        """)
            ).map { DecidedRule($0[0], knownAs: RuleIdentity($0[1], fingerprint: $0[2])) }
        }
    }

    /// Stores how rules of files were last found, so that decisions on them survive the
    /// next edit or rename. The decisions stay unchanged, and so does their undo.
    public func store(found rules: [DecidedRule]) throws(VaultError) {
        guard !rules.isEmpty else { return }
        try write { database in
            for rule in rules {
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO known_rules (decided_as, found_as, fingerprint)
                        VALUES (?, ?, ?)
                        """,
                    arguments: [
                        rule.reference, rule.identity.reference, rule.identity.fingerprint,
                    ])
            }
        }
    }

    /// The disabled shipped rules and file rules, including missing ones.
    public func disabledRules() throws(VaultError) -> Set<RuleIdentity> {
        try read { database in
            var rules: Set<RuleIdentity> = []
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT coalesce(found_as, rule),
                            coalesce(known_rules.fingerprint, disabled_rules.fingerprint)
                        FROM disabled_rules LEFT JOIN known_rules ON decided_as = rule
                        """))
            while let row = try rows.next() {
                rules.insert(RuleIdentity(row[0], fingerprint: row[1]))
            }
            return rules
        }
    }

    /// Disables a rule of a file.
    public func disableRule(_ rule: RuleIdentity, summary: String) throws(VaultError) {
        try decide(summary) { database in
            try database.execute(
                sql: """
                    INSERT INTO disabled_rules (rule, fingerprint) VALUES (?, ?)
                    ON CONFLICT (rule) DO NOTHING
                    """,
                arguments: [rule.reference, rule.fingerprint])
        }
    }

    /// Enables a rule of a file.
    ///
    /// - Parameter identities: all its identities in ``disabledRules()``.
    public func enableRule(
        knownAs identities: Set<RuleIdentity>, summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            for rule in identities {
                try database.execute(
                    sql: """
                        DELETE FROM disabled_rules WHERE ? = coalesce(
                            (SELECT found_as FROM known_rules WHERE decided_as = rule), rule)
                        """,
                    arguments: [rule.reference])
            }
        }
    }

    /// The matches of rules in the last pass by reference, without rules that matched
    /// nothing. Empty after a pass over what the person chose.
    public func ruleTallies() throws(VaultError) -> [String: RuleTally] {
        try read { try RuleTallyStore(database: $0).all() }
    }
}

/// The table of rule matches in the last pass.
struct RuleTallyStore {
    let database: Database

    /// The difference between the stored and the new matches.
    struct Changes {
        fileprivate var gone: [String] = []
        fileprivate var new: [RuleTally] = []

        var isEmpty: Bool { gone.isEmpty && new.isEmpty }
    }

    /// By the rules' references.
    func all() throws -> [String: RuleTally] {
        var tallies: [String: RuleTally] = [:]
        let rows = try Row.fetchCursor(
            database, sql: "SELECT rule, hits, last_day FROM rule_uses")
        while let row = try rows.next() {
            let rule: String = row[0]
            tallies[rule] = RuleTally(
                rule: rule, hits: row[1],
                lastDay: try row.optionalDay(2, of: "rule_uses"))
        }
        return tallies
    }

    /// The difference to the matches of a whole pass. Zeros are not stored.
    func changes(to tallies: [RuleTally]) throws -> Changes {
        let known = try all()
        let new = Dictionary(tallies.filter { $0.hits > 0 }.map { ($0.rule, $0) }) { first, _ in
            first
        }
        return Changes(
            gone: known.keys.filter { new[$0] == nil },
            new: new.values.filter { known[$0.rule] != $0 })
    }

    func write(_ changes: Changes) throws {
        for rule in changes.gone {
            try database.cachedStatement(sql: "DELETE FROM rule_uses WHERE rule = ?")
                .execute(arguments: [rule])
        }
        let statement = try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO rule_uses (rule, hits, last_day) VALUES (?, ?, ?)")
        for tally in changes.new {
            try statement.execute(
                arguments: [tally.rule, tally.hits, tally.lastDay?.daysSinceEpoch])
        }
    }

    /// Deletes all matches, as those of the last whole pass are outdated.
    func forget() throws { try database.execute(sql: "DELETE FROM rule_uses") }
}
