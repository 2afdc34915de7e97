internal import GRDB
internal import Model

/// Reads and writes verdicts and their reasons, each distinct one once.
struct VerdictStore {
    private let database: Database
    private(set) var verdicts: [Int64: Verdict] = [:]
    private var verdictIDs: [Verdict: Int64] = [:]
    private var reasonIDs: [Reason: Int64] = [:]

    init(_ database: Database) throws {
        self.database = database
        let reasons = try readReasons()
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM verdicts")
        while let row = try rows.next() {
            let id: Int64 = row["id"]
            let verdict = try Verdict(row, id: id, reasons: reasons)
            verdicts[id] = verdict
            verdictIDs[verdict] = id
        }
    }

    /// The vault's number of a verdict, which is added where it is new.
    mutating func id(of verdict: Verdict) throws -> Int64 {
        if let known = verdictIDs[verdict] { return known }
        try database.execute(
            sql: """
                INSERT INTO verdicts
                    (class, class_reason, category, category_reason, lens, lens_reason,
                     partner_reason, payee, payee_reason, notes, notes_reason, tags, tags_reason,
                     is_excluded, excluded_reason, series, series_reason, splits,
                     splits_reason)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                verdict.transactionClass.value.rawValue,
                try id(of: verdict.transactionClass.reason),
                verdict.category.value, try id(of: verdict.category.reason),
                verdict.lens?.value.rawValue, try id(of: verdict.lens?.reason),
                try id(of: verdict.partner),
                verdict.payee?.value, try id(of: verdict.payee?.reason),
                verdict.notes?.value, try id(of: verdict.notes?.reason),
                verdict.tags.map { Verdict.joined(tags: $0.value) },
                try id(of: verdict.tags?.reason),
                verdict.isExcluded?.value, try id(of: verdict.isExcluded?.reason),
                verdict.series?.value, try id(of: verdict.series?.reason),
                verdict.splits?.value.canonicalText, try id(of: verdict.splits?.reason),
            ])
        let id = database.lastInsertedRowID
        verdictIDs[verdict] = id
        verdicts[id] = verdict
        return id
    }

    /// Deletes verdicts and reasons that no conclusion refers to any more.
    func deleteUnused() throws {
        try database.execute(
            sql: """
                DELETE FROM verdicts WHERE id NOT IN (SELECT verdict_id FROM conclusions);
                DELETE FROM reasons WHERE id NOT IN (
                    SELECT class_reason FROM verdicts UNION SELECT category_reason FROM verdicts
                    UNION SELECT lens_reason FROM verdicts WHERE lens_reason IS NOT NULL
                    UNION SELECT partner_reason FROM verdicts WHERE partner_reason IS NOT NULL
                    UNION SELECT payee_reason FROM verdicts WHERE payee_reason IS NOT NULL
                    UNION SELECT notes_reason FROM verdicts WHERE notes_reason IS NOT NULL
                    UNION SELECT tags_reason FROM verdicts WHERE tags_reason IS NOT NULL
                    UNION SELECT excluded_reason FROM verdicts WHERE excluded_reason IS NOT NULL
                    UNION SELECT series_reason FROM verdicts WHERE series_reason IS NOT NULL
                    UNION SELECT splits_reason FROM verdicts WHERE splits_reason IS NOT NULL);
                """)
    }

    private mutating func id(of reason: Reason?) throws -> Int64? {
        guard let reason else { return nil }
        if let known = reasonIDs[reason] { return known }
        try database.execute(
            sql: "INSERT INTO reasons (decided_by, rule, text) VALUES (?, ?, ?)",
            arguments: [reason.by, reason.rule, reason.text])
        reasonIDs[reason] = database.lastInsertedRowID
        return database.lastInsertedRowID
    }

    private mutating func readReasons() throws -> [Int64: Reason] {
        var reasons: [Int64: Reason] = [:]
        let rows = try Row.fetchCursor(
            database, sql: "SELECT id, decided_by, rule, text FROM reasons")
        while let row = try rows.next() {
            let reason = Reason(by: row[1], rule: row[2], text: row[3])
            reasons[row[0]] = reason
            reasonIDs[reason] = row[0]
        }
        return reasons
    }
}

extension Verdict {
    fileprivate init(_ row: Row, id: Int64, reasons: [Int64: Reason]) throws {
        func reason(_ column: String) -> Reason? {
            (row[column] as Int64?).flatMap { reasons[$0] }
        }
        func decided<Value>(_ value: Value?, _ column: String) -> Decided<Value>? {
            guard let value, let reason = reason(column) else { return nil }
            return Decided(value, because: reason)
        }
        let transactionClass = decided(
            TransactionClass(rawValue: row["class"]), "class_reason")
        guard let transactionClass,
            let category = decided(row["category"] as String?, "category_reason")
        else {
            throw VaultError.damagedRow(
                table: "verdicts", id: id, reason: "unknown class or missing reason")
        }
        let splits: String? = row["splits"]
        let plan = splits.flatMap(SplitPlan.init(canonicalText:))
        guard splits == nil || plan != nil else {
            throw VaultError.damagedRow(table: "verdicts", id: id, reason: "unreadable splits")
        }
        self.init(
            transactionClass: transactionClass, category: category,
            lens: decided((row["lens"] as String?).flatMap(Lens.init), "lens_reason"),
            partner: reason("partner_reason"),
            series: decided(row["series"] as String?, "series_reason"),
            payee: decided(row["payee"] as String?, "payee_reason"),
            notes: decided(row["notes"] as String?, "notes_reason"),
            tags: decided((row["tags"] as String?).map(Self.tags(joined:)), "tags_reason"),
            isExcluded: decided(row["is_excluded"] as Bool?, "excluded_reason"),
            splits: decided(plan, "splits_reason"))
    }

    /// Tags hold no line feed, so one separates them.
    fileprivate static func joined(tags: [String]) -> String { tags.joined(separator: "\n") }

    private static func tags(joined: String) -> [String] {
        joined.split(separator: "\n").map(String.init)
    }
}
