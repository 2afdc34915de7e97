internal import Foundation
internal import GRDB

/// A plugin's files as the person approved them.
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
    /// In bytewise order of their paths.
    public let files: [File]

    /// - Parameter files: of different paths, in any order.
    public init(approvedAt: Int64, files: [File]) {
        self.approvedAt = approvedAt
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
}

extension Vault {
    /// The plugin's last approval, or nil where it never had one.
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
                let compressed: Data = row["compressed_bytes"]
                return PluginApproval.File(
                    path: row["path"],
                    bytes: try CompressedBytes.expanded(compressed, byteCount: row["byte_count"]))
            }
            return PluginApproval(approvedAt: approvedAt, files: files)
        }
    }

    /// Takes the person's word that a plugin with these files may run, in place
    /// of any earlier word.
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
