internal import CZlib
internal import Foundation
internal import GRDB

/// The person's decisions on one plugin.
public struct PluginDecision: Hashable, Sendable {
    /// Whether it is enabled; nil if not decided.
    public var isEnabled: Bool?
    /// Changed settings by name, as typed.
    public var settings: [String: String]

    public init(isEnabled: Bool? = nil, settings: [String: String] = [:]) {
        self.isEnabled = isEnabled
        self.settings = settings
    }
}

extension Vault {
    /// The decisions on plugins by name, including missing plugins.
    public func pluginDecisions() throws(VaultError) -> [String: PluginDecision] {
        try read { database in
            var decisions: [String: PluginDecision] = [:]
            for row in try Row.fetchAll(
                database.cachedStatement(sql: "SELECT name, is_enabled FROM plugin_decisions"))
            {
                try decisions[row.value("name"), default: PluginDecision()].isEnabled =
                    try row.value("is_enabled")
            }
            for row in try Row.fetchAll(
                database.cachedStatement(sql: "SELECT name, setting, value FROM plugin_settings"))
            {
                try decisions[row.value("name"), default: PluginDecision()]
                    .settings[row.value("setting")] = try row.value("value")
            }
            return decisions
        }
    }

    /// Enables or disables a plugin.
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

    /// Stores a setting of a plugin.
    ///
    /// - Parameter value: nil for the plugin's default.
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

/// The files of a plugin as the person approved them.
public struct PluginApproval: Hashable, Sendable {
    public struct File: Hashable, Sendable {
        /// Within the plugin's folder.
        public let path: String
        public let bytes: [UInt8]

        public init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// POSIX seconds.
    public let approvedAt: Int64
    /// In byte order of their paths.
    public let files: [File]

    /// - Parameter files: with distinct paths, in any order.
    public init(approvedAt: Int64, files: [File]) {
        self.approvedAt = approvedAt
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
}

extension Vault {
    /// The plugin's last approval, or nil if it never had one.
    public func pluginApproval(of name: String) throws(VaultError) -> PluginApproval? {
        try read { database in
            let approvedAt = try Int64.fetchOne(
                database, sql: "SELECT approved_at FROM plugin_approvals WHERE name = ?",
                arguments: [name])
            guard let approvedAt else { return nil }
            let files = try Row.fetchAll(
                database,
                sql: """
                    SELECT path, byte_count, compressed_bytes FROM plugin_approved_files
                    WHERE name = ?
                    """,
                arguments: [name]
            ).map { row in
                let compressed: Data = try row.value("compressed_bytes")
                return try PluginApproval.File(
                    path: row.value("path"),
                    bytes: try CompressedBytes.expanded(
                        compressed, byteCount: row.value("byte_count")))
            }
            return PluginApproval(approvedAt: approvedAt, files: files)
        }
    }

    /// Stores the person's approval of a plugin with these files, replacing an earlier
    /// one.
    public func approvePlugin(
        _ name: String, _ approval: PluginApproval
    ) throws(VaultError) {
        let files = try approval.files.map { file throws(VaultError) in
            (
                path: file.path, count: file.bytes.count,
                compressed: try CompressedBytes.compressed(file.bytes)
            )
        }
        try write { database in
            try database.execute(
                sql: "DELETE FROM plugin_approvals WHERE name = ?", arguments: [name])
            try database.execute(
                sql: "INSERT INTO plugin_approvals (name, approved_at) VALUES (?, ?)",
                arguments: [name, approval.approvedAt])
            for file in files {
                try database.execute(
                    sql: """
                        INSERT INTO plugin_approved_files
                            (name, path, byte_count, compressed_bytes)
                        VALUES (?, ?, ?, ?)
                        """,
                    arguments: [name, file.path, file.count, file.compressed])
            }
        }
    }
}

/// Compression of approved plugin files with zlib.
enum CompressedBytes {
    static func compressed(_ bytes: [UInt8]) throws(VaultError) -> Data {
        var length = compressBound(uLong(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(length))
        let status = compress2(&output, &length, bytes, uLong(bytes.count), Z_BEST_SPEED)
        guard status == Z_OK else {
            throw .database(reason: "zlib could not compress the data (code \(status))")
        }
        return Data(output.prefix(Int(length)))
    }

    /// More than a plugin's folder may hold.
    private static let mostBytes = 64 << 20

    private static var damaged: VaultError {
        .damagedRow(
            table: "plugin_approved_files", id: nil, reason: "a compressed file can't be read")
    }

    static func expanded(_ compressed: Data, byteCount: Int) throws(VaultError) -> [UInt8] {
        guard 0...mostBytes ~= byteCount else { throw damaged }
        var length = uLong(byteCount)
        // One byte more than needed: zlib requires room even for an empty result.
        var output = [UInt8](repeating: 0, count: byteCount + 1)
        let status = uncompress(&output, &length, Array(compressed), uLong(compressed.count))
        guard status == Z_OK, length == byteCount else {
            throw damaged
        }
        return Array(output.prefix(byteCount))
    }
}
