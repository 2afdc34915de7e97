public import Model
public import Vault

/// What a forecast is computed from.
public struct ForecastFacts: Sendable {
    /// An account with what is known of it.
    public struct Account: Hashable, Sendable {
        public let id: Int64
        public let name: String
        public let type: AccountType
        public let currency: Currency
        public let visibility: AccountVisibility
        /// Minor units at the end of ``knownDay``; nil if the bank never gave a balance.
        public let balance: Int128?
        /// The last day whose transactions are in the balance.
        public let knownDay: CalendarDay
        /// The first day of its history; nil without any.
        public let firstDay: CalendarDay?

        public init(
            id: Int64, name: String, type: AccountType, currency: Currency,
            visibility: AccountVisibility = .counted, balance: Int128?, knownDay: CalendarDay,
            firstDay: CalendarDay?
        ) {
            self.id = id
            self.name = name
            self.type = type
            self.currency = currency
            self.visibility = visibility
            self.balance = balance
            self.knownDay = knownDay
            self.firstDay = firstDay
        }
    }

    public let today: CalendarDay
    public let accounts: [Account]
    /// Posted transactions, oldest first.
    let flows: [AccountFlow]
    let pending: [AccountFlow]
    /// By the row ID of a pending transaction.
    let pendingPayees: [Int64: String]
    /// The pending ones that are neither income nor spending.
    let pendingTransfers: Set<Int64>
    let found: FoundSeries
    let planned: [PlannedItem]
    /// What loans charge next, by account, where that is known.
    public var loanCharges: [Int64: LoanCharge] = [:]

    /// A loan's newest charge of interest, and the next.
    public struct LoanCharge: Hashable, Sendable {
        public let day: CalendarDay
        /// Minor units, above 0.
        public let amount: Int128
        public let next: Int128

        public init(day: CalendarDay, amount: Int128, next: Int128) {
            (self.day, self.amount, self.next) = (day, amount, next)
        }
    }

    /// The days of history that a forecast looks at.
    static let memory = 365

    /// - Parameters:
    ///   - flows: the transactions of the last ``memory`` days, oldest first.
    ///   - found: the series as known today, with their payments.
    ///   - planned: what the person expects.
    ///   - pendingPayees: by the row ID of a pending transaction.
    ///   - pendingTransfers: the pending ones that are neither income nor spending.
    public init(
        today: CalendarDay, accounts: [Account], flows: [AccountFlow], found: FoundSeries,
        planned: [PlannedItem] = [], pendingPayees: [Int64: String] = [:],
        pendingTransfers: Set<Int64> = []
    ) {
        self.today = today
        self.accounts = accounts
        self.flows = flows.filter { !$0.isPending && $0.day <= today }
        self.pending = flows.filter(\.isPending)
        self.pendingPayees = pendingPayees
        self.pendingTransfers = pendingTransfers
        self.found = found
        self.planned = planned
    }

    /// What a vault knows on a day.
    ///
    /// - Parameter found: the series as of that day.
    public init(
        _ vault: Vault, on today: CalendarDay, found: FoundSeries, planned: [PlannedItem]
    ) throws {
        let first = today.adding(days: -Self.memory)
        let flows = try vault.accountFlows(first...today)
        let posted = Dictionary(grouping: flows.lazy.filter { !$0.isPending }, by: \.account)
        let records = try vault.accounts()
        let later = records.filter { ($0.balanceDay ?? today) > today }
        let earlier = later.isEmpty ? [] : try AccountBalances.accounts(later, of: vault, on: today)
        let ofToday = Dictionary(
            earlier.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let accounts = records.filter { $0.visibility != .hidden }.map { record in
            let account = ofToday[record.id] ?? record
            let own = posted[account.id] ?? []
            let told = account.balanceDay ?? today
            let known = account.isByHand ? today : max(told, own.last?.day ?? told)
            let moved = own.reversed().prefix { $0.day > told }
                .reduce(Int128(0)) { $0 + Int128($1.minorUnits) }
            let firstDay = [own.first?.day, account.coverage?.lowerBound].compactMap(\.self).min()
            return Account(
                id: account.id, name: account.name, type: account.type,
                currency: account.currency, visibility: account.visibility,
                balance: account.balance.map { $0.minorUnits + moved },
                knownDay: min(known, today), firstDay: firstDay.map { max($0, first) })
        }
        let pending = try vault.transactions(
            numbered: Set(flows.lazy.filter(\.isPending).map(\.transaction)))
        let transfers = pending.values.filter {
            let itsClass = $0.verdict?.transactionClass.value
            return itsClass == .transfer || itsClass == .ignore
        }
        self.init(
            today: today, accounts: accounts, flows: flows, found: found, planned: planned,
            pendingPayees: pending.mapValues(\.payee),
            pendingTransfers: Set(transfers.map { $0.id }))
    }
}

extension ForecastFacts {
    /// The next charges of a vault's loans whose interest follows a method.
    public static func loanCharges(
        _ vault: Vault, on today: CalendarDay
    ) throws -> [Int64: LoanCharge] {
        var charges: [Int64: LoanCharge] = [:]
        for account in try vault.accounts() where account.type.isLoan {
            guard let loan = try LoanInterest(vault, of: account, through: today),
                let newest = loan.charges.last, let next = loan.next
            else { continue }
            charges[account.id] = LoanCharge(
                day: newest.day, amount: newest.interest.minorUnits,
                next: next.interest.minorUnits)
        }
        return charges
    }
}

extension FoundSeries {
    /// The series that the last pass over a vault found, with as much of their past as a
    /// forecast looks at.
    public init(forForecastOn today: CalendarDay, in vault: Vault) throws {
        let first = today.adding(days: -ForecastFacts.memory)
        let series = try vault.series()
        // What is beside an older payment is of no use: the next one follows from the last.
        let known = today.adding(days: -ForecastFacts.Account.mostDaysOfSilence)
        let active = series.filter { $0.isActive(on: known) }
        let earliest = active.map {
            $0.lastDay.adding(days: -$0.frequency.usualDays - $0.frequency.graceDays)
        }.min()
        self.init(
            series, payments: try vault.seriesPayments(since: first),
            besides: try vault.payments(beside: active, since: max(first, earliest ?? today)),
            ownCharges: [], newest: [:], oldestDay: try vault.oldestDay())
    }
}
