internal import GRDB

/// The texts that a search finds, by their numbers.
///
/// A vault keeps each text once, however many transactions have it, so it is
/// looked through before them.
struct FoundTexts {
    /// What SQLite takes for a list of numbers.
    private let texts: String
    /// Verdicts that show a payee which is found.
    private let verdicts: String

    init(where isFound: (String) -> Bool, in database: Database) throws {
        func numbers(_ sql: String) throws -> String {
            var found: [String] = []
            try RowWalk(database, sql: sql).forEach { row in
                if isFound(row.text(1)) { found.append(String(row.integer(0))) }
            }
            return "[\(found.joined(separator: ","))]"
        }
        texts = try numbers("SELECT id, value FROM texts")
        verdicts = try numbers("SELECT id, payee FROM verdicts WHERE payee IS NOT NULL")
    }

    /// What holds for a transaction that has one of them.
    var condition: String {
        """
        (description_id IN (SELECT value FROM json_each(?))
         OR payee_id IN (SELECT value FROM json_each(?))
         OR memo_id IN (SELECT value FROM json_each(?))
         OR coalesce(verdict_id IN (SELECT value FROM json_each(?)), 0))
        """
    }

    var arguments: [any DatabaseValueConvertible] { [texts, texts, texts, verdicts] }
}
