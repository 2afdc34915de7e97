/// The accounts of a file while it is read, in its order.
///
/// One account may have several statements in a file. They are one account.
struct AccountList {
    private(set) var accounts: [StatementAccount] = []
    private var positions: [Key: [Int]] = [:]

    private struct Key: Hashable {
        let id: String
        let name: String
    }

    /// The position of the account with an id, a name and a currency, which is added
    /// without its rows and balances if it is new.
    mutating func position(of account: StatementAccount) -> Int {
        let key = Key(id: account.id, name: account.name)
        let known = positions[key, default: []].first {
            accounts[$0].currency == account.currency || account.currency == nil
        }
        if let known { return known }
        var new = account
        (new.rows, new.balances) = ([], [])
        accounts.append(new)
        positions[key, default: []].append(accounts.count - 1)
        return accounts.count - 1
    }

    /// Adds a statement to its account.
    mutating func add(_ statement: StatementAccount) {
        let position = position(of: statement)
        accounts[position].rows += statement.rows
        accounts[position].balances += statement.balances
    }

    subscript(position: Int) -> StatementAccount {
        get { accounts[position] }
        _modify { yield &accounts[position] }
    }

    /// Takes ids away that rows of one account share although they differ: both are real, and
    /// the id tells nothing.
    mutating func dropSharedIDs() {
        for index in accounts.indices {
            var first: [String: StatementRow] = [:]
            var shared: Set<String> = []
            for row in accounts[index].rows where !row.id.isEmpty {
                guard var other = first[row.id] else {
                    first[row.id] = row
                    continue
                }
                other.line = row.line
                if other != row { shared.insert(row.id) }
            }
            guard !shared.isEmpty else { continue }
            for row in accounts[index].rows.indices
            where shared.contains(accounts[index].rows[row].id) {
                accounts[index].rows[row].id = ""
            }
        }
    }
}
