public import Model
public import Statements
public import Vault

/// Where the person wants the rows of an account of a file.
public enum StatementChoice: Sendable {
    case known(AccountRecord)
    case new(name: String, currency: Currency)

    /// The account's name.
    public var name: String { nameAndCurrency.name }
}

/// What an import did, or would do.
public struct StatementReport: Sendable {
    /// The outcome for each account of the file, in its order.
    public let accounts: [Account]
    public let rejected: [RejectedRow]

    public struct Account: Sendable {
        public let name: String
        public let currency: Currency
        public let outcome: ImportOutcome
        /// The new rows.
        public let new: [ReceivedTransaction]
        /// The rows of ``ImportOutcome/doubtful``, in its order.
        public let doubtful: [ReceivedTransaction]
        /// Pending rows, which come as posted ones in a later file.
        public let pending: Int
    }
}

extension Engine {
    /// Imports a statement as one command that can be undone.
    ///
    /// - Parameters:
    ///   - file: the file's name.
    ///   - choices: one for each account of the statement.
    ///   - dryRun: whether to leave everything as it is.
    public func importStatement(
        _ statement: Statement, file: String, to choices: [StatementChoice], dryRun: Bool
    ) throws -> StatementReport {
        var rejected = statement.rejected
        let accounts = zip(statement.accounts, choices).map { account, choice in
            imported(account, choice, &rejected)
        }
        let outcomes = try vault.importFile(
            ImportedFile(name: file, accounts: accounts), summary: "import \(file)",
            dryRun: dryRun)
        let reports = outcomes.indices.map { position in
            let (outcome, account) = (outcomes[position], accounts[position])
            let (name, currency) = choices[position].nameAndCurrency
            return StatementReport.Account(
                name: name, currency: currency, outcome: outcome,
                new: outcome.new.map { account.rows[$0] },
                doubtful: outcome.doubtful.map { account.rows[$0.row] },
                pending: statement.accounts[position].rows.count(where: \.isPending))
        }
        return StatementReport(
            accounts: reports, rejected: rejected.sorted { $0.line < $1.line })
    }

    private func imported(
        _ account: StatementAccount, _ choice: StatementChoice, _ rejected: inout [RejectedRow]
    ) -> ImportedAccount {
        let (_, currency) = choice.nameAndCurrency
        var rows: [ReceivedTransaction] = []
        for row in account.rows where !row.isPending {
            let isOther = row.currency.map { $0 != currency.code } ?? false
            let reason: RejectedRow.Reason
            do throws(AmountError) {
                let received = try row.received(in: currency)
                guard isOther else {
                    rows.append(received)
                    continue
                }
                reason = .otherCurrency
            } catch {
                reason =
                    isOther ? .otherCurrency : error == .tooLarge ? .amountTooLarge : .badAmount
            }
            rejected.append(
                RejectedRow(
                    line: row.line, reason: reason,
                    text: "\(row.day) \(row.amount) \(row.payee) \(row.description)"))
        }
        let place: ImportedAccount.Place =
            switch choice {
            case .known(let account): .known(account.id)
            case .new(let name, let currency):
                .new(name: name, bank: account.bank, currency: currency)
            }
        return ImportedAccount(
            place: place, source: account.source, rows: rows,
            closing: account.closing(in: currency))
    }
}

extension StatementChoice {
    var nameAndCurrency: (name: String, currency: Currency) {
        switch self {
        case .known(let account): (account.name, account.currency)
        case .new(let name, let currency): (name, currency)
        }
    }
}

extension StatementAccount {
    /// The last balance of the file: what it states, else that of its last row by day.
    fileprivate func closing(in currency: Currency) -> ImportedAccount.Closing? {
        var known = balances.filter { $0.kind == .closing }.map { (day: $0.day, $0.amount) }
        if known.isEmpty {
            let rows = rows.filter { !$0.isPending }
            let isNewestFirst = rows.first.map { first in
                rows.last.map { $0.day < first.day } ?? false
            }
            let inOrder = isNewestFirst == true ? Array(rows.reversed()) : rows
            if let last = inOrder.last(where: { $0.balance != nil }), let balance = last.balance,
                inOrder.allSatisfy({ $0.day <= last.day })
            {
                known = [(last.day, balance)]
            }
        }
        guard let newest = known.max(by: { $0.day < $1.day }) else { return nil }
        do throws(AmountError) {
            let units = try MinorUnits.exactly(newest.1.description, exponent: currency.exponent)
            return ImportedAccount.Closing(day: newest.day, minorUnits: units)
        } catch {
            // A balance that isn't exact is none; the rows stand.
            return nil
        }
    }
}
