public import Model
public import Vault

/// What the balances of an account prove about its transactions, and whether its bank is silent.
public struct AccountContinuity: Sendable {
    /// Money that moved a balance without a transaction.
    public struct Gap: Hashable, Sendable {
        /// What the transactions lack; negative for money out.
        public let amount: Money
        /// The balances that it lies between, or a few days more if the account's days vary.
        public let days: ClosedRange<CalendarDay>
    }

    /// Why there is no proof.
    public enum Doubt: String, CaseIterable, Sendable {
        /// Balances of fewer than two days are known.
        case tooFewBalances = "too_few_balances"
        /// The market moves its balance.
        case marketMoves = "market_moves"
        /// No transaction is known, but its balance moves.
        case noTransactions = "no_transactions"
        /// Something that its bank sent can't be read.
        case unreadable
        /// Most balances differ from the transactions, each by another amount.
        case unrelated
        /// Only the newest balances differ. Later ones decide: a pending charge may be in them.
        case undecided
    }

    public let account: AccountRecord
    /// The first and the last day whose balances agree with the transactions but for the gaps;
    /// nil if there is no such day.
    public private(set) var days: ClosedRange<CalendarDay>?
    /// Oldest first.
    public private(set) var gaps: [Gap] = []
    public private(set) var doubt: Doubt?
    /// Nil if the account isn't silent.
    public fileprivate(set) var silence: Silence?

    /// Since when everything continues.
    public var since: CalendarDay? { days.map { gaps.last?.days.upperBound ?? $0.lowerBound } }

    /// The gaps that are news on a day: older ones are known by then.
    public func recentGaps(on today: CalendarDay) -> [Gap] {
        gaps.filter { $0.days.upperBound.days(until: today) <= Self.newsDays }
    }

    /// Three months, so that a monthly statement has followed.
    static let newsDays = 92
}

extension AccountContinuity {
    /// The accounts that are not hidden, in the vault's order.
    public static func all(of vault: Vault) throws -> [AccountContinuity] {
        let known = try vault.accounts()
        let shown = known.filter { $0.visibility != .hidden && !$0.isByHand }
        let history = try BalanceHistory(vault, of: known)
        let unreadable = Set(try vault.unreadableAccounts().map(\.account))
        var checks = try shown.map {
            try AccountContinuity(vault, of: $0, history, isUnreadable: unreadable.contains($0.id))
        }
        try findSilence(in: &checks, of: vault)
        return checks
    }

    private init(
        _ vault: Vault, of account: AccountRecord, _ history: BalanceHistory, isUnreadable: Bool
    ) throws {
        self.account = account
        guard account.type.netWorthGroup != .investments else {
            doubt = .marketMoves
            return
        }
        let reports = history.reported(of: account.id)
        guard reports.count > 1, let first = reports.first?.day, let last = reports.last?.day else {
            doubt = .tooFewBalances
            return
        }
        guard reports.contains(where: { $0.gap != 0 }) else {
            days = first...last
            return
        }
        let movements = try vault.balanceMovements(of: account.id, since: first.adding(days: -60))
        guard movements.contains(where: { $0.posted != nil }) else {
            doubt = .noTransactions
            return
        }
        let levels = BalanceLevels(
            told: reports.map { .init(day: $0.day, balance: $0.balance) },
            rows: movements.map {
                .init(posted: $0.posted, known: $0.known, gone: $0.gone, amount: $0.amount)
            })
        guard let levels, levels.isFollowed else {
            doubt = isUnreadable ? .unreadable : .unrelated
            return
        }
        days = levels.days
        let breaks = Self.unexplained(levels.breaks, of: account, movements)
        guard breaks.isEmpty || !isUnreadable else {
            doubt = .unreadable
            return
        }
        gaps = breaks.map {
            Gap(amount: Money(sum: $0.amount, currency: account.currency), days: $0.days)
        }
        doubt = levels.isSettled ? nil : .undecided
    }

    /// The breaks without what is known to move a balance alone: a row that doesn't count for the
    /// person or the bank, and a loan's interest where its bank lists none.
    private static func unexplained(
        _ breaks: [BalanceLevels.Break], of account: AccountRecord, _ movements: [BalanceMovement]
    ) -> [BalanceLevels.Break] {
        let hidesInterest = account.type.isLoan && !movements.contains { $0.amount < 0 }
        return breaks.filter { change in
            if hidesInterest, change.amount < 0 { return false }
            return !movements.contains { row in
                row.isDoubted && Int128(row.amount) == -change.amount
                    && row.known <= change.days.upperBound
            }
        }
    }

    /// Only a bank that answers without a problem is silent; another one is reported anyway.
    private static func findSilence(
        in checks: inout [AccountContinuity], of vault: Vault
    ) throws {
        var heard: [Int64: CalendarDay] = [:]
        for connection in try vault.connections() where connection.kind == .simplefin {
            heard[connection.id] = try vault.lastAnsweredSync(connection: connection.id).map {
                CalendarDay(secondsSinceEpoch: $0.startedAt)
            }
        }
        guard let newest = heard.values.max() else { return }
        let troubled = try vault.institutionHealth().filter { !$0.isWell }
        // A silence may have lasted for as long as the memory before it.
        let news = try vault.newsDays(since: newest.adding(days: -2 * Silence.longestMemory))
        for position in checks.indices {
            let account = checks[position].account
            guard let heard = heard[account.connection], account.balance?.minorUnits != 0,
                !troubled.contains(where: {
                    $0.connection == account.connection && $0.name == account.institution
                })
            else { continue }
            checks[position].silence = Silence(
                news: (news[account.id] ?? []).filter { $0 <= heard }, heard: heard)
        }
    }
}
