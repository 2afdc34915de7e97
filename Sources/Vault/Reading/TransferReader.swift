internal import GRDB
public import Model

/// The two sides of a transfer.
public struct TransferRecord: Sendable {
    /// The paying side.
    public let sender: TransactionRecord
    /// The receiving side.
    public let receiver: TransactionRecord
    /// Whether the person linked the pair.
    public let isMarked: Bool

    /// The sides whose conclusion is no transfer: a later decision or a rule of the
    /// person overrules it.
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

/// A filter for reading transfers, the newest first.
public struct TransferQuery: Sendable {
    /// Days that include one of the sides.
    public var days: Range<CalendarDay>?
    /// The last day for both sides.
    public var lastDay: CalendarDay?
    /// The account of one side.
    public var account: Int64?
    /// Excludes transfers with a side in a hidden account.
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
                try (row.value(0), row.value(1), row.value(2))
            }
        }
        let sides = try transactions(numbered: Set(found.flatMap { [$0.sender, $0.receiver] }))
        return found.compactMap { pair in
            guard let sender = sides[pair.sender], let receiver = sides[pair.receiver]
            else { return nil }
            return TransferRecord(sender: sender, receiver: receiver, isMarked: pair.isMarked)
        }
    }

    /// The number of transfers that match a query, regardless of limit and offset.
    public func transferCount(_ query: TransferQuery) throws(VaultError) -> Int {
        try read { database in
            let statement = TransferStatement(query)
            return try Int.fetchOne(
                database, sql: statement.count, arguments: statement.countArguments) ?? 0
        }
    }

    /// Ambiguous transfers: transactions with their candidates, by row ID.
    public func transferCandidates() throws(VaultError) -> [Int64: [Int64]] {
        try read { database in try CandidateStore(database: database).all() }
    }
}

