internal import GRDB
public import Model

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
