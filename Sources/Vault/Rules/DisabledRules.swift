internal import GRDB
public import Model

extension Vault {
    /// The disabled shipped rules and file rules, including missing ones.
    public func disabledRules() throws(VaultError) -> Set<RuleIdentity> {
        try read { database in
            var rules: Set<RuleIdentity> = []
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: "SELECT rule, fingerprint FROM disabled_rules"))
            while let row = try rows.next() {
                try rules.insert(RuleIdentity(row.value(0), fingerprint: row.value(1)))
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
                    sql: "DELETE FROM disabled_rules WHERE rule = ?", arguments: [rule.reference])
            }
        }
    }

    /// Gives rules of files that are new the journal's next number, so that what is said from now
    /// on comes after them.
    ///
    /// - Parameter rules: each with its number; nil for the next one. Where another process was
    ///   faster, the lower number counts.
    public func number(
        _ rules: [(rule: RuleIdentity, number: Int64?)]
    ) throws(VaultError) {
        guard !rules.isEmpty else { return }
        try write { database in
            let now = try Journal.nextNumber(database)
            for (rule, number) in rules {
                try database.execute(
                    sql: """
                        INSERT INTO rule_numbers (rule, fingerprint, number)
                        VALUES (?, ?, ?)
                        ON CONFLICT DO UPDATE SET number = min(number, excluded.number)
                        """,
                    arguments: [rule.reference, rule.fingerprint ?? "", number ?? now])
            }
        }
    }

    /// Which of corrections and rules came later.
    public func wordOrder() throws(VaultError) -> WordOrder {
        try read { try DecisionReader(database: $0).order() }
    }

    /// The matches of rules in the last pass by reference, without rules that matched
    /// nothing.
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
            let rule: String = try row.value(0)
            tallies[rule] = try RuleTally(
                rule: rule, hits: row.value(1),
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
