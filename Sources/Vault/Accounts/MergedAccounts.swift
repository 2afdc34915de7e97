internal import GRDB

/// Which accounts the person said are one.
struct MergedAccounts {
    private let database: Database
    /// By the account that is no longer one of its own.
    private let merges: [Int64: Int64]

    init(_ database: Database) throws {
        self.database = database
        var merges: [Int64: Int64] = [:]
        let rows = try Row.fetchCursor(
            database, sql: "SELECT from_account, into_account FROM account_merges")
        while let row = try rows.next() { merges[row[0]] = row[1] }
        self.merges = merges
    }

    /// The account that is shown for one, which most often is itself.
    func account(standingFor account: Int64) -> Int64 {
        var account = account
        var steps = 0
        while let next = merges[account], steps < merges.count {
            account = next
            steps += 1
        }
        return account
    }

    /// Of what a bank says of a merged account under an id of before, what the
    /// account has not had under its own ids since.
    func notDoubled(
        _ transactions: [ReceivedTransaction], in account: Int64
    ) throws -> [ReceivedTransaction] {
        let earlier = merges.keys.filter { self.account(standingFor: $0) == account }.sorted()
        let find = try BoundStatement(
            database, sql: "SELECT 1 FROM transactions WHERE account_id = ? AND bank_id = ?")
        return try transactions.filter { transaction in
            try !earlier.contains { account in
                find.bind(account, at: 1)
                return try find.withText(transaction.bankID, at: 2) {
                    try find.first { _ in true } ?? false
                }
            }
        }
    }
}
