/// How often rules were of use.
enum Schema8 {
    static let ruleUses = """
        -- As conclusions are, what the last pass found: it can be dropped, and
        -- comes again. Rules are named by their references.
        CREATE TABLE rule_uses (
            rule TEXT PRIMARY KEY,
            hits INTEGER NOT NULL CHECK (hits >= 0),
            last_day INTEGER
        ) STRICT, WITHOUT ROWID;
        """
}
