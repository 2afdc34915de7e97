internal import GRDB
internal import Model

/// The table of parts of split transactions.
struct SplitPartStore {
    let database: Database

    private static let select = """
        SELECT split_parts.transaction_id, coalesce(split_parts.category, verdicts.category),
            split_parts.lens, amount, note, split_parts.class, split_parts.loan,
            split_parts.is_excluded, split_parts.category IS NULL
        FROM split_parts
        JOIN conclusions ON conclusions.transaction_id = split_parts.transaction_id
        JOIN verdicts ON verdicts.id = verdict_id
        """

    /// The parts of all split transactions.
    func all() throws -> [Int64: [SplitPart]] {
        var parts: [Int64: [SplitPart]] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                \(Self.select) ORDER BY split_parts.transaction_id, position
                """)
        while let row = try rows.next() {
            try parts[row.value(0), default: []].append(SplitPart(row))
        }
        return parts
    }

    /// The parts of one transaction, empty if it is not split.
    func parts(of transaction: Int64) throws -> [SplitPart] {
        var parts: [SplitPart] = []
        let find = try database.cachedStatement(
            sql: """
                \(Self.select) WHERE split_parts.transaction_id = ? ORDER BY position
                """)
        let rows = try Row.fetchCursor(find, arguments: [transaction])
        while let row = try rows.next() { parts.append(try SplitPart(row)) }
        return parts
    }

    /// Replaces the stored parts of a transaction.
    func replace(_ parts: [SplitPart], of transaction: Int64) throws {
        let delete = try database.cachedStatement(
            sql: "DELETE FROM split_parts WHERE transaction_id = ?")
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO split_parts
                    (transaction_id, position, category, lens, amount, note, class, loan,
                    is_excluded)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try delete.execute(arguments: [transaction])
        for (position, part) in parts.enumerated() {
            try insert.execute(
                arguments: [
                    transaction, position, part.isKept ? nil : part.category,
                    part.lens?.rawValue, part.minorUnits, part.note, part.class?.rawValue,
                    part.loan, part.isExcluded,
                ])
        }
    }
}

extension SplitPart {
    fileprivate init(_ row: Row) throws {
        let lens: String? = try row.value(2)
        guard lens == nil || lens.flatMap(Lens.init) != nil else {
            throw try VaultError.damagedRow(
                table: "split_parts", id: row.value(0), reason: "unknown lens")
        }
        let kind: String? = try row.value(5)
        guard kind == nil || kind.flatMap(TransactionClass.init) != nil else {
            throw try VaultError.damagedRow(
                table: "split_parts", id: row.value(0), reason: "unknown class")
        }
        try self.init(
            category: row.value(1), isKept: row.value(8), minorUnits: row.value(3),
            lens: lens.flatMap(Lens.init), note: row.value(4),
            class: kind.flatMap(TransactionClass.init), loan: row.value(6),
            isExcluded: row.value(7))
    }
}
