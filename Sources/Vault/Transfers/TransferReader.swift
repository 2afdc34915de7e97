internal import GRDB
public import Model

/// Two transactions that are the sides of one transfer.
public struct TransferRecord: Sendable {
    /// Where the money left.
    public let sender: TransactionRecord
    /// Where it arrived.
    public let receiver: TransactionRecord
    /// Whether the person made the pair.
    public let isMarked: Bool

    /// The sides that were concluded to be no transfer all the same: the person
    /// said something else later, or a rule of theirs does.
    public var contradicted: [TransactionRecord] {
        [sender, receiver].filter { side in
            side.verdict.map { $0.transactionClass.value != .transfer } ?? false
        }
    }

    public init(sender: TransactionRecord, receiver: TransactionRecord, isMarked: Bool) {
        self.sender = sender
        self.receiver = receiver
        self.isMarked = isMarked
    }
}

/// Which transfers to read, the newest first.
public struct TransferQuery: Sendable {
    /// Days of which one side's must be one.
    public var days: Range<CalendarDay>?
    /// The last day that either side may be of.
    public var lastDay: CalendarDay?
    /// An account that one side is in.
    public var account: Int64?
    /// Leaves out what has a side in an account that the person hides.
    public var leavesOutHiddenAccounts = false
    public var limit: Int?
    public var offset = 0

    public init() {}
}

extension Vault {
    public func transfers(_ query: TransferQuery) throws(VaultError) -> [TransferRecord] {
        let found = try read { database in
            try Row.fetchAll(
                database,
                sql: TransferStatement(query).rows, arguments: TransferStatement(query).arguments
            ).map { row -> (sender: Int64, receiver: Int64, isMarked: Bool) in
                (row[0], row[1], row[2])
            }
        }
        let sides = try transactions(numbered: Set(found.flatMap { [$0.sender, $0.receiver] }))
        return found.compactMap { pair in
            guard let sender = sides[pair.sender], let receiver = sides[pair.receiver]
            else { return nil }
            return TransferRecord(sender: sender, receiver: receiver, isMarked: pair.isMarked)
        }
    }

    /// How many transfers a query finds, whatever its limit and offset.
    public func transferCount(_ query: TransferQuery) throws(VaultError) -> Int {
        try read { database in
            let statement = TransferStatement(query)
            return try Int.fetchOne(
                database, sql: statement.count, arguments: statement.countArguments) ?? 0
        }
    }

    /// Transactions that could be a side of several transfers, each with its
    /// candidates, by their numbers.
    public func transferCandidates() throws(VaultError) -> [Int64: [Int64]] {
        try read { database in try CandidateStore(database: database).all() }
    }
}

private struct TransferStatement {
    let rows: String
    let count: String
    let arguments: StatementArguments
    let countArguments: StatementArguments

    init(_ query: TransferQuery) {
        var conditions = ["one.voided_at IS NULL", "other.voided_at IS NULL"]
        var arguments: [any DatabaseValueConvertible] = []
        if let days = query.days {
            conditions.append("(one.day >= ? AND one.day < ? OR other.day >= ? AND other.day < ?)")
            let ends = [days.lowerBound.daysSinceEpoch, days.upperBound.daysSinceEpoch]
            arguments += ends + ends
        }
        if let lastDay = query.lastDay {
            conditions.append("max(one.day, other.day) <= ?")
            arguments.append(lastDay.daysSinceEpoch)
        }
        if let account = query.account {
            conditions.append("(one.account_id = ? OR other.account_id = ?)")
            arguments += [account, account]
        }
        if query.leavesOutHiddenAccounts {
            for side in ["one", "other"] {
                conditions.append("\(side).account_id NOT IN \(Vault.hiddenAccounts)")
            }
        }
        let source = """
            FROM conclusions
            JOIN transactions AS one ON one.id = conclusions.transaction_id
            JOIN transactions AS other ON other.id = conclusions.partner_id
            WHERE one.amount < 0 AND \(conditions.joined(separator: " AND "))
            """
        count = "SELECT count(*) \(source)"
        countArguments = StatementArguments(arguments)
        var rows = """
            SELECT one.id, other.id, EXISTS (
                SELECT 1 FROM pair_decisions WHERE decision = 'linked'
                    AND first_id = min(one.id, other.id) AND second_id = max(one.id, other.id))
            \(source)
            ORDER BY one.day DESC, one.id DESC
            """
        if query.limit != nil || query.offset > 0 {
            rows += "\nLIMIT ? OFFSET ?"
            arguments += [query.limit ?? -1, query.offset]
        }
        self.rows = rows
        self.arguments = StatementArguments(arguments)
    }
}
