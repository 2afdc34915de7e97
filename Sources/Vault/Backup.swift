internal import Foundation
internal import Model

/// A new backup of the vault.
public struct Backup: Hashable, Sendable {
    public let path: String
    public let byteCount: Int
    /// The number of older backups deleted for it.
    public let removedCount: Int
    /// An older backup that holds more than this one and is therefore kept; nil if
    /// there is none.
    public let fullerCopy: FullerCopy?

    public struct FullerCopy: Hashable, Sendable {
        public let path: String
        /// Transactions beyond those of the new backup, 0 and more.
        public let moreTransactions: Int
        /// Decisions that were not undone. If both are 0, it holds more accounts.
        public let moreDecisions: Int
    }
}

extension Vault {
    /// Copies the database into the backups folder, for the owner alone, and deletes
    /// the oldest backups. Commands may write meanwhile.
    ///
    /// Access URLs, configuration and rules are files beside the database and not
    /// included. A backup that holds more than the new one is kept: no command removes
    /// transactions or accounts, and the journal records undone decisions.
    ///
    /// - Parameters:
    ///   - instant: POSIX seconds; determines the name.
    ///   - count: the number of backups to keep, the new one included; at least 1.
    ///     Those dated in the future go first. Other files are never deleted.
    /// - Throws: if there is no room, or the database or its copy is damaged. Nothing
    ///   has changed then.
    /// - Complexity: reads the database twice and writes it once.
    public func backUp(at instant: Int64, keeping count: Int) throws(VaultError) -> Backup {
        let name = BackupName(instant: instant)
        let copy = DatabaseCopy(folder: folder, name: name.text)
        return try explained {
            let contents = try makeCopy(copy)
            let older = try folder.backupNames().filter { $0 != name }
                .sorted { ($0.instant > instant ? 0 : 1, $0) < ($1.instant > instant ? 0 : 1, $1) }
            let fuller = older.map { (name: $0, contents: BackupContents(of: path(of: $0))) }
                .filter { $0.contents.isFuller(than: contents) }
                .max {
                    let (left, right) = ($0.contents, $1.contents)
                    return (left.transactions, left.accounts, left.decisions, $0.name)
                        < (right.transactions, right.accounts, right.decisions, $1.name)
                }
            let superfluous = older.dropLast(max(0, count - 1)).filter { $0 != fuller?.name }
            for name in superfluous {
                try DatabaseCopy(folder: folder, name: name.text).remove()
            }
            let attributes = try FileManager.default.attributesOfItem(atPath: copy.path)
            return Backup(
                path: copy.path, byteCount: attributes[.size] as? Int ?? 0,
                removedCount: superfluous.count,
                fullerCopy: fuller.map {
                    Backup.FullerCopy(
                        path: path(of: $0.name),
                        moreTransactions: max(
                            0, $0.contents.transactions - contents.transactions),
                        moreDecisions: $0.contents.hasDecisions(lostIn: contents)
                            ? $0.contents.decisions - contents.decisions : 0)
                })
        }
    }

    /// The time of the newest backup that is not in the future, in POSIX seconds; nil
    /// if there is none. Reads the file names only.
    public func newestBackup(until now: Int64) throws(VaultError) -> Int64? {
        try explained { try folder.backupNames().map(\.instant).filter { $0 <= now }.max() }
    }

    private func path(of name: BackupName) -> String { "\(folder.backupsPath)/\(name.text)" }
}

extension VaultFolder {
    /// The newest backup that SQLite finds sound; nil if there is none.
    ///
    /// - Complexity: reads a whole backup, or more if the newest are damaged.
    public func newestSoundBackup() -> String? {
        do {
            return try backupNames().sorted(by: >).map { "\(backupsPath)/\($0.text)" }
                .first { BackupContents(of: $0) > .none && DatabaseCopy.isSound(at: $0) }
        } catch {
            // An unreadable folder has no backups.
            return nil
        }
    }

    func backupNames() throws -> [BackupName] {
        guard FileManager.default.fileExists(atPath: backupsPath) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: backupsPath)
            .compactMap { BackupName($0) }
    }
}

/// The number of rows in a copy of the database, to compare two copies.
struct BackupContents: Comparable {
    let transactions: Int
    let accounts: Int
    /// Rows in ``tables``.
    let decisions: Int
    /// The state of the journal, which changes with each decision and undo; nil if it
    /// is empty.
    let journal: String?

    /// The decisions that count: a settled charge may lose decisions of its own.
    private static let tables = [
        "transaction_corrections", "confirmations", "stored_rules", "payee_aliases",
        "account_decisions", "account_merges", "category_decisions",
    ]

    /// Less than any vault, even an empty one.
    static let none = BackupContents()

    private init() {
        (transactions, accounts, decisions, journal) = (-1, -1, 0, nil)
    }

    init(_ connection: borrowing PlainConnection) throws {
        transactions = try connection.count("transactions")
        accounts = try connection.count("accounts")
        // A copy of another version may lack some tables.
        decisions = try Self.tables.reduce(0) { sum, table in
            sum + (try connection.has(table) ? try connection.count(table) : 0)
        }
        journal = try connection.has("journal") ? try connection.newestOfJournal() : nil
    }

    /// ``none`` for a file that can't be read.
    init(of path: String) {
        do {
            self = try BackupContents(try PlainConnection(reading: path))
        } catch {
            self = .none
        }
    }

    /// Ignores decisions, which a person may undo.
    static func < (left: BackupContents, right: BackupContents) -> Bool {
        (left.transactions, left.accounts) < (right.transactions, right.accounts)
    }

    func isFuller(than newer: BackupContents) -> Bool {
        newer < self || hasDecisions(lostIn: newer)
    }

    /// Whether a newer copy lacks decisions that its journal does not show as undone:
    /// nothing was decided since, the journal is gone, or most decisions are.
    func hasDecisions(lostIn newer: BackupContents) -> Bool {
        guard journal != nil, newer.decisions < decisions else { return false }
        return newer.journal == nil || newer.journal == journal
            || (decisions >= 10 && newer.decisions < decisions / 2)
    }
}

/// The name of a backup, "vault-2026-03-15-064512.sqlite": the UTC second of its start,
/// so that names sort by time.
struct BackupName: Hashable, Comparable {
    /// POSIX seconds.
    let instant: Int64

    private static let start = "vault-"
    private static let end = ".sqlite"
    private static let secondsOfDay: Int64 = 86_400

    init(instant: Int64) {
        self.instant = instant
    }

    /// Nil for any other name.
    init?(_ text: String) {
        guard text.hasPrefix(Self.start), text.hasSuffix(Self.end) else { return nil }
        let middle = text.dropFirst(Self.start.count).dropLast(Self.end.count)
        let time = middle.suffix(6)
        guard middle.utf8.count == 17, time.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let digits = Int64(time), let day = CalendarDay(middle.prefix(10))
        else { return nil }
        let seconds = digits / 10_000 * 3600 + digits / 100 % 100 * 60 + digits % 100
        instant = Int64(day.daysSinceEpoch) * Self.secondsOfDay + seconds
        // Other spellings are not ours.
        guard self.text == text else { return nil }
    }

    var text: String {
        let second = (instant % Self.secondsOfDay + Self.secondsOfDay) % Self.secondsOfDay
        let time = [second / 3600, second / 60 % 60, second % 60].map { part in
            (part < 10 ? "0" : "") + "\(part)"
        }
        return Self.start + "\(CalendarDay(secondsSinceEpoch: instant))-" + time.joined() + Self.end
    }

    static func < (left: BackupName, right: BackupName) -> Bool { left.instant < right.instant }
}
