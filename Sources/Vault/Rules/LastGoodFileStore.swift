internal import Foundation
internal import GRDB

/// The last good version of one of the person's text files.
public struct LastGoodFile: Hashable, Sendable {
    public let bytes: [UInt8]
    /// The first use of this version, in POSIX seconds.
    public let since: Int64

    public init(bytes: [UInt8], since: Int64) {
        self.bytes = bytes
        self.since = since
    }
}

extension Vault {
    /// The last good versions of rules, configuration and handlers, by path within the
    /// vault.
    public func lastGoodFiles() throws(VaultError) -> [String: LastGoodFile] {
        try read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT path, content, good_since FROM last_good_files")
            return try Dictionary(
                rows.map { row in
                    let content: Data = try row.value(1)
                    return try (
                        row.value(0), LastGoodFile(bytes: Array(content), since: row.value(2))
                    )
                }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Stores the last good versions of some files.
    ///
    /// - Parameter files: by path; nil removes the file.
    public func store(lastGood files: [String: LastGoodFile?]) throws(VaultError) {
        guard !files.isEmpty else { return }
        try write { database in
            for (path, file) in files {
                guard let file else {
                    try database.execute(
                        sql: "DELETE FROM last_good_files WHERE path = ?", arguments: [path])
                    continue
                }
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO last_good_files (path, content, good_since)
                        VALUES (?, ?, ?)
                        """,
                    arguments: [path, Data(file.bytes), file.since])
            }
        }
    }

    /// What a plugin answered in the last pass; nil if that is not known.
    public func pluginAnswers(of plugin: String) throws(VaultError) -> [UInt8]? {
        try read { database in
            try Data.fetchOne(
                database, sql: "SELECT answers FROM plugin_answers WHERE plugin = ?",
                arguments: [plugin]
            ).map(Array.init)
        }
    }

    /// Stores what the plugins of a pass answered, and forgets those of others.
    public func keep(pluginAnswers: [String: [UInt8]]) throws(VaultError) {
        let known = try read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT plugin, answers FROM plugin_answers")
            return Dictionary(
                uniqueKeysWithValues: try rows.map { row in
                    let answers: Data = try row.value("answers")
                    return (try row.value("plugin") as String, Array(answers))
                })
        }
        guard known != pluginAnswers else { return }
        try write { database in
            for (plugin, answers) in pluginAnswers where known[plugin] != answers {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO plugin_answers (plugin, answers) VALUES (?, ?)",
                    arguments: [plugin, Data(answers)])
            }
            for plugin in known.keys where pluginAnswers[plugin] == nil {
                try database.execute(
                    sql: "DELETE FROM plugin_answers WHERE plugin = ?", arguments: [plugin])
            }
        }
    }

    /// The cache of parsed files, by the digest of all their inputs. Derived data.
    public func cachedReadings() throws(VaultError) -> [[UInt8]: [UInt8]] {
        try read { database in
            let rows = try Row.fetchCursor(
                database, sql: "SELECT digest, answer FROM kept_answers")
            var answers: [[UInt8]: [UInt8]] = [:]
            while let row = try rows.next() {
                let digest: Data = try row.value(0), answer: Data = try row.value(1)
                answers[Array(digest)] = Array(answer)
            }
            return answers
        }
    }

    /// Caches parsed files and evicts the oldest entries.
    public func keep(answers: [[UInt8]: [UInt8]]) throws(VaultError) {
        guard !answers.isEmpty else { return }
        try write { database in
            for (digest, answer) in answers {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO kept_answers (digest, answer) VALUES (?, ?)",
                    arguments: [Data(digest), Data(answer)])
            }
            try database.execute(
                sql: """
                    DELETE FROM kept_answers WHERE id IN (
                        SELECT id FROM (
                            SELECT id, sum(length(answer)) OVER (ORDER BY id DESC) AS bytes
                            FROM kept_answers)
                        WHERE bytes > ?)
                    """,
                arguments: [Self.mostBytes])
        }
    }

    /// The size limit of the cache: each edit of a file adds an entry.
    private static let mostBytes = 8 << 20
}
