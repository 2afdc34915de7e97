internal import Foundation
internal import GRDB

extension Vault {
    /// What reading files came to, by digests of all that it depends on. Derived.
    public func keptAnswers() throws(VaultError) -> [[UInt8]: [UInt8]] {
        try read { database in
            let rows = try Row.fetchCursor(
                database, sql: "SELECT digest, answer FROM kept_answers")
            var answers: [[UInt8]: [UInt8]] = [:]
            while let row = try rows.next() {
                let digest: Data = row[0], answer: Data = row[1]
                answers[Array(digest)] = Array(answer)
            }
            return answers
        }
    }

    /// Keeps what reading files came to; of old answers the latest stay.
    public func keep(answers: [[UInt8]: [UInt8]]) throws(VaultError) {
        guard !answers.isEmpty else { return }
        try write { database in
            for (digest, answer) in answers {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO kept_answers (digest, answer) VALUES (?, ?)",
                    arguments: [Data(digest), Data(answer)])
            }
            try database.execute(
                sql: """
                    DELETE FROM kept_answers WHERE id IN (
                        SELECT id FROM (
                            SELECT id, sum(length(answer)) OVER (ORDER BY id DESC) AS bytes
                            FROM kept_answers)
                        WHERE bytes > ?)
                    """,
                arguments: [Self.mostBytes])
        }
    }

    /// Of all answers together: each edit of a file adds one, and a vault must not grow by them.
    private static let mostBytes = 8 << 20
}
