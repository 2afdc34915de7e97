internal import Classification
internal import Configuration
public import Model
public import Statements
public import Vault

/// What an import did, or would do.
public struct StatementReport: Sendable {
    /// The outcome for each account of the file, in its order.
    public let accounts: [Account]
    public let rejected: [RejectedRow]
    /// What came along beside the rows; nil for the file of a bank.
    public let moved: Moved?

    /// The decisions that another program's export has.
    public struct Moved: Sendable {
        public let program: StatementProgram
        /// The rows that they are about.
        public let decided: Int
        /// Rows that keep what the person decided here.
        public let decidedBefore: Int
        /// Splits that can't be here: with parts of both signs, or that aren't spending.
        public let lostSplits: Int
        /// The number of categories and tags whose budgets came along.
        public let budgets: Int
        /// The number of budgets that stay as the person has them here.
        public let keptBudgets: Int
        /// By name.
        public let categories: [MovedCategory]
        public let comparison: MovedComparison
    }

    let statement: Statement
    let taken: TakenRows
    let isDryRun: Bool

    /// The number of new transactions in all accounts.
    public var newTransactions: Int { accounts.reduce(0) { $0 + $1.outcome.new.count } }

    public struct Account: Sendable {
        public let name: String
        public let currency: Currency
        public let outcome: ImportOutcome
        /// What a new account is, if the file tells.
        public let type: AccountType?
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
    ///   - rowsOnly: whether to leave out the decisions of another program's export.
    ///   - dryRun: whether to leave everything as it is.
    public func importStatement(
        _ statement: Statement, file: String, to choices: [StatementChoice],
        rowsOnly: Bool = false, dryRun: Bool
    ) throws -> StatementReport {
        let taken = TakenRows(statement, choices)
        let decisions = try statement.program == nil || rowsOnly ? nil : decisions(about: taken)
        let content = taken.file(named: file, decisions)
        let comparison = try decisions.map {
            try self.comparison(of: content, taken, deciding: $0.said)
        }
        // What the file decides is said after the rules that are there.
        if decisions != nil, !dryRun {
            try uninterrupted { try numberRules(of: passSetup(), byContent: true) }
        }
        let outcomes = try vault.importFile(content, summary: "import \(file)", dryRun: dryRun)
        let reports = outcomes.indices.map { position in
            let (outcome, rows) = (outcomes[position], taken.received[position])
            let (name, currency) = choices[position].nameAndCurrency
            return StatementReport.Account(
                name: name, currency: currency, outcome: outcome,
                type: outcome.isNewAccount ? statement.accounts[position].type : nil,
                new: outcome.new.map { rows[$0] },
                doubtful: outcome.doubtful.map { rows[$0.row] },
                pending: statement.accounts[position].rows.count(where: \.isPending))
        }
        var moved: StatementReport.Moved?
        if let program = statement.program, let decisions, let comparison {
            moved = StatementReport.Moved(
                program: program, decided: decisions.said.reduce(0) { $0 + $1.count },
                decidedBefore: outcomes.reduce(0) { $0 + $1.decidedBefore },
                lostSplits: decisions.lostSplits,
                budgets: Set(decisions.budgets.map(\.moved)).count,
                keptBudgets: decisions.keptBudgets,
                categories: decisions.categories.all.values.sorted { $0.name < $1.name },
                comparison: comparison)
        }
        return StatementReport(
            accounts: reports, rejected: taken.rejected.sorted { $0.line < $1.line },
            moved: moved, statement: statement, taken: taken, isDryRun: dryRun)
    }

    /// How far the pipeline by itself says what another program's export does. Changes nothing.
    public func comparison(
        of statement: Statement, file: String, to choices: [StatementChoice]
    ) throws -> MovedComparison {
        let taken = TakenRows(statement, choices)
        return try comparison(
            of: taken.file(named: file, nil), taken,
            deciding: try decisions(about: taken).said)
    }