extension Vault {
    /// The row IDs of the two sides of each transfer whose sides are both posted, in the order
    /// of lists that begin with the oldest.
    public func postedTransfers() throws(VaultError) -> [(first: Int64, last: Int64)] {
        try read { database in
            var pairs: [(first: Int64, last: Int64)] = []
            try RowIterator(
                database,
                sql: """
                    SELECT one.id, other.id FROM conclusions
                    JOIN conclusions AS answers ON answers.transaction_id = conclusions.partner_id
                        AND answers.partner_id = conclusions.transaction_id
                    JOIN transactions AS one ON one.id = conclusions.transaction_id
                    JOIN transactions AS other ON other.id = conclusions.partner_id
                    WHERE one.is_pending = 0 AND other.is_pending = 0
                        AND (one.day, one.id) < (other.day, other.id)
                    ORDER BY one.day, one.id
                    """
            ).forEach { pairs.append((first: $0.integer(0), last: $0.integer(1))) }
            return pairs
        }
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

/// A possible transfer that is ambiguous while one of its sides counts as income or
/// spending.
public struct DoubtfulTransfer: Sendable {
    /// The sender's currency.
    public let currency: Currency
    /// The days of the sender and of all candidates.
    public let days: Set<CalendarDay>

    /// Whether any side is on one of the days.
    public func touches(_ range: Range<CalendarDay>) -> Bool {
        days.contains(where: range.contains)
    }
}

extension Vault {
    /// The ambiguous transfers that affect figures, by sender.
    ///
    /// - Parameter lastDay: the last day that counts.
    public func doubtfulTransfers(
        through lastDay: CalendarDay? = nil
    ) throws(VaultError) -> [DoubtfulTransfer] {
        try read { database in
            var found: [(sender: Int64, currency: Currency, days: Set<CalendarDay>)] = []
            let rows = try Row.fetchCursor(
                database, sql: Self.doubtfulPairs,
                arguments: [lastDay?.daysSinceEpoch ?? Int32.max])
            while let row = try rows.next() {
                let sender: Int64 = try row.value("sender")
                if found.last?.sender != sender {
                    try found.append(
                        (
                            sender,
                            Currency(code: row.value("code"), exponent: row.value("exponent")), []
                        ))
                }
                for day in [try row.day(1), try row.day(2)] {
                    found[found.count - 1].days.insert(day)
                }
            }
            return found.map { DoubtfulTransfer(currency: $0.currency, days: $0.days) }
        }
    }

    private static let doubtfulPairs = """
        SELECT one.id AS sender, one.day AS sent, other.day AS arrived, code, exponent
        FROM transfer_candidates
        JOIN transactions AS one ON one.id = transfer_candidates.transaction_id
        JOIN transactions AS other ON other.id = transfer_candidates.candidate_id
        JOIN accounts ON accounts.id = one.account_id
        JOIN currencies ON currencies.id = accounts.currency_id
        JOIN conclusions AS of_one ON of_one.transaction_id = one.id
        JOIN conclusions AS of_other ON of_other.transaction_id = other.id
        JOIN verdicts AS verdict ON verdict.id = of_one.verdict_id
        JOIN verdicts AS other_verdict ON other_verdict.id = of_other.verdict_id
        WHERE one.amount < 0 AND one.voided_at IS NULL AND other.voided_at IS NULL
            AND max(one.day, other.day) <= ?
            AND (one.\(Vault.isCounted) OR other.\(Vault.isCounted))
            AND (verdict.class IN ('income', 'expense') OR other_verdict.class IN ('income', 'expense'))
        ORDER BY one.id
        """
}

/// A transfer from an account without a known other side.
public struct UnmatchedPayment: Hashable, Sendable {
    /// As a positive amount.
    public let paid: Money
    public let description: String
    /// The rule that decided the class, as in reasons; nil if none did.
    public let rule: String?
    /// The name of the account's bank, if the person has a card there too.
    public let bankOfCard: String?
    /// Whether it went to a card that is left out of totals.
    public let isToUncountedCard: Bool
}

extension Vault {
    /// The transfers of some days without a known or ambiguous other side, by currency, and those
    /// to cards that are left out of totals.
    public func lonePayments(
        _ days: Range<CalendarDay>
    ) throws(VaultError) -> [UnmatchedPayment] {
        try read { database in
            let rows = try Row.fetchCursor(
                database, sql: Self.lonePayments,
                arguments: [days.lowerBound.daysSinceEpoch, days.upperBound.daysSinceEpoch])
            var payments: [UnmatchedPayment] = []
            while let row = try rows.next() {
                let amount: Int64 = try row.value("amount")
                try payments.append(
                    UnmatchedPayment(
                        paid: Money(
                            sum: -Int128(amount),
                            currency: Currency(
                                code: row.value("code"), exponent: row.value("exponent"))),
                        description: row.value("description"), rule: row.value("rule"),
                        bankOfCard: row.value("bank_of_card"),
                        isToUncountedCard: row.value("is_to_uncounted_card")))
            }
            return payments
        }
    }

    private static let lonePayments = """
        SELECT transactions.amount AS amount, code, exponent, texts.value AS description, rule,
            (SELECT institutions.name FROM accounts AS card
             JOIN institutions ON institutions.id = card.institution_id
             LEFT JOIN account_decisions ON account_decisions.account_id = card.id
             LEFT JOIN account_conclusions ON account_conclusions.account_id = card.id
             WHERE card.institution_id = accounts.institution_id
                AND coalesce(account_decisions.type, account_conclusions.type) = 'credit'
             LIMIT 1) AS bank_of_card,
            partner_id IS NOT NULL AS is_to_uncounted_card
        FROM transactions
        JOIN conclusions ON conclusions.transaction_id = transactions.id
        JOIN verdicts ON verdicts.id = verdict_id
        JOIN reasons ON reasons.id = class_reason
        JOIN accounts ON accounts.id = transactions.account_id
        JOIN currencies ON currencies.id = currency_id
        JOIN texts ON texts.id = transactions.description_id
        LEFT JOIN transactions AS other ON other.id = partner_id
        LEFT JOIN account_decisions AS other_decision
            ON other_decision.account_id = other.account_id
        LEFT JOIN account_conclusions AS other_conclusion
            ON other_conclusion.account_id = other.account_id
        WHERE transactions.day >= ? AND transactions.day < ? AND class = 'transfer'
            AND (partner_id IS NULL OR other_decision.visibility IS NOT NULL
                AND coalesce(other_decision.type, other_conclusion.type) = 'credit')
            AND transactions.is_pending = 0 AND transactions.amount < 0
            AND transactions.voided_at IS NULL AND coalesce(is_excluded, 0) = 0
            AND transactions.\(Vault.isCounted)
            AND transactions.id NOT IN (SELECT transaction_id FROM transfer_candidates)
        ORDER BY currencies.id, transactions.id
        """
}

extension Vault {
    /// What transfers between counted accounts of two currencies brought each currency in some
    /// days, less what they took. Transfers with an investment account are left out: they save.
    public func exchanged(
        _ days: Range<CalendarDay>
    ) throws(VaultError) -> [Currency: Int128] {
        try amounts(Self.exchanged, days).reduce(into: [:]) { sums, found in
            sums[found.currency, default: 0] += found.amount
        }
    }

    /// The amounts that a statement finds in some days, in its order.
    private func amounts(
        _ statement: String, _ days: Range<CalendarDay>
    ) throws(VaultError) -> [(currency: Currency, amount: Int128)] {
        try read { database in
            try Row.fetchAll(
                database, sql: statement,
                arguments: [days.lowerBound.daysSinceEpoch, days.upperBound.daysSinceEpoch]
            ).map { row in
                try (
                    Currency(code: row.value("code"), exponent: row.value("exponent")),
                    Int128(row.value("amount") as Int64)
                )
            }
        }
    }

    private static let exchanged = """
        SELECT transactions.amount AS amount, code, exponent
        FROM transactions
        JOIN conclusions ON conclusions.transaction_id = transactions.id
        JOIN verdicts ON verdicts.id = verdict_id
        JOIN accounts ON accounts.id = transactions.account_id
        JOIN currencies ON currencies.id = accounts.currency_id
        JOIN transactions AS other ON other.id = partner_id
        JOIN accounts AS other_account ON other_account.id = other.account_id
        WHERE transactions.day >= ? AND transactions.day < ? AND class = 'transfer'
            AND accounts.currency_id <> other_account.currency_id
            AND transactions.is_pending = 0 AND transactions.voided_at IS NULL
            AND coalesce(is_excluded, 0) = 0
            AND transactions.\(Vault.isCounted) AND other.\(Vault.isCounted)
            AND NOT EXISTS (
                SELECT 1 FROM accounts AS side
                LEFT JOIN account_decisions ON account_decisions.account_id = side.id
                LEFT JOIN account_conclusions ON account_conclusions.account_id = side.id
                WHERE side.id IN (accounts.id, other_account.id)
                    AND coalesce(account_decisions.type, account_conclusions.type, '')
                        IN ('investment', 'brokerage'))
        """
}

/// What transfers of some days moved between accounts that count and others, in one currency.
public struct LoneTransfers: Hashable, Sendable {
    public let currency: Currency
    /// What left accounts that count, as a positive amount.
    public internal(set) var gone: Money
    /// What came into them.
    public internal(set) var came: Money
}

extension Vault {
    /// The transfers whose other side is in no account that counts, for each currency with any.
    /// What moves within investment accounts, or is ambiguous, is left out.
    public func loneTransfers(
        _ days: Range<CalendarDay>
    ) throws(VaultError) -> [LoneTransfers] {
        var sums: [LoneTransfers] = []
        for (currency, amount) in try amounts(Self.loneTransfers, days) {
            if sums.last?.currency != currency {
                let none = Money(minorUnits: 0, currency: currency)
                sums.append(LoneTransfers(currency: currency, gone: none, came: none))
            }
            let side = amount < 0 ? \LoneTransfers.gone : \LoneTransfers.came
            let before = sums[sums.count - 1][keyPath: side].minorUnits
            sums[sums.count - 1][keyPath: side] = Money(
                sum: before + abs(amount), currency: currency)
        }
        return sums
    }

    private static let loneTransfers = """
        SELECT transactions.amount AS amount, code, exponent
        FROM transactions
        JOIN conclusions ON conclusions.transaction_id = transactions.id
        JOIN verdicts ON verdicts.id = verdict_id
        JOIN accounts ON accounts.id = transactions.account_id
        JOIN currencies ON currencies.id = currency_id
        LEFT JOIN account_decisions ON account_decisions.account_id = accounts.id
        LEFT JOIN account_conclusions ON account_conclusions.account_id = accounts.id
        LEFT JOIN transactions AS other ON other.id = partner_id
        WHERE transactions.day >= ? AND transactions.day < ? AND class = 'transfer'
            AND transactions.is_pending = 0 AND transactions.voided_at IS NULL
            AND coalesce(is_excluded, 0) = 0 AND transactions.\(Vault.isCounted)
            AND coalesce(account_decisions.type, account_conclusions.type, '')
                NOT IN ('investment', 'brokerage')
            AND (other.id IS NULL
                OR NOT other.\(Vault.isCounted))
            AND transactions.id NOT IN (SELECT transaction_id FROM transfer_candidates)
        ORDER BY currencies.id, transactions.id
        """
}
