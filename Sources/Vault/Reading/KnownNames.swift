internal import GRDB

/// Names that the last pass knew, for completing what a person types.
extension Vault {
    /// The displayed names of payees, from A to Z.
    public func payeeNames() throws(VaultError) -> [String] {
        try read { database in
            try TextBytes.fetchAll(
                database,
                sql: "SELECT DISTINCT payee FROM verdicts WHERE payee IS NOT NULL ORDER BY payee"
            ).map(\.text)
        }
    }

    /// The references of the rules that matched something, the most used first.
    public func usedRules() throws(VaultError) -> [String] {
        try read { database in
            try TextBytes.fetchAll(
                database, sql: "SELECT rule FROM rule_uses ORDER BY hits DESC, rule"
            ).map(\.text)
        }
    }

    /// All tags, from A to Z.
    public func tagNames() throws(VaultError) -> [String] {
        try read { database in
            let lists = try TextBytes.fetchAll(
                database, sql: "SELECT DISTINCT tags FROM verdicts WHERE tags IS NOT NULL")
            let tags = lists.flatMap { $0.text.split(separator: "\n").map(String.init) }
            return Set(tags).sorted()
        }
    }
}