    private func decisions(about taken: TakenRows) throws -> MovedDecisions {
        try uninterrupted {
            let known = try taken.budgets.isEmpty ? [] : Set(budgets().map(\.subject))
            return MovedDecisions(
                taken.rows, budgets: taken.budgets, unless: known, in: taken.currency,
                tree: try categories(), changes: try vault.categoryChanges(),
                foreign: try configured { try $0.foreignCategories() })
        }
    }
}

/// The posted rows of a statement, as its accounts take them.
struct TakenRows: Sendable {
    /// By account, those that the account can have.
    private(set) var rows: [[StatementRow]] = []
    private(set) var received: [[ReceivedTransaction]] = []
    private(set) var rejected: [RejectedRow]
    private let statement: Statement
    private let choices: [StatementChoice]

    init(_ statement: Statement, _ choices: [StatementChoice]) {
        self.statement = statement
        self.choices = choices
        rejected = statement.rejected
        for (account, choice) in zip(statement.accounts, choices) {
            add(account, in: choice.nameAndCurrency.currency)
        }
    }

    private mutating func add(_ account: StatementAccount, in currency: Currency) {
        var (own, taken): ([StatementRow], [ReceivedTransaction]) = ([], [])
        for row in account.rows where !row.isPending {
            let isOther = row.currency.map { $0 != currency.code } ?? false
            let reason: RejectedRow.Reason
            do throws(AmountError) {
                let received = try row.received(in: currency)
                guard isOther else {
                    own.append(row)
                    taken.append(received)
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
                    text: ["\(row.day) \(row.amount)", row.currency, row.payee, row.description]
                        .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")))
        }
        rows.append(own)
        received.append(taken)
    }

    /// The budgets of the program that wrote the file.
    var budgets: [ProgramBudget] { statement.budgets }

    /// The currency of all accounts; nil if they have several.
    var currency: Currency? {
        let currencies = Set(choices.map(\.nameAndCurrency.currency))
        return currencies.count == 1 ? currencies.first : nil
    }

    func currency(of account: Int) -> Currency { choices[account].nameAndCurrency.currency }

    func file(named name: String, _ decisions: MovedDecisions?) -> ImportedFile {
        let accounts = choices.indices.map { position in
            let account = statement.accounts[position]
            let place: ImportedAccount.Place =
                switch choices[position] {
                case .known(let known): .known(known.id)
                case .new(let name, let currency):
                    .new(name: name, bank: account.bank, currency: currency)
                }
            return ImportedAccount(
                place: place, source: account.source, rows: received[position],
                closing: account.closing(in: choices[position].nameAndCurrency.currency),
                type: account.type, decisions: decisions?.corrections[position] ?? [:])
        }
        return ImportedFile(
            name: name, accounts: accounts, isOfProgram: statement.program != nil,
            categories: decisions?.categories.added ?? [],
            pairs: decisions?.pairs ?? [], budgets: decisions?.budgets ?? [])
    }
}

extension StatementAccount {
    /// What an account of its kind is here.
    fileprivate var type: AccountType? {
        switch kind {
        case .checking: .checking
        case .savings: .savings
        case .credit: .credit
        case .loan: .loan
        case .investment: .brokerage
        case .cash, nil: nil
        }
    }

    /// The posted rows in its currency, oldest first, if the file has them in the order of days.
    var postedInOrder: [StatementRow] {
        let rows = rows.filter(movesBalance)
        guard let first = rows.first, let last = rows.last, last.day < first.day else {
            return rows
        }
        return rows.reversed()
    }

    /// The last balance of the file: what it states, else that of its last row by day.
    fileprivate func closing(in currency: Currency) -> ImportedAccount.Closing? {
        var known = balances.filter { $0.kind == .closing }.map { (day: $0.day, $0.amount) }
        if known.isEmpty {
            let inOrder = postedInOrder
            if let last = inOrder.last(where: { $0.balance != nil }), let balance = last.balance,
                inOrder.allSatisfy({ $0.day <= last.day })
            {
                known = [(last.day, balance)]
            }
        }
        guard var newest = known.max(by: { $0.day < $1.day }) else { return nil }
        // Some banks date a balance before rows that it has.
        if balanceProof?.isWhole == true, let last = postedInOrder.map(\.day).max() {
            newest.day = max(newest.day, last)
        }
        do throws(AmountError) {
            let units = try MinorUnits.exactly(newest.1.description, exponent: currency.exponent)
            return ImportedAccount.Closing(day: newest.day, minorUnits: units)
        } catch {
            // A balance that isn't exact is none; the rows stand.
            return nil
        }
    }
}
