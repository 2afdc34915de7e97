import Model

/// The household's accounts during the simulation.
///
/// The randomness of a month depends on the seed, the routine and the month, and
/// otherwise only on earlier months. So a day's history is the same whenever it is
/// generated.
struct Ledger {
    /// The first simulated month.
    static let firstMonth = CalendarMonth(year: 2015, month: 1)

    private(set) var month = Ledger.firstMonth
    var random = SplitMix64(seed: 0)
    /// The household's wealth in thousandths of the ordinary one, so that it can pay
    /// for additional purchases.
    let wealth: Int64
    let prices: SharePrices
    private(set) var trades: [Trade] = []

    private let seed: UInt64
    private let shown: ClosedRange<CalendarDay>
    private var routine: UInt64 = 0
    private var entriesOfRoutine: UInt64 = 0
    private var priceLevel: Int64 = 0
    private var unposted: [LedgerEntry] = []
    private var balances: [Int64]
    private(set) var openingBalances: [Int64]
    private(set) var shownEntries: [[LedgerEntry]]

    init(seed: UInt64, wealth: Int64, shown: ClosedRange<CalendarDay>, prices: SharePrices) {
        self.seed = seed
        self.wealth = wealth
        self.shown = shown
        self.prices = prices
        balances = AccountKey.allCases.map { Self.balanceAtTheBeginning(of: $0, wealth: wealth) }
        openingBalances = balances
        shownEntries = AccountKey.allCases.map { _ in [] }
    }

    /// The balance at the end of the previous month.
    func balance(of account: AccountKey) -> Int64 {
        balances[Int(account.rawValue)]
    }

    /// An amount in dollars of 2025 at the prices of the current year.
    func priced(_ amount: Int64) -> Int64 {
        amount * priceLevel / 1_000_000
    }

    /// An amount scaled by the household's wealth.
    func scaled(_ amount: Int64) -> Int64 {
        amount * wealth / 1000
    }

    /// A day of the current month, clamped to its last day.
    func day(_ number: Int) -> CalendarDay {
        month.firstDay.adding(days: min(max(number, 1), month.dayCount) - 1)
    }

    mutating func begin(_ month: CalendarMonth) {
        self.month = month
        priceLevel = Self.priceLevel(of: month.year)
    }

    /// Begins one routine's part of the current month, with its own random numbers and
    /// entry numbers.
    mutating func begin(routine: Int) {
        self.routine = UInt64(routine)
        entriesOfRoutine = 0
        random = SplitMix64(seed: SplitMix64.mixed(seed ^ SplitMix64.mixed(nextPlace)))
    }

    mutating func add(
        _ kind: KindID, to account: AccountKey, _ amount: Int64, on posted: CalendarDay,
        transacted: CalendarDay? = nil
    ) {
        unposted.append(
            LedgerEntry(
                number: newNumber(), amount: amount, posted: posted,
                transacted: transacted ?? posted, kind: kind, account: account))
    }

    /// Adds a card purchase (or a refund, if positive), posted one to four days later.
    mutating func addCardPurchase(
        _ kind: KindID, on card: AccountKey, _ amount: Int64, transacted: CalendarDay
    ) {
        let posted = transacted.adding(days: random.days(in: 1...2)).businessDayOnOrAfter
        add(kind, to: card, amount, on: posted, transacted: transacted)
    }

    /// Adds both sides of a transfer. They share an amount, but not always a day.
    mutating func addTransfer(_ amount: Int64, from source: Side, to target: Side) {
        let sent = newNumber()
        let received = newNumber()
        unposted.append(
            LedgerEntry(
                number: sent, amount: -amount, posted: source.day, transacted: source.day,
                kind: source.kind, account: source.account,
                partner: EntryReference(number: received, account: target.account)))
        unposted.append(
            LedgerEntry(
                number: received, amount: amount, posted: target.day, transacted: target.day,
                kind: target.kind, account: target.account,
                partner: EntryReference(number: sent, account: source.account)))
    }

    mutating func add(_ trade: Trade) {
        trades.append(trade)
    }

    /// The balance at the end of each day of the current month, from the entries so
    /// far.
    func balancesByDay(of account: AccountKey) -> [Int64] {
        var changes = [Int64](repeating: 0, count: month.dayCount)
        for entry in unposted where entry.account == account {
            let position = month.firstDay.days(until: entry.posted)
            if changes.indices.contains(position) { changes[position] += entry.amount }
        }
        var balance = balance(of: account)
        return changes.map {
            balance += $0
            return balance
        }
    }

