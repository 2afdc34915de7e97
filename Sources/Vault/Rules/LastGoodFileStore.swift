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

/// A version of one of the person's text files, as it came into use.
public struct FileVersion: Hashable, Sendable {
    public let number: Int64
    /// Within the vault.
    public let path: String
    /// Nil where the file went, or the shipped one came into use.
    public let bytes: [UInt8]?
    /// When it came into use, in POSIX seconds.
    public let since: Int64
    /// The first pass with it.
    public let pass: Int64
}

extension Vault {
    /// The last good versions of rules, configuration and handlers, by path within the
    /// vault.
    public func lastGoodFiles() throws(VaultError) -> [String: LastGoodFile] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT path, content, since FROM file_versions
                    WHERE number IN (\(Self.newestVersions)) AND content IS NOT NULL
                    """)
            return try Dictionary(
                rows.map { row in
                    let content: Data = try row.value(1)
                    return try (
                        row.value(0), LastGoodFile(bytes: Array(content), since: row.value(2))
                    )
                }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// All kept versions of rules, configuration and handlers, in the order in which they came
    /// into use.
    public func fileVersions() throws(VaultError) -> [FileVersion] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT number, path, content, since, pass FROM file_versions ORDER BY number
                    """)
            return try rows.map { row in
                let content: Data? = try row.value(2)
                return FileVersion(
                    number: try row.value(0), path: try row.value(1),
                    bytes: content.map(Array.init), since: try row.value(3),
                    pass: try row.value(4))
            }
        }
    }

    /// Stores the last good versions of some files. Their former ones stay, until there is much
    /// of them. A version that another process has stored meanwhile stays the only one.
    ///
    /// - Parameter files: by path; nil for a file that went, or that is the shipped one again.
    public func store(lastGood files: [String: LastGoodFile?], at now: Int64) throws(VaultError) {
        guard !files.isEmpty else { return }
        try write { database in
            var isNews = false
            for (path, file) in files.sorted(by: { $0.key < $1.key }) {
                // An empty file is bound as NULL, which stands for a removed one.
                try database.execute(
                    sql: """
                        INSERT INTO file_versions (path, content, since, pass)
                        SELECT ?1, new.content, ?3, generation + 1
                        FROM pass_state, (SELECT iif(?4, ifnull(?2, x''), NULL) AS content) AS new
                        WHERE new.content IS NOT (
                            SELECT content FROM file_versions WHERE path = ?1
                            ORDER BY number DESC LIMIT 1)
                        """,
                    arguments: [
                        path, file.map { Data($0.bytes) }, file?.since ?? now, file != nil,
                    ])
                isNews = isNews || database.changesCount > 0
            }
            guard isNews else { return }
            try database.execute(
                sql: """
                    DELETE FROM file_versions WHERE number IN (
                        SELECT number FROM (
                            SELECT number, sum(ifnull(length(content), 0) + \(Self.bytesOfRow))
                                OVER (ORDER BY number DESC) AS bytes
                            FROM file_versions WHERE number NOT IN (\(Self.newestVersions)))
                        WHERE bytes > ?)
                    """,
                arguments: [Self.mostBytesOfFormer])
        }
    }

    private static let newestVersions = "SELECT max(number) FROM file_versions GROUP BY path"

    /// What former versions may take up, of all files together.
    private static let mostBytesOfFormer = 16 << 20
    private static let bytesOfRow = 100

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
