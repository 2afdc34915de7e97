internal import GRDB
public import Model

extension Vault {
    /// Reads the input of classification.
    ///
    /// - Parameters:
    ///   - asOf: today.
    ///   - guess: guesses the types of accounts; nil for the stored types.
    ///   - includingBankIDs: whether to read the bank's ids too, some tens of bytes
    ///     each.
    /// - Complexity: linear in the number of transactions.
    public func snapshot(
        asOf: CalendarDay, typedBy guess: AccountTypeGuess? = nil, includingBankIDs: Bool = false
    ) throws(VaultError) -> Snapshot {
        try read {
            let reader = SnapshotReader(database: $0)
            return try reader.snapshot(
                asOf: asOf, in: reader.frame(typedBy: guess),
                includingBankIDs: includingBankIDs)
        }
    }
}

/// A reader of facts and decisions for classification.
struct SnapshotReader {
    let database: Database

    /// The parts of a snapshot besides transactions.
    struct Frame {
        let accounts: [AccountRecord]
        let decisions: Decisions

        /// The snapshot of these parts alone.
        func snapshot(asOf day: CalendarDay) -> Snapshot {
            Snapshot(
                asOf: day, accounts: accounts.map(AccountFacts.init), transactions: [],
                texts: TextTable(), decisions: decisions)
        }
    }

    /// - Parameter guess: guesses the types of accounts; nil for the stored types.
    func frame(typedBy guess: AccountTypeGuess?) throws -> Frame {
        let accounts = try Vault.accounts(database)
        return Frame(
            accounts: guess.map { guess in accounts.map { $0.typed(by: guess) } } ?? accounts,
            decisions: try DecisionReader(database: database).decisions())
    }

    /// The snapshot of all transactions that are not void.
    ///
    /// - Parameter frame: read in the same database transaction.
    func snapshot(
        asOf: CalendarDay, in frame: Frame, includingBankIDs: Bool = false
    ) throws -> Snapshot {
        let accounts = frame.accounts
        var positions: [Int64: Int32] = [:]
        for (position, account) in accounts.enumerated() {
            positions[account.id] = Int32(position)
        }
        var facts = FactsReader(
            accounts: positions, texts: try TextsReader(database),
            bankIDs: includingBankIDs ? TextColumn() : nil)
        let sql = """
            SELECT id, account_id, day, amount, description_id, payee_id, memo_id,
                merchant_code_id, is_pending, transacted_at\(includingBankIDs ? ", bank_id" : "")
            FROM transactions WHERE voided_at IS NULL ORDER BY id
            """
        try RowIterator(database, sql: sql).forEach { try facts.take($0) }
        return Snapshot(
            asOf: asOf, accounts: accounts.map(AccountFacts.init),
            transactions: facts.transactions, texts: facts.texts.table,
            bankIDs: facts.bankIDs, decisions: frame.decisions)
    }
}

extension AccountFacts {
    fileprivate init(_ account: AccountRecord) {
        self.init(
            id: account.id, name: account.name, bankName: account.bankName,
            institution: account.institution, type: account.type, currency: account.currency,
            bankID: account.bankID,
            balance: account.balance.flatMap { Int64(exactly: $0.minorUnits) },
            availableBalance: account.availableBalance.flatMap { Int64(exactly: $0.minorUnits) },
            balanceDay: account.balanceAt.map(CalendarDay.init(secondsSinceEpoch:)),
            isCounted: account.visibility.isCounted)
    }
}

/// Collects transactions row by row.
private struct FactsReader {
    private(set) var transactions: [TransactionFacts] = []
    private(set) var texts: TextsReader
    private(set) var bankIDs: TextColumn?
    private let positions: [Int64: Int32]
    private var lastAccount: (id: Int64, position: Int32)?

    /// - Parameters:
    ///   - accounts: positions by row ID.
    ///   - bankIDs: nil to skip them.
    init(accounts positions: [Int64: Int32], texts: TextsReader, bankIDs: TextColumn?) {
        self.positions = positions
        self.texts = texts
        self.bankIDs = bankIDs
    }

    mutating func take(_ row: CursorRow) throws {
        let id = row.integer(0)
        let account = row.integer(1)
        if lastAccount?.id != account {
            lastAccount = positions[account].map { (account, $0) }
        }
        guard let lastAccount, lastAccount.id == account else {
            throw VaultError.damagedRow(
                table: "transactions", id: id, reason: "it has no account")
        }
        let description = try texts.id(of: row.integer(4))
        let payee = try texts.id(of: row.integer(5))
        transactions.append(
            TransactionFacts(
                id: id, amount: row.integer(3),
                day: CalendarDay(
                    daysSinceEpoch: try row.int32(2, of: "transactions", row: id)),
                account: lastAccount.position, description: description,
                payee: payee == .empty ? description : payee,
                memo: try texts.id(of: row.integer(6)),
                merchantCode: try texts.id(of: row.integer(7)),
                isPending: row.integer(8) != 0,
                transactedDay: row.optionalInteger(9).map(CalendarDay.init(secondsSinceEpoch:))))
        bankIDs?.append(row.text(10))
    }
}

/// Maps the vault's strings to a snapshot's table.
private struct TextsReader {
    private(set) var table = TextTable()
    /// By row ID, which counts from 0 without large gaps.
    private var ids: [TextID?] = []
    /// Strings beyond a large gap, as in a damaged row.
    private var idsOfSome: [Int64: TextID] = [0: .empty]
    private static let largestGap = 65_536

    /// Reads all strings at once, as they were meant by banks that leave entities in
    /// them or misread UTF-8.
    init(_ database: Database) throws {
        let rows = try RowIterator(database, sql: "SELECT id, value FROM texts ORDER BY id")
        try rows.forEach { row in
            let number = row.integer(0)
            let id = table.id(
                of: MisreadText.corrected(HTMLEntities.decoded(row.text(1))))
            guard number >= 0, number - Int64(ids.count) <= Self.largestGap else {
                idsOfSome[number] = id
                return
            }
            while ids.count < number { ids.append(nil) }
            ids.append(id)
        }
    }

    func id(of number: Int64) throws -> TextID {
        if number >= 0, number < ids.count, let id = ids[Int(number)] { return id }
        if let known = idsOfSome[number] { return known }
        throw VaultError.damagedRow(
            table: "texts", id: number, reason: "a transaction refers to it in vain")
    }
}
