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
