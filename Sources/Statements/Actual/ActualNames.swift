/// The names behind the ids of an Actual budget. What was merged has the name of what it became,
/// and what was deleted has none.
struct ActualNames {
    private var accounts: [String: Account] = [:]
    private var payees: [String: Payee] = [:]
    private var payeeTargets: [String: String] = [:]
    private var categories: [String: String] = [:]
    private var incomes: Set<String> = []
    private var categoryTargets: [String: String] = [:]

    struct Account {
        let name: String
        let isOffBudget: Bool
    }

    private struct Payee {
        let name: String
        /// The account for which it stands as the other side of transfers.
        let account: String
    }

    /// - Throws: ``StatementError/notAStatement`` for the database of another program.
    init(_ database: borrowing ForeignDatabase) throws(StatementError) {
        func rows(
            _ table: String, _ columns: [String]
        ) throws(StatementError) -> [ForeignDatabase.Row] {
            guard let rows = try database.rows(of: table, columns) else { throw .notAStatement }
            return rows
        }
        for row in try rows("accounts", ["id", "name", "offbudget", "tombstone"])
        where !row.isTrue(3) {
            accounts[row.text(0)] = Account(
                name: TableWords.joined([row.text(1)]), isOffBudget: row.isTrue(2))
        }
        for row in try rows("payees", ["id", "name", "transfer_acct", "tombstone"])
        where !row.isTrue(3) {
            payees[row.text(0)] = Payee(
                name: TableWords.joined([row.text(1)]), account: row.text(2))
        }
        for row in try rows("payee_mapping", ["id", "targetId"]) {
            payeeTargets[row.text(0)] = row.text(1)
        }
        var groups: [String: String] = [:]
        var ofIncome: Set<String> = []
        for row in try rows("category_groups", ["id", "name", "is_income", "tombstone"])
        where !row.isTrue(3) {
            // Whatever the person calls it, its categories are income.
            groups[row.text(0)] = row.isTrue(2) ? "Income" : TableWords.joined([row.text(1)])
            if row.isTrue(2) { ofIncome.insert(row.text(0)) }
        }
        for row in try rows("categories", ["id", "name", "cat_group", "tombstone"])
        where !row.isTrue(3) {
            let (name, group) = (TableWords.joined([row.text(1)]), groups[row.text(2)] ?? "")
            if ofIncome.contains(row.text(2)) { incomes.insert(row.text(0)) }
            categories[row.text(0)] =
                group.isEmpty || group == name || name.isEmpty ? name : "\(group): \(name)"
        }
        for row in try rows("category_mapping", ["id", "transferId"]) {
            categoryTargets[row.text(0)] = row.text(1)
        }
    }

    func account(_ id: String) -> String? { accounts[id]?.name }

    /// The accounts on the budget, or those off it.
    func accounts(offBudget isOff: Bool) -> [String] {
        accounts.values.filter { $0.isOffBudget == isOff }.map(\.name).sorted()
    }

    /// A category with its group: "Home: Plumbing".
    func category(_ id: String) -> String? { categories[categoryTargets[id] ?? id] }

    /// The same; nil for one of income.
    func spending(_ id: String) -> String? {
        let target = categoryTargets[id] ?? id
        return incomes.contains(target) ? nil : categories[target]
    }

    func payee(_ id: String) -> String? {
        guard let payee = payees[payeeTargets[id] ?? id] else { return nil }
        return payee.account.isEmpty ? payee.name : accounts[payee.account]?.name
    }

    /// The account on the other side of transfers with a payee; nil for other payees.
    func otherAccount(_ payeeID: String) -> String? {
        guard let payee = payees[payeeTargets[payeeID] ?? payeeID] else { return nil }
        return payee.account.isEmpty ? nil : accounts[payee.account]?.name
    }
}
