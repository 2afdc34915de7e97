internal import Foundation
public import Model

/// What a backup or a vault holds, counted in its database.
public struct BackupSummary: Hashable, Sendable {
    public let transactions: Int
    /// Transactions without conclusions, because no pass has looked at them yet.
    public let unclassified: Int
    /// Of all transactions; nil if there is none.
    public let days: ClosedRange<CalendarDay>?
    /// Decisions in the history that are not undone.
    public let decisions: Int
    /// Rules in the database, and the files of rules.
    public let storedRules: Int
    public let ruleFiles: Int
    public let plugins: Int
    public let handlerFiles: Int
    public let configurationFiles: Int
    /// Access URLs and keys.
    public let secrets: Int

    /// Checks the database of a backup in memory, and counts what it holds.
    ///
    /// - Throws: ``BackupError/notABackup(path:reason:)`` for a database with damage or with
    ///   tables, triggers or views of others.
    public init(of archive: BackupArchive, at path: String) throws(BackupError) {
        do {
            let database = try PlainConnection.inMemory(archive.database)
            if let difference = try database.foreignness() {
                throw BackupError.notABackup(path: path, reason: difference)
            }
            if let complaint = try database.complaint(comparingIndexes: true) {
                throw BackupError.notABackup(path: path, reason: "its database: \(complaint)")
            }
            if let table = try database.firstText(
                of: "SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1")
            {
                throw BackupError.notABackup(
                    path: path, reason: "its database: rows of \(table) refer to missing rows")
            }
            try self.init(database, names: Array(archive.files.keys))
        } catch let error as BackupError {
            throw error
        } catch {
            throw .notABackup(path: path, reason: "its database can't be read")
        }
    }

    /// Counts what the vault in a folder holds.
    init(of folder: VaultFolder) throws {
        try self.init(
            PlainConnection(reading: folder.databasePath),
            names: VaultFiles(folder).paths.map(\.name))
    }

    private init(_ database: borrowing PlainConnection, names: [String]) throws {
        transactions = try database.count("transactions")
        unclassified = try database.number(
            """
            SELECT count(*) FROM transactions
            WHERE id NOT IN (SELECT transaction_id FROM conclusions)
            """)
        decisions = try database.count("journal WHERE is_undone = 0")
        storedRules = try database.count("stored_rules")
        let ends = try database.texts(
            "SELECT min(day) FROM transactions UNION ALL SELECT max(day) FROM transactions"
        ).compactMap { Int32($0) }.map { CalendarDay(daysSinceEpoch: $0) }
        days = ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
        func count(_ folder: String, _ end: String) -> Int {
            names.count { $0.hasPrefix(folder + "/") && $0.hasSuffix(end) }
        }
        ruleFiles = count("rules", ".lua")
        plugins = count("Plugins", "/plugin.toml")
        handlerFiles = count("automation", ".lua")
        configurationFiles = count("config", ".toml")
        secrets = count("secrets", "")
    }
}

extension Vault {
    /// What the vault holds.
    public func summary() throws(VaultError) -> BackupSummary {
        try explained { try BackupSummary(of: folder) }
    }
}

/// What restoring a backup would change.
public struct RestorePlan: Hashable, Sendable {
    public let backup: BackupSummary
    /// What the vault holds now; nil for a new one, and for one whose database can't be read.
    public let present: BackupSummary?
    /// Whether there is a vault in the folder, though its database may be damaged.
    public let replacesVault: Bool
    /// Transactions and decisions that the vault has and the backup doesn't.
    public let lostTransactions: Int
    public let lostDecisions: Int
    /// Paths within the vault of files that would change, and of those that would go.
    public let changedFiles: [String]
    public let removedFiles: [String]
    /// Handlers, and the settings of what they may reach, that the vault doesn't have as they
    /// are in the backup.
    public let newAutomation: [String]

    /// - Throws: ``BackupError``; ``VaultError/foreignFolder(path:file:)`` and
    ///   ``VaultError/sharedFolder(path:)`` for a folder that can't become a vault.
    public init(_ archive: BackupArchive, at path: String, into folder: VaultFolder) throws {
        backup = try BackupSummary(of: archive, at: path)
        if !folder.holdsVault { try folder.refuseForeignFiles() }
        replacesVault = folder.isUsed
        var now: [String: String] = [:]
        for (name, path) in try VaultFiles(folder).paths { now[name] = path }
        let present = now
        func isNew(_ name: String) -> Bool {
            present[name].map { FileManager.default.contents(atPath: $0) }
                != archive.files[name].map { Data($0) }
        }
        let files = archive.files.keys.filter { !$0.hasPrefix("secrets/") }
        changedFiles = files.filter { present[$0] != nil && isNew($0) }.sorted()
        removedFiles = present.keys.filter { archive.files[$0] == nil }.sorted()
        newAutomation = files.filter { Self.isAutomation($0) && isNew($0) }.sorted()
        guard let summary = Self.summary(of: folder) else {
            (self.present, lostTransactions, lostDecisions) = (nil, 0, 0)
            return
        }
        self.present = summary
        let old = try PlainConnection.inMemory(archive.database)
        let new = try PlainConnection(reading: folder.databasePath)
        let connections = "SELECT id || ' ' || kind || ' ' || created_at FROM connections"
        let known = Set(try old.texts(connections))
        let ids = Set(try old.texts("SELECT id FROM connections"))
        // Its access URLs stay, and must belong to the same connections.
        for connection in try new.texts(connections) where !known.contains(connection) {
            guard let id = connection.split(separator: " ").first, !ids.contains(String(id)) else {
                throw BackupError.ofOtherVault(path: folder.path)
            }
        }
        func lost(_ sql: String) throws -> Int {
            try Set(new.texts(sql)).subtracting(old.texts(sql)).count
        }
        lostTransactions = try lost(
            "SELECT id || ' ' || account_id || ' ' || bank_id FROM transactions")
        lostDecisions = try lost(
            "SELECT id || ' ' || made_at FROM journal WHERE is_undone = 0")
    }

    private static func summary(of folder: VaultFolder) -> BackupSummary? {
        do {
            return try BackupSummary(of: folder)
        } catch {
            // There is none, or it is damaged, which is what a backup is for.
            return nil
        }
    }

    /// Whether a file is a handler or says what handlers may reach.
    static func isAutomation(_ name: String) -> Bool {
        name.hasPrefix("automation/") || name == "config/automation.toml"
    }
}
