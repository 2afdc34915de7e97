internal import GRDB
public import Model

/// A rule of which something was decided.
public struct DecidedRule: Hashable, Sendable {
    /// What the decision calls it.
    public let reference: String
    /// By what it is known now: as what it was found last, else as of the decision.
    public let identity: RuleIdentity

    public init(_ reference: String, knownAs identity: RuleIdentity) {
        self.reference = reference
        self.identity = identity
    }
}

extension Vault {
    /// The rules that are switched off, and those that corrections overrule.
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

    /// Keeps as what rules of files were found, so that decisions about them know
    /// them again after the next edit or rename. What was decided stays as it was,
    /// and with it what can be undone.
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
}

extension Vault {
    /// The rules of files, the program's and the person's own, that are switched
    /// off; also those that are not there any more.
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

    /// Switches a rule of a file off.
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

    /// Switches a rule of a file on.
    ///
    /// - Parameter identities: all by which ``disabledRules()`` know it.
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
}

extension Vault {
    /// How often rules were of use in the last pass, by their references, without those
    /// that matched nothing. Empty if that pass was over a part of the transactions.
    public func ruleTallies() throws(VaultError) -> [String: RuleTally] {
        try read { try RuleTallyStore(database: $0).all() }
    }
}

/// Reads and writes how often rules were of use in the last pass.
struct RuleTallyStore {
    let database: Database

    /// What is to be written so that the counts are those of a pass.
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

    /// What differs from the counts of a pass over everything. Those that are
    /// zero are not kept.
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

    /// Drops all counts: those of the last pass over everything hold no more.
    func forget() throws { try database.execute(sql: "DELETE FROM rule_uses") }
}
