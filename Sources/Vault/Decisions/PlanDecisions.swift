internal import GRDB
public import Model

extension Vault {
    /// The entries of the plan that the person set or removed by commands, by kind and name.
    public func planLines() throws(VaultError) -> [PlanLine] {
        try read { database in
            try Row.fetchAll(
                database, sql: "SELECT kind, name, entry FROM plan_decisions ORDER BY kind, name"
            ).map { row in
                guard let kind = PlanLine.Kind(rawValue: try row.value(0)) else {
                    throw VaultError.damagedRow(
                        table: "plan_decisions", id: nil, reason: "unknown kind")
                }
                return PlanLine(kind, try row.value(1), text: try row.value(2))
            }
        }
    }

    /// Stores an entry of the plan in place of an earlier one of its name.
    ///
    /// - Parameter summary: a short description for `history`.
    public func decide(_ line: PlanLine, summary: String) throws(VaultError) {
        try decide(summary) { database in
            try Self.remove(line, in: database)
            try database.execute(
                sql: "INSERT INTO plan_decisions (kind, name, entry) VALUES (?, ?, ?)",
                arguments: [line.kind.rawValue, line.name, line.text])
        }
    }

    /// Forgets an entry that the person set, so that one of the file stands again.
    ///
    /// - Parameter summary: a short description for `history`.
    public func forget(_ line: PlanLine, summary: String) throws(VaultError) {
        try decide(summary) { try Self.remove(line, in: $0) }
    }

    /// Incomes and expenses have their names together.
    private static func remove(_ line: PlanLine, in database: Database) throws {
        let kinds = PlanLine.Kind.allCases.filter {
            $0 == line.kind || $0.isItem && line.kind.isItem
        }
        for kind in kinds {
            try database.execute(
                sql: "DELETE FROM plan_decisions WHERE kind = ? AND name = ?",
                arguments: [kind.rawValue, line.name])
        }
    }
}
