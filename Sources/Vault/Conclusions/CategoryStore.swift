internal import GRDB
public import Model

extension Vault {
    /// Stores the tree of categories, for views of the vault; writes only if it differs.
    public func storeCategories(_ tree: CategoryTree) throws(VaultError) {
        let rows = tree.categories.enumerated().map { position, category in
            [
                category.id.databaseValue, position.databaseValue, category.name.databaseValue,
                category.type.rawValue.databaseValue, category.parent.databaseValue,
                (category.lensInUse?.rawValue).databaseValue,
            ]
        }
        let known = try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT category, position, name, type, parent, lens FROM category_conclusions
                    ORDER BY position
                    """
            ).map { Array($0.databaseValues) }
        }
        guard known != rows else { return }
        try write { database in
            try database.execute(sql: "DELETE FROM category_conclusions")
            for row in rows {
                try database.execute(
                    sql: """
                        INSERT INTO category_conclusions
                            (category, position, name, type, parent, lens)
                        VALUES (?, ?, ?, ?, ?, ?)
                        """,
                    arguments: StatementArguments(row))
            }
        }
    }
}
