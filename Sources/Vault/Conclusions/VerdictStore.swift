internal import GRDB
internal import Model

/// The tables of distinct verdicts and reasons.
final class VerdictStore {
    private let database: Database
    private var findVerdict: RowIterator?
    private var findReason: RowIterator?
    private var verdicts: [Int64: Verdict] = [:]
    private var reasons: [Int64: Reason] = [:]
    private var verdictIDs: [Verdict: Int64] = [:]
    private var reasonIDs: [Reason: Int64] = [:]

    init(_ database: Database) {
        self.database = database
    }

    /// All verdicts, by row ID.
    func all() throws -> [Int64: Verdict] {
        try RowIterator(
            database, sql: "SELECT \(Self.columnsOfReason) FROM reasons"
        )
        .forEach { reasons[$0.integer(0)] = try Self.reason(in: $0) }
        var all: [Int64: Verdict] = [:]
        try RowIterator(database, sql: "SELECT id, \(Self.columns) FROM verdicts").forEach {
            all[$0.integer(0)] = try verdict(in: $0)
        }
        return all
    }

    /// One verdict, by row ID.
    func verdict(_ id: Int64) throws -> Verdict? {
        if let known = verdicts[id] { return known }
        let find =
            try findVerdict
            ?? RowIterator(database, sql: "SELECT id, \(Self.columns) FROM verdicts WHERE id = ?")
        findVerdict = find
        try find.forEach(having: id) { verdicts[id] = try verdict(in: $0) }
        return verdicts[id]
    }

    /// The row ID of a verdict, which is added if it is new.
    func id(of verdict: Verdict) throws -> Int64 {
        if let known = verdictIDs[verdict] { return known }
        let values: StatementArguments = [
            verdict.transactionClass.value.rawValue,
            try id(of: verdict.transactionClass.reason),
            verdict.category.value, try id(of: verdict.category.reason),
            verdict.lens?.value.rawValue, try id(of: verdict.lens?.reason),
            try id(of: verdict.partner),
            verdict.payee?.value, try id(of: verdict.payee?.reason),
            verdict.notes?.value, try id(of: verdict.notes?.reason),
            verdict.tags.map { Self.joined(tags: $0.value) },
            try id(of: verdict.tags?.reason),
            verdict.isExcluded?.value, try id(of: verdict.isExcluded?.reason),
            verdict.series?.value, try id(of: verdict.series?.reason),
            verdict.splits?.value.canonicalText, try id(of: verdict.splits?.reason),
            verdict.loan?.value, try id(of: verdict.loan?.reason), verdict.isContribution,
        ]
        let find = try database.cachedStatement(sql: Self.equalVerdict)
        if let known = try Int64.fetchOne(find, arguments: values) {
            verdictIDs[verdict] = known
            return known
        }
        try database.cachedStatement(
            sql: """
                INSERT INTO verdicts (\(Self.columns))
                VALUES (\(Self.names.map { _ in "?" }.joined(separator: ", ")))
                """
        ).execute(arguments: values)
        verdictIDs[verdict] = database.lastInsertedRowID
        return database.lastInsertedRowID
    }

    /// Deletes verdicts and reasons that no conclusion refers to, and none before it.
    ///
    /// Call it with foreign key checks off. Otherwise each deletion would scan all
    /// possible references.
    func deleteUnused() throws {
        try database.execute(
            sql: """
                DELETE FROM verdicts WHERE id NOT IN (
                    SELECT verdict_id FROM conclusions
                    UNION SELECT verdict_id FROM former_conclusions);
                DELETE FROM reasons WHERE id NOT IN (
                    SELECT class_reason FROM verdicts UNION SELECT category_reason FROM verdicts
                    UNION SELECT lens_reason FROM verdicts WHERE lens_reason IS NOT NULL
                    UNION SELECT partner_reason FROM verdicts WHERE partner_reason IS NOT NULL
                    UNION SELECT payee_reason FROM verdicts WHERE payee_reason IS NOT NULL
                    UNION SELECT notes_reason FROM verdicts WHERE notes_reason IS NOT NULL
                    UNION SELECT tags_reason FROM verdicts WHERE tags_reason IS NOT NULL
                    UNION SELECT excluded_reason FROM verdicts WHERE excluded_reason IS NOT NULL
                    UNION SELECT series_reason FROM verdicts WHERE series_reason IS NOT NULL
                    UNION SELECT loan_reason FROM verdicts WHERE loan_reason IS NOT NULL
                    UNION SELECT splits_reason FROM verdicts WHERE splits_reason IS NOT NULL);
                """)
    }

    private func id(of reason: Reason?) throws -> Int64? {
        guard let reason else { return nil }
        if let known = reasonIDs[reason] { return known }
        let values: StatementArguments = [
            Evidence.canonicalText(reason.evidence), reason.by, reason.rule,
            reason.kind?.rawValue, reason.chance,
        ]
        let find = try database.cachedStatement(
            sql: """
                SELECT id FROM reasons WHERE evidence = ? AND decided_by = ? AND rule IS ?
                    AND kind IS ? AND chance IS ?
                """)
        if let known = try Int64.fetchOne(find, arguments: values) {
            reasonIDs[reason] = known
            return known
        }
        try database.cachedStatement(
            sql: """
                INSERT INTO reasons (evidence, decided_by, rule, kind, chance)
                VALUES (?, ?, ?, ?, ?)
                """
        ).execute(arguments: values)
        reasonIDs[reason] = database.lastInsertedRowID
        return database.lastInsertedRowID
    }

