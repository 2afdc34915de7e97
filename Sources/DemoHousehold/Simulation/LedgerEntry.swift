import Model

/// One line in one account, without its words.
struct LedgerEntry: Sendable {
    /// Unique in the household, and the same however much of the history is
    /// asked for.
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

    /// The order of a statement: by day, deposits before withdrawals.
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
