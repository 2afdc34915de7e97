extension StatementAccount {
    /// The currencies of its rows, its own first.
    public var currencies: [String] {
        var found = currency.map { [$0] } ?? []
        for row in rows {
            if let code = row.currency, !found.contains(code) { found.append(code) }
        }
        return found
    }

    /// Whether a row is posted and in the account's currency, so that it moves its balance.
    public func movesBalance(_ row: StatementRow) -> Bool {
        !row.isPending && (row.currency == nil || row.currency == currency)
    }
}

extension Statement {
    /// The statement with the rows in one of its currencies as its account's, so that the others
    /// are those in another currency. Itself if it has several accounts, or no such rows.
    public func inCurrency(_ code: String) -> Statement {
        guard accounts.count == 1, let own = accounts[0].currency, own != code,
            accounts[0].currencies.contains(code)
        else { return self }
        var account = accounts[0]
        for index in account.rows.indices {
            let currency = account.rows[index].currency ?? own
            account.rows[index].currency = currency == code ? nil : currency
        }
        account.currency = code
        account.balances = account.runningBalance.map { [$0] } ?? []
        var statement = self
        statement.accounts = [account]
        return statement
    }
}
