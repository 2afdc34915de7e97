internal import GRDB

extension Vault {
    /// The references of rules of files, the program's and the person's own,
    /// that are switched off; also of those that are not there any more.
    public func disabledRules() throws(VaultError) -> Set<String> {
        try read { try String.fetchSet($0, sql: "SELECT rule FROM disabled_rules") }
    }

    /// Switches a rule of a file on or off, by its reference.
    public func enableRule(
        _ reference: String, _ isEnabled: Bool, summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            try database.execute(
                sql: isEnabled
                    ? "DELETE FROM disabled_rules WHERE rule = ?"
                    : "INSERT INTO disabled_rules (rule) VALUES (?) ON CONFLICT DO NOTHING",
                arguments: [reference])
        }
    }
}
