internal import GRDB
public import Model

extension Vault {
    /// How often rules were of use in the last pass, by their references,
    /// without those that matched nothing. Empty where that pass was over a part
    /// of the transactions.
    public func ruleTallies() throws(VaultError) -> [String: RuleTally] {
        try read { try Self.ruleTallies($0) }
    }

    /// Keeps how often rules were of use in a pass, in place of what earlier
    /// passes found. Writes what differs, and nothing where nothing does.
    public func storeRuleTallies(_ tallies: [RuleTally]) throws(VaultError) {
        let known = try ruleTallies()
        let new = Dictionary(tallies.filter { $0.hits > 0 }.map { ($0.rule, $0) }) { first, _ in
            first
        }
        guard known != new else { return }
        try write { database in
            for rule in known.keys where new[rule] == nil {
                try database.execute(
                    sql: "DELETE FROM rule_uses WHERE rule = ?", arguments: [rule])
            }
            let statement = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO rule_uses (rule, hits, last_day) VALUES (?, ?, ?)")
            for tally in new.values where known[tally.rule] != tally {
                try statement.execute(
                    arguments: [tally.rule, tally.hits, tally.lastDay?.daysSinceEpoch])
            }
        }
    }

    /// Drops the counts, where there are any: they hold no more.
    public func forgetRuleTallies() throws(VaultError) {
        let areThere = try read { database in
            try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM rule_uses)") ?? false
        }
        guard areThere else { return }
        try write { try $0.execute(sql: "DELETE FROM rule_uses") }
    }

    private static func ruleTallies(_ database: Database) throws -> [String: RuleTally] {
        var tallies: [String: RuleTally] = [:]
        let rows = try Row.fetchCursor(
            database, sql: "SELECT rule, hits, last_day FROM rule_uses")
        while let row = try rows.next() {
            let rule: String = row[0]
            let day: Int32? = row[2]
            tallies[rule] = RuleTally(
                rule: rule, hits: row[1],
                lastDay: day.map { CalendarDay(daysSinceEpoch: $0) })
        }
        return tallies
    }
}
