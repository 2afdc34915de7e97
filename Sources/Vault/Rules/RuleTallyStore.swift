internal import GRDB
public import Model

extension Vault {
    /// How often rules were of use in the last pass, by their references,
    /// without those that matched nothing. Empty where that pass was over a part
    /// of the transactions.
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
