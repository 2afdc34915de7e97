internal import Model

/// The name of a backup, "vault-2026-03-15-064512.tar.gz": the UTC second of its start, so that
/// names sort by time. Outside of the vault's folder a tag tells the vaults apart, and encrypted
/// ones end in ".age".
struct BackupName: Hashable, Comparable {
    /// POSIX seconds.
    let instant: Int64
    /// Eight hexadecimal digits; nil in the vault's own folder.
    let tag: String?
    let isEncrypted: Bool

    private static let start = "vault-"
    private static let end = ".tar.gz"
    private static let endOfEncrypted = ".age"
    private static let secondsOfDay: Int64 = 86_400

    init(instant: Int64, tag: String? = nil, isEncrypted: Bool = false) {
        (self.instant, self.tag, self.isEncrypted) = (instant, tag, isEncrypted)
    }

    /// Nil for any other name.
    init?(_ text: String) {
        guard text.hasPrefix(Self.start) else { return nil }
        var middle = text.dropFirst(Self.start.count)
        isEncrypted = middle.hasSuffix(Self.endOfEncrypted)
        if isEncrypted { middle = middle.dropLast(Self.endOfEncrypted.count) }
        guard middle.hasSuffix(Self.end) else { return nil }
        middle = middle.dropLast(Self.end.count)
        if middle.utf8.count == 26 {
            tag = String(middle.suffix(8))
            middle = middle.dropLast(9)
        } else {
            tag = nil
        }
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
        return Self.start + "\(CalendarDay(secondsSinceEpoch: instant))-" + time.joined()
            + (tag.map { "-\($0)" } ?? "") + Self.end + (isEncrypted ? Self.endOfEncrypted : "")
    }

    static func < (left: BackupName, right: BackupName) -> Bool {
        (left.instant, left.text) < (right.instant, right.text)
    }
}

/// The number of rows in a database, to compare a backup with another.
struct BackupContents: Comparable, Codable {
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
        "import_decisions", "budget_decisions", "plan_decisions",
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
