internal import Foundation
internal import GRDB
public import Model

extension Vault {
    /// The lines of budgets that the person set by commands, by what they are for and their
    /// first month.
    public func budgetEntries() throws(VaultError) -> [BudgetEntry] {
        try read { database in
            try Row.fetchAll(
                database, sql: "SELECT line FROM budget_decisions ORDER BY kind, name, since"
            ).map { row in
                let text: String = try row.value(0)
                do {
                    return try JSONDecoder().decode(BudgetEntry.self, from: Data(text.utf8))
                } catch is DecodingError {
                    throw VaultError.damagedRow(
                        table: "budget_decisions", id: nil, reason: "unreadable line")
                }
            }
        }
    }

    /// Stores lines of budgets, each in place of an earlier one for the same thing from the
    /// same month.
    ///
    /// - Parameters:
    ///   - entries: each with the id or name of what it is for, and with its first month.
    ///   - summary: a short description for `history`.
    public func decide(_ entries: [BudgetEntry], summary: String) throws(VaultError) {
        try decide(summary) { try BudgetStore(database: $0).store(entries) }
    }
}

struct BudgetStore {
    let database: Database

    func store(_ entries: [BudgetEntry]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for entry in entries {
            let subject =
                entry.tag.map { ("tag", $0) } ?? entry.view.map { ("view", $0) }
                ?? ("category", entry.category ?? "")
            try database.execute(
                sql: """
                    INSERT INTO budget_decisions (kind, name, since, line) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET line = excluded.line
                    """,
                arguments: [
                    subject.0, subject.1, entry.from ?? "",
                    String(decoding: try encoder.encode(entry), as: UTF8.self),
                ])
        }
    }
}