    // MARK: Columns

    /// The columns of a verdict, in the order of reading and writing.
    private static let columns = names.joined(separator: ", ")

    private static let names = [
        "class", "class_reason", "category", "category_reason", "lens", "lens_reason",
        "partner_reason", "payee", "payee_reason", "notes", "notes_reason", "tags", "tags_reason",
        "is_excluded", "excluded_reason", "series", "series_reason", "splits", "splits_reason",
        "loan", "loan_reason", "is_contribution",
    ]

    private static let equalVerdict =
        "SELECT id FROM verdicts WHERE " + names.map { "\($0) IS ?" }.joined(separator: " AND ")

    private func reason(_ id: Int64?) throws -> Reason? {
        guard let id else { return nil }
        if let known = reasons[id] { return known }
        let find =
            try findReason
            ?? RowIterator(
                database,
                sql: "SELECT \(Self.columnsOfReason) FROM reasons WHERE id = ?")
        findReason = find
        try find.forEach(having: id) { reasons[id] = try Self.reason(in: $0) }
        return reasons[id]
    }

    private static let columnsOfReason = "id, decided_by, rule, evidence, kind, chance"

    /// - Parameter row: with ``columnsOfReason``.
    private static func reason(in row: CursorRow) throws -> Reason {
        guard let evidence = Evidence.list(canonicalText: row.text(3)) else {
            throw VaultError.damagedRow(
                table: "reasons", id: row.integer(0),
                reason: "it holds a word that no version writes")
        }
        return Reason(
            by: row.text(1), rule: row.optionalText(2), evidence: evidence,
            kind: row.optionalText(4).flatMap(Reason.Kind.init),
            chance: row.optionalInteger(5).map(Int.init))
    }

    private func decided<Value>(
        _ value: Value?, because reason: Int64?
    ) throws -> Decided<Value>? {
        guard let value, let reason = try self.reason(reason) else { return nil }
        return Decided(value, because: reason)
    }

    /// - Parameter row: the row ID, then ``columns``.
    private func verdict(in row: CursorRow) throws -> Verdict {
        let id = row.integer(0)
        func reason(_ column: Int32) -> Int64? { row.optionalInteger(column) }
        let transactionClass = try decided(
            TransactionClass(rawValue: row.text(1)), because: reason(2))
        guard let transactionClass,
            let category = try decided(row.optionalText(3), because: reason(4))
        else {
            throw VaultError.damagedRow(
                table: "verdicts", id: id, reason: "unknown class or missing reason")
        }
        let splits = row.optionalText(18)
        let plan = splits.flatMap(SplitPlan.init(canonicalText:))
        guard splits == nil || plan != nil else {
            throw VaultError.damagedRow(table: "verdicts", id: id, reason: "unreadable splits")
        }
        return Verdict(
            transactionClass: transactionClass, category: category,
            lens: try decided(row.optionalText(5).flatMap(Lens.init), because: reason(6)),
            partner: try self.reason(reason(7)),
            series: try decided(row.optionalText(16), because: reason(17)),
            payee: try decided(row.optionalText(8), because: reason(9)),
            loan: try decided(row.optionalText(20), because: reason(21)),
            notes: try decided(row.optionalText(10), because: reason(11)),
            tags: try decided(row.optionalText(12).map(Self.tags(joined:)), because: reason(13)),
            isExcluded: try decided(row.optionalInteger(14).map { $0 != 0 }, because: reason(15)),
            splits: try decided(plan, because: reason(19)), isContribution: row.integer(22) != 0)
    }

    /// Tags contain no line feed, so one separates them.
    private static func joined(tags: [String]) -> String { tags.joined(separator: "\n") }

    private static func tags(joined: String) -> [String] {
        joined.split(separator: "\n").map(String.init)
    }
}

extension Vault {
    /// The concluded payees, by the transactions' row IDs; missing for transactions
    /// without one.
    public func concludedPayees() throws(VaultError) -> [Int64: String] {
        try read { database in
            // Transactions share the string of a verdict.
            var names: [Int64: String] = [:]
            try RowIterator(
                database, sql: "SELECT id, payee FROM verdicts WHERE payee IS NOT NULL"
            ).forEach { names[$0.integer(0)] = $0.text(1) }
            var payees: [Int64: String] = [:]
            try RowIterator(
                database, sql: "SELECT transaction_id, verdict_id FROM conclusions"
            ).forEach { payees[$0.integer(0)] = names[$0.integer(1)] }
            return payees
        }
    }

    /// All tags in use, sorted.
    public func tags() throws(VaultError) -> [String] {
        try read { database in
            let lists = try String.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT tags FROM verdicts
                    WHERE tags IS NOT NULL AND id IN (SELECT verdict_id FROM conclusions)
                    """)
            // Tags are stored one per line.
            return Set(lists.flatMap { $0.split(separator: "\n").map(String.init) }).sorted()
        }
    }
}
