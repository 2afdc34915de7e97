internal import GRDB
public import Model

extension Vault {
    /// The person's changes of categories, by id.
    public func categoryChanges() throws(VaultError) -> [CategoryChange] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT category, position, name, parent, lens, icon, colour, merged_into
                    FROM category_decisions ORDER BY category
                    """
            ).map { row in
                var change = try CategoryChange(id: row.value(0))
                change.position = try row.value(1)
                change.name = try row.value(2)
                change.parent = try row.value(3)
                change.lens = try row.value(4)
                change.icon = try row.value(5)
                change.colour = try row.value(6)
                change.mergedInto = try row.value(7)
                return change
            }
        }
    }

    /// Stores what the person decided about a category, in place of earlier decisions about
    /// it. One that says nothing is removed.
    ///
    /// - Parameters:
    ///   - isNew: whether the person adds the category, behind those added before.
    ///   - summary: a short description for `history`.
    public func decide(
        _ change: CategoryChange, isNew: Bool = false, summary: String
    ) throws(VaultError) {
        try decide(summary) { try change.store(isNew: isNew, in: $0) }
    }

    /// Adds categories of the person's own, behind those added before.
    ///
    /// - Parameter summary: a short description for `history`.
    public func add(_ categories: [CategoryChange], summary: String) throws(VaultError) {
        try decide(summary) { database in
            for category in categories {
                try category.store(isNew: category.position == nil, in: database)
            }
        }
    }
}

extension CategoryChange {
    func store(isNew: Bool, in database: Database) throws {
        var position = position
        if isNew {
            position = try Int64.fetchOne(
                database,
                sql: "SELECT coalesce(max(position), 0) + 1 FROM category_decisions")
        }
        guard position != nil || !isEmpty else {
            return try database.execute(
                sql: "DELETE FROM category_decisions WHERE category = ?", arguments: [id])
        }
        try database.execute(
            sql: """
                INSERT INTO category_decisions
                    (category, position, name, parent, lens, icon, colour, merged_into)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (category) DO UPDATE SET
                    position = excluded.position, name = excluded.name,
                    parent = excluded.parent, lens = excluded.lens, icon = excluded.icon,
                    colour = excluded.colour, merged_into = excluded.merged_into
                """,
            arguments: [id, position, name, parent, lens, icon, colour, mergedInto])
    }
}