    /// Posts the entries of the current month; later ones wait.
    mutating func closeMonth() {
        let lastDay = month.lastDay
        var due = unposted.filter { $0.posted <= lastDay }
        unposted.removeAll { $0.posted <= lastDay }
        if lastDay >= shown.lowerBound { due.sort(by: LedgerEntry.inStatementOrder) }
        for entry in due {
            let account = Int(entry.account.rawValue)
            balances[account] += entry.amount
            if entry.posted < shown.lowerBound {
                openingBalances[account] += entry.amount
            } else if entry.posted <= shown.upperBound {
                shownEntries[account].append(entry)
            } else {
                unposted.append(entry)
            }
        }
    }

    /// Ends the history: unposted card purchases are pending.
    mutating func addPendingEntries() {
        let today = shown.upperBound
        let pending = unposted.filter { $0.account.isCard && $0.transacted <= today }
            .filter { $0.partner == nil && $0.amount < 0 }
            .sorted { ($0.transacted, $0.number) < ($1.transacted, $1.number) }
        for var entry in pending {
            entry.isPending = true
            shownEntries[Int(entry.account.rawValue)].append(entry)
        }
    }

    private var nextPlace: UInt64 {
        let months = (month.year - Self.firstMonth.year) * 12 + month.month - 1
        return routine << 48 | UInt64(months) << 32 | entriesOfRoutine
    }

    private mutating func newNumber() -> UInt64 {
        entriesOfRoutine += 1
        return SplitMix64.mixed(nextPlace ^ SplitMix64.mixed(seed))
    }

    /// The level of prices and wages, which rise 2.5 percent a year, in millionths of
    /// 2025.
    private static func priceLevel(of year: Int) -> Int64 {
        var level: Int64 = 1_000_000
        for _ in 2025..<max(year, 2025) { level = level * 1025 / 1000 }
        for _ in min(year, 2025)..<2025 { level = level * 1000 / 1025 }
        return level
    }

    private static func balanceAtTheBeginning(of account: AccountKey, wealth: Int64) -> Int64 {
        switch account {
        case .checking: 6_204_18 * wealth / 1000
        case .savings: 24_310_55 * wealth / 1000
        case .visa, .mastercard, .carLoan: 0
        case .brokerage: 412_37
        case .mortgage: -340_000_00
        }
    }
}

/// One side of a transfer.
struct Side {
    let account: AccountKey
    let kind: KindID
    let day: CalendarDay
}

extension CalendarDay {
    /// The day itself, or the next Monday on a weekend.
    var businessDayOnOrAfter: CalendarDay {
        isoWeekday > 5 ? adding(days: 8 - isoWeekday) : self
    }

    /// The day itself, or the previous Friday on a weekend.
    var businessDayOnOrBefore: CalendarDay {
        isoWeekday > 5 ? adding(days: 5 - isoWeekday) : self
    }
}

/// A line in one account, without strings.
struct LedgerEntry: Sendable {
    /// Unique in the household, and independent of how much history is generated.
    let number: UInt64
    /// Cents; positive is money that came in.
    let amount: Int64
    let posted: CalendarDay
    let transacted: CalendarDay
    let kind: KindID
    let account: AccountKey
    var isPending = false
    var partner: EntryReference?

    var bankID: String { Self.bankID(of: number, isPending: isPending) }

    static func bankID(of number: UInt64, isPending: Bool) -> String {
        let shown = isPending ? SplitMix64.mixed(~number) : number
        let digits = String(shown, radix: 16)
        let zeros = String(repeating: "0", count: 16 - digits.utf8.count)
        return "TRN-" + zeros + digits
    }

    /// Statement order: by day, deposits before withdrawals.
    static func inStatementOrder(_ left: LedgerEntry, _ right: LedgerEntry) -> Bool {
        if left.posted != right.posted { return left.posted < right.posted }
        let leftIsDeposit = left.amount > 0
        if leftIsDeposit != (right.amount > 0) { return leftIsDeposit }
        return left.number < right.number
    }
}

/// The other side of a transfer.
struct EntryReference: Hashable, Sendable {
    let number: UInt64
    let account: AccountKey
}
