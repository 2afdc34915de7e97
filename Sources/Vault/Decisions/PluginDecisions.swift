internal import GRDB

/// What the person said about one plugin.
public struct PluginDecision: Hashable, Sendable {
    /// Whether it is to run; nil where nothing was said.
    public var isEnabled: Bool?
    /// Settings that were changed, by name, as the person typed them.
    public var settings: [String: String]

    public init(isEnabled: Bool? = nil, settings: [String: String] = [:]) {
        self.isEnabled = isEnabled
        self.settings = settings
    }
}

extension Vault {
    /// What was said about plugins, by their names; also about those that are
    /// not there any more.
    public func pluginDecisions() throws(VaultError) -> [String: PluginDecision] {
        try read { database in
            var decisions: [String: PluginDecision] = [:]
            for row in try Row.fetchAll(
                database.cachedStatement(sql: "SELECT name, is_enabled FROM plugin_decisions"))
            {
                decisions[row["name"], default: PluginDecision()].isEnabled = row["is_enabled"]
            }
            for row in try Row.fetchAll(
                database.cachedStatement(sql: "SELECT name, setting, value FROM plugin_settings"))
            {
                decisions[row["name"], default: PluginDecision()]
                    .settings[row["setting"]] = row["value"]
            }
            return decisions
        }
    }

    /// Takes the person's word on whether a plugin is to run.
    public func enablePlugin(_ name: String, _ isEnabled: Bool) throws(VaultError) {
        try decide("plugins \(isEnabled ? "enable" : "disable") \(name)") { database in
            try database.execute(
                sql: """
                    INSERT INTO plugin_decisions (name, is_enabled) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET is_enabled = excluded.is_enabled
                    """,
                arguments: [name, isEnabled])
        }
    }

    /// Takes the person's word on a plugin's setting.
    ///
    /// - Parameter value: nil goes back to what the plugin does by default.
    public func setPlugin(
        _ name: String, setting: String, to value: String?
    ) throws(VaultError) {
        try decide("plugins set \(name) \(setting)") { database in
            guard let value else {
                try database.execute(
                    sql: "DELETE FROM plugin_settings WHERE name = ? AND setting = ?",
                    arguments: [name, setting])
                return
            }
            try database.execute(
                sql: """
                    INSERT INTO plugin_settings (name, setting, value) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET value = excluded.value
                    """,
                arguments: [name, setting, value])
        }
    }
}
